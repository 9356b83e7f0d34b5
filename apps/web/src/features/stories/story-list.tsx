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
        <li key={story.id} className="[contain-intrinsic-height:auto_20rem] [content-visibility:auto]">
          <StoryCard story={story} mode={mode} />
        </li>
      ))}
    </ul>
  );
}
