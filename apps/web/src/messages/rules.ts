import { limits } from '@relato/contract/limits';

interface Page {
  readonly title: string;
  readonly intro: string;
  readonly parts: readonly { readonly title: string; readonly text: string }[];
}

export const rulesText = {
  rules: {
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
        text: 'Cualquiera puede reportar una historia. Una persona la escucha y decide. Si se oculta, su autor sabe por qué y puede apelar: lo revisa otra persona del equipo.',
      },
    ],
  },
  privacy: {
    title: 'Privacidad',
    intro: 'Qué guardamos, quién lo ve y cómo te lo llevas.',
    parts: [
      {
        title: 'Lo que guardamos',
        text: `Tu correo, tu nombre de usuario, la foto y la línea sobre ti si las pones, tus grabaciones con su transcripción, tus comentarios, votos y colecciones, a quién y qué temas sigues, lo que no te interesa, a quién y qué palabras silencias o bloqueas, y tus avisos de los últimos ${limits.news.days} días. Si activas «Recordar lo que escucho», también qué historias escuchas y dónde te quedas. La contraseña se guarda de forma que nadie puede leerla.`,
      },
      {
        title: 'Lo que queda en tu dispositivo',
        text: 'Las grabaciones que aún no guardaste y las últimas historias que oíste, para que puedas escucharlas sin conexión. Esas historias se borran al cerrar sesión o si dejan de ser públicas.',
      },
      {
        title: 'Lo que ven los demás',
        text: 'Tu nombre de usuario, tu foto, lo que dices de ti y lo que publicas. Tu correo no lo ve nadie más. Una historia privada la oyes solo tú.',
      },
      {
        title: 'Quién más lo procesa',
        text: 'Para escribir lo que cuentas, la grabación puede pasar por un servicio de transcripción que elige quien administra este servidor. No hay publicidad ni rastreadores.',
      },
      {
        title: 'Moderación',
        text: 'El equipo de moderación solo ve una historia cuando alguien la reporta, y cada decisión queda anotada.',
      },
      {
        title: 'Tus datos son tuyos',
        text: 'En los ajustes de tu perfil puedes descargarlos todos o eliminar tu cuenta. Al eliminarla se borran tus historias con su audio. Tu nombre de usuario sigue reservado un tiempo, para que nadie se haga pasar por ti.',
      },
    ],
  },
  read: 'Ver las normas',
  terms: {
    before: 'Al crear tu cuenta aceptas las',
    rules: 'normas',
    between: 'y la',
    privacy: 'privacidad',
  },
} as const satisfies Record<'rules' | 'privacy', Page> & Record<string, unknown>;
