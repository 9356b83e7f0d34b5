export const pagingText = {
  loadMore: 'Ver más',
  retry: 'Reintentar',
  failureHint: 'No se perdió nada. Inténtalo de nuevo en unos segundos.',
  offline: { title: 'Sin conexión', text: 'Lo verás en cuanto vuelva la red.' },
} as const;
