import { counted } from './format.ts';

export const commentsText = {
  count: (count: number) => counted(count, 'Comentario', 'Comentarios'),
  loading: 'Cargando comentarios...',
  empty: 'No hay comentarios aún',
  namePlaceholder: 'Tu nombre (opcional)',
  placeholder: 'Escribe un comentario...',
  send: 'Enviar',
  anonymous: 'Anónimo',
  added: { title: 'Comentario agregado', text: 'Tu comentario se ha agregado correctamente' },
  errors: { load: 'No se pudieron cargar los comentarios', add: 'No se pudo agregar el comentario' },
} as const;
