import type { Comment } from '@relato/contract/comments/types';
import { counted } from './format.ts';

export const commentsText = {
  list: (title: string) => `Comentarios de «${title}»`,
  count: (count: number) => counted(count, 'Comentario', 'Comentarios'),
  loading: 'Cargando comentarios...',
  loadMore: 'Más comentarios',
  retry: 'Reintentar',
  empty: 'No hay comentarios aún',
  namePlaceholder: 'Tu nombre (opcional)',
  placeholder: 'Escribe un comentario...',
  send: 'Enviar',
  anonymous: 'Anónimo',
  visitor: 'visitante',
  author: (username: string) => `@${username}`,
  added: { title: 'Comentario agregado', text: 'Tu comentario se ha agregado correctamente' },
  folded: 'Comentario oculto para ti, por un bloqueo o un silencio. Las demás personas lo ven.',
  delete: (author: string) => `Eliminar el comentario de ${author}`,
  deletion: {
    title: '¿Eliminar este comentario?',
    text: (author: string) => `Lo que escribió ${author} se borrará para siempre.`,
    confirm: 'Eliminar',
  },
  deleted: 'Comentario eliminado',
  sessionChanged: 'Tu sesión cambió mientras escribías. Tu texto sigue aquí: revísalo y envíalo de nuevo.',
  errors: {
    title: 'Error',
    load: 'No se pudieron cargar los comentarios',
    add: 'No se pudo agregar el comentario',
    unexplained: 'Así no se puede enviar. Inténtalo de nuevo cuando haya conexión.',
    delete: 'No se pudo eliminar el comentario',
  },
} as const;

/** Returns `@username` for a member; the names of visitors and of deleted accounts have no at-sign. A folded comment has no name. */
export const toCommenterName = ({ author, authorName, viewer }: Comment): string => {
  if (viewer.isFolded) return 'esta persona';
  return author?.username ? commentsText.author(author.username) : authorName;
};
