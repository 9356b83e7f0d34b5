/** Recordings that are in this browser only. */
export const draftsText = {
  title: 'Una grabación sin guardar',
  detail: (when: string, duration: string) => `${when} · ${duration} · a salvo en este teléfono`,
  when: (day: string, time: string) => `${day}, ${time}`,
  today: 'Hoy',
  yesterday: 'Ayer',
  recover: 'Recuperar',
  elsewhere: {
    title: 'No se pudo recuperar',
    text: 'Esa grabación está abierta en otra pestaña, o ya no existe.',
  },
} as const;
