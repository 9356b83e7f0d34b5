export const landingText = {
  title: 'Cuenta tu historia con tu voz',
  text: 'Graba hasta cinco minutos. Nosotros la escribimos; tú decides quién la escucha.',
  record: 'Grabar mi historia',
  signUp: 'Crear Cuenta',
  listen: 'Escucha una',
  explore: 'Escuchar la comunidad',
} as const;
