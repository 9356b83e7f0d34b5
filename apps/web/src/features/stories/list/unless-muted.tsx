import { lazyPart } from '../../../lib/lazy/lazy-part.tsx';
import type { MutedStoryProps } from './muted-story.tsx';

/** Until it is known whether it has a muted word, a story does not show. */
const MutedStory = lazyPart(
  async () => (await import('./muted-story.tsx')).MutedStory,
  ({ partProps }) => partProps.children,
);

/** A story in a list item that can take the focus, or one line in its place if it has a word that the viewer mutes. */
export function UnlessMuted(props: MutedStoryProps) {
  return props.words.length === 0 ? props.children : <MutedStory {...props} />;
}
