import { lazyPart } from '../../../lib/lazy/lazy-part.tsx';
import type { MutedStoryProps } from './muted-story.tsx';

/** Renders nothing until the muted words are known. */
const MutedStory = lazyPart(
  async () => (await import('./muted-story.tsx')).MutedStory,
  ({ partProps }) => partProps.children,
);

/** A story in a list item that can take the focus. A single line replaces a story with a word that the viewer mutes. */
export function UnlessMuted(props: MutedStoryProps) {
  return props.words.length === 0 ? props.children : <MutedStory {...props} />;
}
