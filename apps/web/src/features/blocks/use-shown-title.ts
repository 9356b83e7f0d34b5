import type { StorySummary } from '@relato/contract/stories/types';
import { isTitleFolded } from '../../lib/folded-stories.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { blocksText } from '../../messages/account/blocks.ts';
import { useMutedWords } from './use-muted-words.ts';

/**
 * Returns the title of a story, or a notice in place of one with a word that the viewer mutes. Empty while the words are
 * unknown.
 */
export function useShownTitle(story: Pick<StorySummary, 'id' | 'title' | 'author'>): string {
  const words = useMutedWords();
  const session = useSession();
  if (session.status === 'signed-in' && session.user.id === story.author?.id) return story.title;
  if (words === null) return '';
  return isTitleFolded(words, story) ? blocksText.words.foldedTitle : story.title;
}
