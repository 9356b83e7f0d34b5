import { lazyPart } from '../../../lib/lazy/lazy-part.tsx';
import type { MutedStoryProps } from './muted-story.tsx';

interface UnlessMutedProps extends Omit<MutedStoryProps, 'words'> {
  readonly words: MutedStoryProps['words'] | null;
}

const MutedStory = lazyPart(
  async () => (await import('./muted-story.tsx')).MutedStory,
  ({ partProps }) => partProps.children,
);

/**
 * A story in an element that can take the focus. A single line replaces a story with a word that the viewer mutes. Renders
 * nothing until the words are known.
 */
export function UnlessMuted({ words, ...props }: UnlessMutedProps) {
  if (words?.length === 0 || props.story.viewer.canEdit) return props.children;
  return words && <MutedStory {...props} words={words} />;
}
