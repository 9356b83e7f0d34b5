/** The texts of podcasts. They load with the parts that show them. */
export const podcastsText = {
  title: 'Suscribirse',
  text: (what: string) => `Escucha ${what} en tu app de pódcast.`,
  copy: 'Copiar dirección',
  copied: 'Dirección copiada',
  notCopied: 'No se pudo copiar la dirección',
  address: 'Dirección del pódcast',
  copyByHand: 'Mantenla pulsada para copiarla.',
  apps: 'Abrir en una app',
  appsHint: 'Si no se abre nada, copia la dirección y pégala en tu app.',
  publish: 'Publicar también como pódcast',
  publishHint: 'Tus historias publicadas, para suscribirse en cualquier app.',
  errors: { save: 'No se pudo guardar el cambio. Intenta de nuevo.' },
} as const;
