import type { StorySummary } from '@relato/contract/stories';
import { StoryCard } from './story-card.tsx';

interface StoryListProps {
  readonly label: string;
  readonly stories: readonly StorySummary[];
  readonly mode?: 'community' | 'own';
}

/** Cards far off the screen are neither laid out nor painted. */
export function StoryList({ label, stories, mode = 'community' }: StoryListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-3.5">
      {stories.map((story) => (
        <li
          key={story.id}
          // What may be left unpainted is clipped; the padding leaves room for the shadow.
          className="-mx-3 -mb-6 px-3 pb-6 [contain-intrinsic-height:auto_20rem] [content-visibility:auto]"
        >
          <StoryCard story={story} mode={mode} />
        </li>
      ))}
    </ul>
  );
}
