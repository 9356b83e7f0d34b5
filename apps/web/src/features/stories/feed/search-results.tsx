import type { StoryMoment, StorySummary } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { Fragment, memo } from 'react';
import { toStory } from '../../../lib/layout/to-story.ts';
import { opensHere } from '../../../lib/presses/opens-here.ts';
import { formatDuration } from '../../../messages/format.ts';
import { searchText } from '../../../messages/stories/search.ts';
import { storiesText, toAuthorName } from '../../../messages/stories.ts';
import { Avatar } from '../../../lib/avatar/avatar.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { player, useStoryTrack } from '../../player/public.ts';
import { storyCardAttribute, useExpanded } from '../story/use-expanded.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

/** The moments of a story that show before the user asks for the rest. */
const shownMoments = 2;

interface MomentCountProps {
  readonly stories: readonly StorySummary[];
  /** There are more stories, and the number of their moments is unknown. */
  readonly hasMore: boolean;
}

export function MomentCount({ stories, hasMore }: MomentCountProps) {
  const count = stories.reduce((sum, story) => sum + toMoments(story).length, 0);
  if (count === 0) return null;
  return (
    <div className="mx-0.5 mt-3 mb-2.5 flex items-baseline justify-between gap-3">
      <h2 className="text-title">{searchText.said}</h2>
      {!hasMore && <span className="num text-sm text-muted">{searchText.moments(count)}</span>}
    </div>
  );
}

export const FoundStory = memo(function FoundStory({ story }: { readonly story: StorySummary }) {
  const [isExpanded, expand] = useExpanded(story.id);
  const moments = toMoments(story);
  const hidden = isExpanded ? 0 : moments.length - shownMoments;
  return (
    <article
      {...{ [storyCardAttribute]: '' }}
      className="rounded-card border border-line/60 bg-surface p-3.5 shadow-card"
    >
      <p className="mb-1.5 flex items-center gap-2 text-sm">
        <Avatar username={story.author?.username ?? storiesText.anonymous} photo={story.author?.photo} />
        <span className="truncate font-[650]">{toAuthorName(story.author)}</span>
        <span className="num shrink-0 text-muted">· {formatDuration(story.durationMs)}</span>
      </p>
      <h2 dir="auto" className="text-title">
        <Link to="." search={toStory(story.id)} preload={false} className="touch block">
          <span className="line-clamp-3">{story.title}</span>
        </Link>
      </h2>
      <ul>
        {(hidden > 0 ? moments.slice(0, shownMoments) : moments).map((moment) => (
          <li key={toKey(moment)}>
            <Moment story={story} moment={moment} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <TextButton ref={keepFocus} className="mx-0.5 -mb-2.5 text-sm" onClick={expand}>
          {searchText.moreMoments(hidden)}
        </TextButton>
      )}
    </article>
  );
});

/** Returns the moments that show. A sentence that is said twice at unknown times shows once. */
const toMoments = ({ moments = [] }: StorySummary): StoryMoment[] => [
  ...new Map(moments.map((moment) => [toKey(moment), moment])).values(),
];

const toKey = ({ startMs, parts }: StoryMoment): string => `${startMs ?? ''} ${parts.join('')}`;

interface MomentProps {
  readonly story: StorySummary;
  readonly moment: StoryMoment;
}

/** The whole sentence opens the story; with a time, it plays from there. */
function Moment({ story, moment: { parts, startMs } }: MomentProps) {
  const track = useStoryTrack(story);
  const seconds = startMs === null ? undefined : Math.floor(startMs / 1000);
  const time = formatDuration(startMs ?? 0);
  return (
    <Link
      to="."
      search={toStory(story.id, seconds)}
      preload={false}
      className="mt-2 flex min-h-15 items-center gap-3 rounded-field bg-sunken py-2.5 pr-3 pl-2 text-[0.90625rem] leading-[1.42]"
      onClick={(event) => {
        // Called within the tap, because phones refuse playback later. Another tab plays by itself.
        if (seconds !== undefined && opensHere(event)) player.playFrom(track, seconds);
      }}
    >
      {seconds !== undefined && (
        <span className="flex w-11.5 shrink-0 flex-col items-center gap-0.5 text-voice-strong">
          <span className="grid size-11 place-items-center rounded-pill bg-surface">
            <Play aria-hidden="true" className="size-5" />
          </span>
          <span aria-hidden="true" className="num text-[0.78125rem] font-[650]">
            {time}
          </span>
        </span>
      )}
      <span dir="auto" className={`min-w-0 wrap-anywhere ${seconds === undefined ? 'pl-2' : ''}`}>
        {seconds !== undefined && <span className="sr-only">{searchText.playFrom(time)} </span>}
        <Marked parts={parts} />
      </span>
    </Link>
  );
}

/** A text in pieces, of which every second one matches. */
function Marked({ parts }: Pick<StoryMoment, 'parts'>) {
  const pieces = parts.map((text, index) => ({
    text,
    at: parts.slice(0, index).join('').length,
    isMatch: index % 2 === 1,
  }));
  return pieces
    .filter(({ text }) => text !== '')
    .map(({ text, at, isMatch }) =>
      isMatch ? (
        <mark
          key={at}
          className="rounded-[5px] bg-voice-soft px-[3px] font-[650] text-voice-strong forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
        >
          {text}
        </mark>
      ) : (
        <Fragment key={at}>{text}</Fragment>
      ),
    );
}
