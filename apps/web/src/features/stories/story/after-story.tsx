import type { Story, StorySummary } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';
import { Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PagedQuery } from '../../../lib/paging/paged.tsx';
import { useStartRecording } from '../../../lib/session/use-require-session.ts';
import { shellText } from '../../../messages/shell.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useMutedWords } from '../../blocks/public.ts';
import { UnlessMuted } from '../list/unless-muted.tsx';
import { ThreadPart } from '../threads/thread-part.tsx';
import { StoryRow } from './story-row.tsx';

const shown = 3;
const aheadClass = 'touch text-sm font-[650] text-voice-strong';

interface AfterStoryProps {
  readonly story: Story;
  /** Null for a story that cannot be answered. */
  readonly replies: PagedQuery<StorySummary> | null;
  readonly grown: PagedQuery<StorySummary>;
  readonly ofAuthor: readonly StorySummary[] | undefined;
  readonly others: readonly StorySummary[] | undefined;
}

/** The end of a story's screen: its replies, more stories by its author, similar ones, and the button to tell one. */
export function AfterStory({ story, replies, grown, ofAuthor, others }: AfterStoryProps) {
  const { author } = story;
  const mutedWords = useMutedWords();
  return (
    <>
      {replies && <ThreadPart story={story} replies={replies} grown={grown} />}
      {author?.username && (
        <Rows
          title={threadsText.moreOf(storiesText.author(author.username))}
          ahead={
            <Link to="/u/$username" params={{ username: author.username }} className={aheadClass}>
              {threadsText.seeProfile}
            </Link>
          }
          stories={ofAuthor}
          mutedWords={mutedWords}
        />
      )}
      <Rows
        title={threadsText.others}
        ahead={
          <Link to="/search" className={aheadClass}>
            {shellText.community}
          </Link>
        }
        stories={others}
        mutedWords={mutedWords}
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
  readonly mutedWords: readonly string[] | null;
}

function Rows({ title, ahead, stories, mutedWords }: RowsProps) {
  if (!stories || stories.length === 0) return null;
  return (
    <section aria-label={title} className="mt-5.5">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="min-w-0 text-title wrap-anywhere">{title}</h2>
        {ahead}
      </div>
      <ul className="rounded-card border border-line/60 bg-surface px-3.5 py-1.5 shadow-card">
        {stories.slice(0, shown).map((story) => (
          <li key={story.id} tabIndex={-1} className="border-line/60 py-2 not-last:border-b">
            <UnlessMuted story={story} words={mutedWords}>
              <StoryRow story={story} />
            </UnlessMuted>
          </li>
        ))}
      </ul>
    </section>
  );
}

function YourTurn() {
  const startRecording = useStartRecording();
  return (
    <div className="mt-5.5 flex flex-wrap items-center justify-between gap-2.5 rounded-card bg-sunken px-4 py-3.5">
      <h2 className="text-lg">{threadsText.yourTurn}</h2>
      <Button size="small" onClick={startRecording}>
        <Mic aria-hidden="true" />
        {shellText.record}
      </Button>
    </div>
  );
}
