import { hasMutedWord } from '../blocks/rules.ts';
import { limits } from '../limits.ts';
import { formatCount } from '../text/format.ts';
import { mayBecomeLink } from '../text/markup.ts';
import type { News, NewsKind } from './types.ts';

// The bell, notifications and mails use these sentences, and the server writes the latter two.

/** The fields of a sentence. */
export type ToldNews = Pick<News, 'kind' | 'others' | 'votes'> & {
  readonly actor: Pick<NonNullable<News['actor']>, 'name' | 'username'> | null;
};

const toVotes = (count: number): string => `${formatCount(count)} ${count === 1 ? 'voto' : 'votos'}`;

/** Returns the words before and after the title of the story, or all of them for news without a story. */
export function toSentence(news: ToldNews): readonly [before: string, after: string] {
  const isOne = news.others === 0;
  const who = toActors(news);
  switch (news.kind) {
    case 'comment':
      return [`${who} ${isOne ? 'comentó' : 'comentaron'}`, ''];
    case 'mention':
      return [`${who} te ${isOne ? 'mencionó' : 'mencionaron'} en`, ''];
    case 'votes':
      return ['Tu historia', `tiene ${toVotes(news.votes ?? 0)}`];
    case 'follow':
      return [`${who} ${isOne ? 'empezó a seguirte' : 'empezaron a seguirte'}`, ''];
    case 'transcript':
      return ['El texto de', 'está listo'];
    case 'correction':
      return [`${who} ${isOne ? 'propuso' : 'propusieron'} corregir o explicar algo en`, ''];
    case 'corrected':
      // An author learns who changed the text of a story without them.
      if (news.actor) return [`${who} ${isOne ? 'corrigió' : 'corrigieron'} el texto de`, ''];
      return ['Lo que propusiste ya está en', ''];
    case 'answer':
      return [`${who} respondió a tu pregunta con`, ''];
    case 'reply':
      return [`${who} te ${isOne ? 'respondió' : 'respondieron'} de viva voz con`, ''];
    case 'let_in':
      // A moderator, who is not named, lets in a first story.
      return news.actor ? [`${who} dejó oír tu respuesta a`, ''] : ['Tu historia', 'ya es pública'];
    case 'story':
      return [`${who} publicó`, ''];
    default:
      // A newer server knows more kinds than a page that is still open.
      return ['Hay novedades en', ''];
  }
}

function toActors({ actor, others }: ToldNews): string {
  const name = actor?.username ? `@${actor.username}` : (actor?.name ?? 'Alguien');
  if (others === 0) return name;
  return `${name} y ${others}${others < limits.news.maxOfGroup - 1 ? '' : ' o'} más`;
}

/** The news about a story that may be another user's. */
const ofOthers: ReadonlySet<NewsKind> = new Set(['story', 'answer', 'reply', 'mention']);
const isOfOther = ({ kind, actor }: ToldNews): boolean =>
  ofOthers.has(kind) || kind === (actor ? 'let_in' : 'corrected');

/**
 * Returns the title of the story, or null for one that may be another user's and contains a word that the user mutes, or may
 * contain one because the words are still unknown (null).
 */
export const toShownTitle = (
  news: ToldNews,
  title: string | null,
  mutedWords: readonly string[] | null,
): string | null =>
  title !== null && isOfOther(news) && (mutedWords === null || hasMutedWord(mutedWords, [title]))
    ? null
    : title;

/**
 * Returns the sentence with the title of the story, or with other words in its place for one that must not be named. Leaves out
 * the name of a visitor that looks like an address, because anybody could send that link to an author.
 */
export function toWholeSentence(news: ToldNews, title: string | null): string {
  const { actor } = news;
  const isUnnamed = actor !== null && actor.username === null && mayBecomeLink(actor.name);
  const [before, after] = toSentence(isUnnamed ? { ...news, actor: null } : news);
  const isOfOwn = before.endsWith('historia');
  const unnamed = isOfOther(news) ? 'una historia' : isOfOwn ? '' : 'tu historia';
  const story = title === null ? unnamed : `«${title}»`;
  return [before, ...(news.kind === 'follow' ? [] : [story]), after].filter((part) => part !== '').join(' ');
}
