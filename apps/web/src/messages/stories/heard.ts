/** The texts about stories that can be played without a network. */
export const heardText = {
  title: 'Para escuchar sin conexión',
  text: 'Las últimas que oíste se quedaron aquí.',
  play: (title: string) => `Reproducir: ${title}`,
  gone: { title: 'No se pudo abrir', text: 'Esa historia ya no está en este dispositivo.' },
  unreadable: { title: 'No se pudo abrir', text: 'Inténtalo otra vez.' },
  waiting: { title: 'Las historias nuevas esperan', text: 'Aparecen solas en cuanto vuelva la red.' },
} as const;
