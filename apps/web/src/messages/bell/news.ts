export const newsText = {
  title: 'Avisos',
  unread: (count: number) => (count === 0 ? 'Avisos' : `Avisos, ${count} sin leer`),
  empty: {
    title: 'Sin avisos',
    text: 'Aquí verás quién comenta tus historias, quién te sigue y lo que se decida sobre lo tuyo.',
  },
  visitor: { title: 'Tus avisos', text: 'Inicia sesión para verlos.', action: 'Iniciar Sesión' },
  loadFailed: 'No se pudieron cargar los avisos',
  isNew: 'Nuevo',
  readAll: 'Marcar todo como leído',
  readFailed: 'No se pudo marcar como leído',
} as const;
