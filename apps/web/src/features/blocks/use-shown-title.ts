import type { StorySummary } from '@relato/contract/stories/types';
import { isTitleFolded } from '../../lib/folded-stories.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useMutedWords } from './use-muted-words.ts';

/**
 * Returns the title of a story, or null if it is hidden for a word that the viewer mutes (see `isTitleFolded`). Empty while
 * the words are unknown.
 */
export function useShownTitle(story: Pick<StorySummary, 'id' | 'title' | 'author'>): string | null {
  const words = useMutedWords();
  const session = useSession();
  if (session.status === 'signed-in' && session.user.id === story.author?.id) return story.title;
  if (words === null) return '';
  return isTitleFolded(words, story) ? null : story.title;
}
