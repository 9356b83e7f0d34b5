import type { ProfileSummary } from '@relato/contract/profiles/types';
import { counted } from './format.ts';

export const storiesText = {
  search: 'Buscar historias...',
  filteringBy: 'Filtrando por:',
  loading: 'Cargando historias...',
  order: 'Orden',
  orders: {
    featured: 'Destacadas',
    newest: 'Nuevas',
    rising: 'En alza',
    following: 'Siguiendo',
    forMe: 'Para ti',
  },
  /** `20 historias o más` */
  found: (count: number, hasMore: boolean) =>
    `${counted(count, 'historia', 'historias')}${hasMore ? ' o más' : ''}`,
  loadingOne: 'Cargando historia...',
  refresh: 'Actualizar',
  news: { stories: 'Hay historias nuevas', order: 'Cambió el orden' },
  loadMore: 'Más historias',
  gone: {
    title: 'No encontramos esta historia',
    text: 'Quizá se borró o ya no es pública.',
    link: 'Escuchar otras historias',
  },
  list: 'Historias',
  story: 'Historia',
  published: 'Publicada',
  private: 'Privada',
  anonymous: 'Anónimo',
  author: (username: string) => `@${username}`,
  more: 'Ver más...',
  clearSearch: 'Borrar la búsqueda',
  dismiss: 'Cerrar',
  moreTags: (count: number, title: string) => `${counted(count, 'etiqueta', 'etiquetas')} más de: ${title}`,
  transcriptAbsences: { pending: 'Procesando...', waiting: 'Todavía no tiene texto. Llegará solo.' },
  transcribedAgain: 'Estamos transcribiéndola de nuevo.',
  /** Shown to the author of a text that does not look Spanish. */
  unsure: 'Revisa este texto: quizá no es lo que dijiste',
  voteUp: (votes: string) => `Votar: ${votes}`,
  voteDown: 'Votar en contra',
  downloadText: 'Descargar el texto',
  share: 'Compartir',
  report: 'Reportar',
  tags: 'Etiquetas',
  errors: {
    title: 'Error',
    load: 'No se pudieron cargar las historias de la comunidad',
    vote: 'No se pudo votar en la historia',
  },
} as const;

/** Returns `@username`, or `Anónimo` for an author without one or whose account is deleted. */
export const toAuthorName = (author: ProfileSummary | null): string =>
  author?.username ? storiesText.author(author.username) : storiesText.anonymous;

/** `1 voto`, `2 votos` */
export const formatVotes = (votes: number) => counted(votes, 'voto', 'votos');
