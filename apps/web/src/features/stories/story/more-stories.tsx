import type { StorySummary } from '@relato/contract/stories/types';
import { skipToken } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { toStory } from '../../../lib/layout/to-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useStartRecording } from '../../../lib/session/use-require-session.ts';
import { shellText } from '../../../messages/shell.ts';
import { storiesText, toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PlayButton, TimeReadout, useStoryTrack } from '../../player/public.ts';

const shown = 3;
const aheadClass = 'touch text-sm font-[650] text-voice-strong';

/** Suggestions after a story: more of its author, then others, then recording an own one. */
export function MoreStories({ story }: { readonly story: StorySummary }) {
  const { author } = story;
  const others = trpc.stories.feed.useQuery({ limit: 2 * shown + 2 });
  const ofAuthor = trpc.stories.byUser.useQuery(
    author?.username ? { userId: author.id, limit: shown + 1 } : skipToken,
  );
  // They come together, because each pushes down what is below it.
  if (others.isLoading || ofAuthor.isLoading) return null;
  return (
    <>
      {author?.username && (
        <Rows
          title={storiesText.moreOf(storiesText.author(author.username))}
          ahead={
            <Link to="/u/$username" params={{ username: author.username }} className={aheadClass}>
              {storiesText.seeProfile}
            </Link>
          }
          stories={ofAuthor.data?.items.filter(({ id }) => id !== story.id)}
        />
      )}
      <Rows
        title={storiesText.others}
        ahead={
          <Link to="/search" className={aheadClass}>
            {shellText.community}
          </Link>
        }
        stories={others.data?.items.filter(({ id, author: by }) => id !== story.id && by?.id !== author?.id)}
      />
      <YourTurn />
    </>
  );
}

interface RowsProps {
  readonly title: string;
  readonly ahead: ReactNode;
  /** Undefined after an error, because the story above does not need them. */
  readonly stories: readonly StorySummary[] | undefined;
}

function Rows({ title, ahead, stories }: RowsProps) {
  if (!stories || stories.length === 0) return null;
  return (
    <section aria-label={title} className="mt-5.5">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="min-w-0 text-title wrap-anywhere">{title}</h2>
        {ahead}
      </div>
      <ul className="rounded-card border border-line/60 bg-surface px-3.5 py-1.5 shadow-card">
        {stories.slice(0, shown).map((story) => (
          <StoryRow key={story.id} story={story} />
        ))}
      </ul>
    </section>
  );
}

function StoryRow({ story }: { readonly story: StorySummary }) {
  const track = useStoryTrack(story);
  return (
    <li className="flex items-center gap-3 border-line/60 py-2 not-last:border-b">
      <PlayButton track={track} className="size-11" />
      <div className="min-w-0 flex-1">
        <Link to="." search={toStory(story.id)} preload={false} dir="auto" className="touch block font-[650]">
          <span className="line-clamp-2">{story.title}</span>
        </Link>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted">
          <span className="truncate">{toAuthorName(story.author)}</span>
          <TimeReadout track={track} />
        </p>
      </div>
    </li>
  );
}

function YourTurn() {
  const startRecording = useStartRecording();
  return (
    <div className="mt-5.5 flex flex-wrap items-center justify-between gap-2.5 rounded-card bg-sunken px-4 py-3.5">
      <h2 className="text-lg">{storiesText.yourTurn}</h2>
      <Button size="small" onClick={startRecording}>
        <Mic aria-hidden="true" />
        {shellText.record}
      </Button>
    </div>
  );
}
