import { limits } from '@relato/contract/limits';
import { retention } from '@relato/contract/retention';
import type { ReportCase, WatchedFind } from '@relato/contract/reports/types';
import type { Story } from '@relato/contract/stories/types';
import type { Comment } from '@relato/contract/comments/types';
import { Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { formatDate, formatDuration } from '../../../messages/format.ts';
import { moderationText } from '../../../messages/moderation.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { getPosition, player, TrackPlayer, useStoryTrack } from '../../player/public.ts';
import { StoryTranscript } from '../../transcription/public.ts';
import { CaseActions } from './case-actions.tsx';
import { WatchedWords } from './watched-words.tsx';
import { findMostReported, toHeat, toLeadSeconds, toPlaces } from './heard-from.ts';
import { DecisionSheet, useDecisionCallbacks } from '../../../lib/moderation/decision-sheet.tsx';
import { PagedList } from '../../../lib/paging/paged-list.tsx';
import { commentsText, toCommenterName } from '../../../messages/comments.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { HeatLine } from '../../../ui/heat-line.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { byCursor } from '../../../lib/paging/by-cursor.ts';

const text = moderationText.reports;
const shownPlaces = 5;

export interface CaseDetailsProps {
  readonly reportCase: ReportCase;
  readonly onReview: (storyId: string) => void;
}

export function CaseDetails({ reportCase, onReview }: CaseDetailsProps) {
  const { id, published } = reportCase.story;
  const { opensUntil, seesWaiting } = reportCase.viewer;
  const isOpen = published || seesWaiting || opensUntil !== null;
  const story = trpc.stories.byId.useQuery({ id }, { enabled: isOpen });
  const hint = toHint(reportCase);
  return (
    <>
      {hint !== null && <p className="mt-3 text-muted">{hint}</p>}
      {story.isLoading && <Skeleton className="mt-3 h-24 rounded-card!" />}
      {story.isLoadingError && <p className="mt-3 text-muted">{text.storyFailed}</p>}
      {story.data && <LoadedStory story={story.data} reportCase={reportCase} />}
      {isOpen && <WatchedWords reportCase={reportCase} />}
      {/* The buttons keep their place when the story above them loads. */}
      <CaseActions
        reportCase={reportCase}
        className={story.isLoading ? 'invisible' : ''}
        onReview={onReview}
      />
      {story.data && <CaseComments storyId={id} watched={reportCase.watched} />}
    </>
  );
}

/** Says which part of a story that is not public the viewer sees, and for how long. */
function toHint({ story, viewer }: ReportCase): string | null {
  if (story.published) return story.hidden ? text.hiddenHint : null;
  if (story.isWaiting) return viewer.seesWaiting ? text.firstHint : text.firstUnseen;
  if (viewer.opensUntil === null) return text.privateHint(retention.reportedText.hours);
  return text.opensUntil(formatDate(viewer.opensUntil));
}

interface LoadedStoryProps {
  readonly story: Story;
  readonly reportCase: ReportCase;
}

/** The text stands first, and nothing plays until the moderator starts it. */
function LoadedStory({ story, reportCase: { places, watched } }: LoadedStoryProps) {
  const { softerDb } = limits.report;
  const heard = useStoryTrack(story);
  const track = useMemo(() => ({ ...heard, softerDb }), [heard, softerDb]);
  const marked = [...places, ...toPlaces(watched)];
  const [most] = findMostReported(marked, 1);
  useEffect(() => {
    if (most && getPosition(player.getState(), story.id) === 0)
      player.seek(story.id, toLeadSeconds(most.atMs));
  }, [most, story.id]);
  return (
    <div className="mt-3">
      <StoryTranscript story={story} track={track} isOpen onOpen={() => {}} />
      <div className="mt-2.5">
        <TrackPlayer
          track={track}
          peaks={story.peaks}
          overlay={marked.length > 0 && <HeatLine parts={toHeat(marked, story.durationMs)} />}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {findMostReported(places, shownPlaces).map(({ atMs, count }) => (
          <Button
            key={atMs}
            size="small"
            variant="secondary"
            onClick={() => player.playFrom(track, toLeadSeconds(atMs))}
          >
            {text.place(formatDuration(atMs), count)}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface CaseCommentsProps {
  readonly storyId: string;
  readonly watched: readonly WatchedFind[];
}

/** The comments of a reported story; each can be removed. */
function CaseComments({ storyId, watched }: CaseCommentsProps) {
  const [removing, setRemoving] = useState<Comment | null>(null);
  const close = () => setRemoving(null);
  const decided = useDecisionCallbacks(({ id }: { readonly id: string }) =>
    setRemoving((open) => (open?.id === id ? null : open)),
  );
  const remove = trpc.comments.remove.useMutation(decided);
  const comments = trpc.comments.list.useInfiniteQuery({ storyId }, byCursor);
  return (
    <section aria-label={text.comments} className="mt-4">
      <h3 className="mb-2 text-sm font-[650]">{text.comments}</h3>
      <PagedList
        label={text.comments}
        query={comments}
        empty={<p className="text-sm text-muted">{text.noComments}</p>}
        render={(comment) => (
          <li key={comment.id} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 text-sm font-[650]">
                <bdi className="truncate">{toCommenterName(comment)}</bdi>
                {!comment.author && <Badge tone="quiet">{commentsText.visitor}</Badge>}
                {watched.some(({ commentId }) => commentId === comment.id) && (
                  <Badge tone="quiet">{text.hasWatched}</Badge>
                )}
              </p>
              <p dir="auto" className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">
                {comment.content}
              </p>
            </div>
            <IconButton
              label={text.removeComment(toCommenterName(comment))}
              icon={<Trash2 />}
              className="-mt-1 text-muted"
              onClick={() => setRemoving(comment)}
            />
          </li>
        )}
      />
      {removing && (
        <DecisionSheet
          decision="removeComment"
          presets={moderationText.presets.harm}
          isSending={remove.isPending}
          onDecide={(reason, rule) => remove.mutate({ id: removing.id, reason, rule })}
          onClose={close}
        />
      )}
    </section>
  );
}
