import type { ProfileSummary } from '@relato/contract/profiles/types';
import { toSubject } from '@relato/contract/stories/rules';
import type { Story, StorySummary } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';
import { memo, type ComponentType, useState } from 'react';
import { toStory } from '../../../lib/layout/to-story.ts';
import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';
import { formatDate } from '../../../messages/format.ts';
import { storiesText, toAuthorName } from '../../../messages/stories.ts';
import { Avatar } from '../../../lib/avatar/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Reason } from '../for-me/for-me-parts.tsx';
import { CommentsBlock, CommentsToggle, useCommentsOpen } from '../../comments/public.ts';
import { TrackPlayer, useStoryTrack, type Track } from '../../player/public.ts';
import { WarmthPart } from '../../reactions/public.ts';
import { ReportButton } from '../../reports/public.ts';
import { DownloadTranscript, StoryTranscript } from '../../transcription/public.ts';
import { StoryActions } from './story-actions.tsx';
import { StoryMenu } from './story-menu.tsx';
import { storyCardAttribute, useExpanded } from './use-expanded.ts';
import { tagClass } from '../../../ui/tag-class.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const AskedLine = lazyOptional(
  async () => (await import('./asked-line.tsx')).AskedLine,
  () => <div className="mb-2 h-19" />,
);

const WaitingNotice = lazyOptional(async () => (await import('../own/waiting-notice.tsx')).WaitingNotice);

const HiddenNotice = lazyOptional(async () => (await import('../own/hidden-notice.tsx')).HiddenNotice);

interface StoryCardProps {
  readonly story: StorySummary | Story;
  /** `single`: alone on its screen, with the whole text. `own`: on the profile, with its state. */
  readonly mode?: 'community' | 'single' | 'own';
  /** Shown under the card. Must not change while the card is mounted. */
  readonly Actions?: StoryCardActions;
}

export type StoryCardActions = ComponentType<{ readonly story: StorySummary }>;

export const StoryCard = memo(function StoryCard({ story, mode = 'community', Actions }: StoryCardProps) {
  const track = useStoryTrack(story);
  const comments = useCommentsOpen(`${mode} ${story.id}`, mode === 'single');
  // The listener of a shared private story can only play, read and report it.
  const isForViewer = story.isShared && !story.viewer.canEdit;
  return (
    <article
      {...{ [storyCardAttribute]: '' }}
      className="rounded-card border border-line/60 bg-surface px-4 pt-4 pb-2 shadow-card"
    >
      {story.reason && <Reason story={story} reason={story.reason} />}
      <StoryHead
        story={story}
        showState={mode === 'own' && !story.hidden && !story.isShared && !story.isWaiting}
      />
      {story.hidden && <HiddenNotice reason={story.hidden.reason} isOwn={story.viewer.canEdit} />}
      {story.isWaiting && <WaitingNotice />}
      {(story.question ?? story.origin) && <AskedLine story={story} />}
      <h2 dir="auto" className="text-title">
        {mode === 'single' ? (
          story.title
        ) : (
          <Link to="." search={toStory(story.id)} preload={false} className="touch block">
            <span className="line-clamp-4">{story.title}</span>
          </Link>
        )}
      </h2>
      <div className="mt-3 mb-2.5">
        <TrackPlayer
          track={track}
          peaks={story.peaks}
          overlay={!isForViewer && <WarmthPart story={story} track={track} isOpen={mode === 'single'} />}
        />
      </div>
      <CardTranscript story={story} track={track} isSingle={mode === 'single'} />
      {story.isTranscribedAgain && (
        <p className="mt-1.5 text-sm text-muted italic">{storiesText.transcribedAgain}</p>
      )}
      {story.isUnsure && <p className="mt-1.5 text-sm font-[560]">{storiesText.unsure}</p>}
      {mode === 'single' && <DownloadTranscript story={story} />}
      <StoryTags title={story.title} tags={story.tags} />
      {isForViewer ? (
        <div className="-mx-1.5 flex justify-end text-muted">
          <ReportButton storyId={story.id} />
        </div>
      ) : (
        <>
          <StoryActions story={story} comments={<CommentsToggle count={story.comments} {...comments} />} />
          {comments.isOpen && <CommentsBlock id={comments.blockId} story={story} />}
        </>
      )}
      {Actions && <Actions story={story} />}
    </article>
  );
});

interface CardTranscriptProps {
  readonly story: StorySummary | Story;
  readonly track: Track;
  readonly isSingle: boolean;
}

/** A part of its own, so that a press that plays does not render the whole card. */
function CardTranscript({ story, track, isSingle }: CardTranscriptProps) {
  const [isExpanded, expand] = useExpanded(story.id);
  return <StoryTranscript story={story} track={track} isOpen={isSingle || isExpanded} onOpen={expand} />;
}

function StoryHead({ story, showState }: { readonly story: StorySummary; readonly showState: boolean }) {
  return (
    <div className="relative mb-2.5 flex flex-wrap items-center gap-2.5">
      <Avatar username={story.author?.username ?? storiesText.anonymous} photo={story.author?.photo} />
      <div className="min-w-[8rem] flex-1">
        {/* Beside the name, because the date below needs the whole width of a phone. */}
        <div className="flex flex-wrap items-center justify-between gap-x-2 pr-9">
          <p className="min-w-0 truncate font-[650]">
            <AuthorLink author={story.author} />
          </p>
          {showState && (
            <Badge tone={story.published ? 'leaf' : 'quiet'}>
              {story.published ? storiesText.published : storiesText.private}
            </Badge>
          )}
        </div>
        <time dateTime={story.createdAt.toISOString()} className="block text-sm text-muted">
          {formatDate(story.createdAt)}
        </time>
      </div>
      {/* The menu lies above the author's link, whose touch target is the whole line. */}
      <div className="absolute -top-3 -right-2">
        <StoryMenu story={story} />
      </div>
    </div>
  );
}

/** The author's name; links to the profile, if there is one. The nearest positioned box is the touch target. */
function AuthorLink({ author }: { readonly author: ProfileSummary | null }) {
  const name = toAuthorName(author);
  if (!author?.username) return name;
  return (
    <Link
      to="/u/$username"
      params={{ username: author.username }}
      className="before:absolute before:-inset-y-1 before:right-0 before:left-0 hover:underline"
    >
      {name}
    </Link>
  );
}

/** Thirty tags would push the next story off the screen. */
const shownAtFirst = 5;

/** The tags of a story, each linked to its subject. Only the first of many show until the rest is expanded. */
function StoryTags({ title, tags }: { readonly title: string; readonly tags: readonly string[] }) {
  const [showsAll, setShowsAll] = useState(false);
  // A button for one more tag would take as much room as the tag.
  const shown = showsAll || tags.length <= shownAtFirst + 1 ? tags : tags.slice(0, shownAtFirst);
  const hidden = tags.length - shown.length;
  return (
    <ul tabIndex={-1} aria-label={storiesText.tags} className="mt-1 flex flex-wrap gap-x-1.5 empty:hidden">
      {shown.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            to="/tema/$tag"
            params={{ tag: toSubject(tag) }}
            preload={false}
            dir="auto"
            className={`touch my-1.5 ${tagClass}`}
          >
            {tag}
          </Link>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            ref={keepFocus}
            type="button"
            aria-label={storiesText.moreTags(hidden, title)}
            className={`touch my-1.5 ${tagClass}`}
            onClick={() => setShowsAll(true)}
          >
            +{hidden}
          </button>
        </li>
      )}
    </ul>
  );
}
