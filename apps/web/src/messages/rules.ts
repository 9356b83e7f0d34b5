export const rulesText = {
  title: 'Normas',
  intro: 'Relato es un lugar para contar y escuchar. Estas son las pocas cosas que pedimos.',
  parts: [
    {
      title: 'Cuenta lo tuyo',
      text: 'Historias vividas o inventadas, con tu voz. No publiques grabaciones de otras personas sin su permiso.',
    },
    {
      title: 'Cuida a los demás',
      text: 'Nada de acoso, amenazas, odio ni burlas contra alguien por ser quien es. No des datos con los que se pueda encontrar a otra persona.',
    },
    {
      title: 'Nada que haga daño',
      text: 'No se admite contenido sexual con menores, la apología de la violencia, las estafas ni las mentiras que ponen a alguien en peligro.',
    },
    {
      title: 'Sin spam',
      text: 'No repitas lo mismo, no vendas y no pidas votos con cuentas que no son de nadie.',
    },
    {
      title: 'Qué pasa si algo no cumple',
      text: 'Cualquiera puede reportar una historia. Una persona la escucha y decide. Si se oculta, su autor sabe por qué y puede apelar: lo revisa otra persona del equipo, si la hay.',
    },
  ],
  read: 'Ver las normas',
  terms: {
    onSignUp: (age: number) => `Al crear tu cuenta confirmas que tienes ${age} años o más y aceptas las`,
    /** Shown beside the buttons of providers, which create an account for a new user. */
    onProvider: (age: number) =>
      `Si aún no tienes cuenta, al continuar se crea: confirmas que tienes ${age} años o más y aceptas las`,
    terms: 'condiciones',
    rules: 'normas',
    and: 'y la',
    privacy: 'privacidad',
  },
} as const;
