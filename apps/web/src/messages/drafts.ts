/** The texts about recordings that exist only in this browser. */
export const draftsText = {
  title: 'Una grabación sin guardar',
  detail: (when: string, duration: string) => `${when} · ${duration} · a salvo en este dispositivo`,
  when: (day: string, time: string) => `${day}, ${time}`,
  today: 'Hoy',
  yesterday: 'Ayer',
  recover: 'Recuperar',
  saved: 'Historia guardada',
  savedDetail: (count: number) =>
    count === 1
      ? 'La grabación que quedaba en este dispositivo está en tu perfil, en privado.'
      : `${count} grabaciones que quedaban en este dispositivo están en tu perfil, en privado.`,
  elsewhere: {
    title: 'No se pudo recuperar',
    text: 'Esa grabación está abierta en otra pestaña, o ya no existe.',
  },
} as const;
