import type { News } from '@relato/contract/news/types';
import { limits } from '@relato/contract/limits';
import { commentsText } from '../comments.ts';
import { counted } from '../format.ts';

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

/** Returns the words before and after the title of the story, or all of them for news without a story. */
export function toSentence(news: News): readonly [before: string, after: string] {
  const isOne = news.others === 0;
  const who = toActors(news);
  switch (news.kind) {
    case 'comment':
      return [`${who} ${isOne ? 'comentó' : 'comentaron'}`, ''];
    case 'mention':
      return [`${who} te ${isOne ? 'mencionó' : 'mencionaron'} en`, ''];
    case 'votes':
      return ['Tu historia', `tiene ${counted(news.votes ?? 0, 'voto', 'votos')}`];
    case 'follow':
      return [`${who} ${isOne ? 'empezó a seguirte' : 'empezaron a seguirte'}`, ''];
    case 'transcript':
      return ['El texto de', 'está listo'];
    case 'story':
      return [`${who} publicó`, ''];
  }
}

function toActors({ actor, others }: News): string {
  const name = actor?.username ? commentsText.author(actor.username) : (actor?.name ?? 'Alguien');
  if (others === 0) return name;
  return `${name} y ${others}${others < limits.news.maxOfGroup - 1 ? '' : ' o'} más`;
}
