import type { StorySummary } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toStory } from '../../../lib/layout/to-story.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { PlayButton, TimeReadout, useStoryTrack } from '../../player/public.ts';

interface StoryRowProps {
  readonly story: StorySummary;
  /** Further lines of the row, or its buttons. */
  readonly children?: ReactNode;
}

/** A story of a short list. */
export function StoryRow({ story, children }: StoryRowProps) {
  const track = useStoryTrack(story);
  return (
    <div className="flex items-center gap-3">
      <PlayButton track={track} className="size-11" />
      <div className="min-w-0 flex-1">
        <Link to="." search={toStory(story.id)} preload={false} dir="auto" className="touch block font-[650]">
          <span className="line-clamp-2">{story.title}</span>
        </Link>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted">
          <span className="truncate">{toAuthorName(story.author)}</span>
          <TimeReadout track={track} />
        </p>
        {children}
      </div>
    </div>
  );
}
