import type { CommunityRule } from '@relato/contract/appeals/statements';
import type { ReportCase } from '@relato/contract/reports/types';
import { type ComponentProps, useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { DecisionSheet, useDecisionCallbacks } from '../../../lib/moderation/decision-sheet.tsx';
import { useShortcuts } from '../../../lib/moderation/use-shortcuts.ts';
import { moderationText } from '../../../messages/moderation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { player } from '../../player/public.ts';
import { toCaseTrack } from './heard-from.ts';

const { actions, presets, reports: text } = moderationText;
const presetsOf: Readonly<Record<CaseDecision, readonly string[]>> = {
  hide: presets.harm,
  keep: presets.harmless,
  letIn: presets.welcome,
  dismiss: presets.harmless,
  suspend: presets.harm,
  restore: presets.mercy,
};

interface CaseActionsProps {
  readonly reportCase: ReportCase;
  readonly className: string;
  readonly onReview: (storyId: string) => void;
}

export function CaseActions({ reportCase, className, onReview }: CaseActionsProps) {
  const { story, viewer } = reportCase;
  const { letsInMore } = viewer;
  const {
    asked,
    ask,
    close,
    decide,
    isSending,
    isStarting,
    review,
    canHide,
    canDecide,
    canLetIn,
    canSuspend,
    canRestore,
  } = useCaseActions(reportCase, onReview);
  const track = toCaseTrack(story);
  useShortcuts({
    e: () => player.toggle(track),
    r: review,
    o: canHide ? () => ask('hide') : undefined,
    c: canDecide ? () => ask('keep') : canLetIn ? () => ask('letIn') : undefined,
    d: canDecide ? () => ask('dismiss') : undefined,
    s: canSuspend ? () => ask('suspend') : undefined,
  });
  return (
    <>
      <div className={`mt-4 flex flex-wrap gap-2 border-t border-line/60 pt-3 ${className}`}>
        {review && (
          <KeyButton letter="r" busy={isStarting} onClick={review}>
            {actions.review}
          </KeyButton>
        )}
        {canLetIn && (
          <KeyButton letter="c" onClick={() => ask('letIn')}>
            {actions.letIn}
          </KeyButton>
        )}
        {canHide && (
          <KeyButton letter="o" variant={canLetIn ? 'secondary' : 'primary'} onClick={() => ask('hide')}>
            {actions.hide}
          </KeyButton>
        )}
        {canDecide && (
          <>
            <KeyButton letter="c" variant="secondary" onClick={() => ask('keep')}>
              {actions.keep}
            </KeyButton>
            <KeyButton letter="d" variant="secondary" onClick={() => ask('dismiss')}>
              {actions.dismiss}
            </KeyButton>
          </>
        )}
        {canSuspend && (
          <KeyButton letter="s" variant="outline" onClick={() => ask('suspend')}>
            {actions.suspendAuthor}
          </KeyButton>
        )}
        {canRestore && (
          <Button size="small" variant="secondary" onClick={() => ask('restore')}>
            {actions.restore}
          </Button>
        )}
      </div>
      {asked && (
        <DecisionSheet
          decision={asked}
          presets={presetsOf[asked]}
          isSending={isSending}
          about={story.title}
          remark={asked === 'letIn' && letsInMore > 0 ? text.letsInMore(letsInMore) : undefined}
          onDecide={decide}
          onClose={close}
        />
      )}
    </>
  );
}

/** Shows the shortcut on wide screens, where there is usually a keyboard. */
function KeyButton({
  letter,
  children,
  ...rest
}: ComponentProps<typeof Button> & { readonly letter: string }) {
  return (
    <Button {...rest} size="small" aria-keyshortcuts={letter}>
      {children}
      <kbd
        aria-hidden="true"
        className="hidden rounded-[0.375rem] border border-current/40 px-1.5 font-ui text-xs/5 uppercase lg:inline"
      >
        {letter}
      </kbd>
    </Button>
  );
}

type CaseDecision = 'hide' | 'keep' | 'letIn' | 'dismiss' | 'suspend' | 'restore';

/** Provides the possible decisions about a case, and the one that still lacks its reason. */
function useCaseActions({ story, status, viewer }: ReportCase, onReview: (storyId: string) => void) {
  const [asked, setAsked] = useState<CaseDecision | null>(null);
  const close = () => setAsked(null);
  const end = (...decided: readonly CaseDecision[]) =>
    setAsked((open) => (open !== null && decided.includes(open) ? null : open));
  const review = trpc.reports.review.useMutation({
    ...useDecisionCallbacks(),
    onSuccess: (_answer, { storyId }) => onReview(storyId),
  });
  const resolve = trpc.reports.resolve.useMutation(useDecisionCallbacks(() => end('hide', 'keep', 'letIn')));
  const dismiss = trpc.reports.dismiss.useMutation(useDecisionCallbacks(() => end('dismiss')));
  const suspend = trpc.users.suspend.useMutation(useDecisionCallbacks(() => end('suspend')));
  const restore = trpc.stories.restore.useMutation(useDecisionCallbacks(() => end('restore')));

  const decide = (reason: string, rule: CommunityRule | null) => {
    const storyId = story.id;
    if (asked === 'hide' || asked === 'keep') resolve.mutate({ storyId, story: asked, note: reason, rule });
    if (asked === 'letIn') resolve.mutate({ storyId, story: 'keep', note: reason, rule });
    if (asked === 'dismiss') dismiss.mutate({ storyId, note: reason });
    if (asked === 'suspend') suspend.mutate({ userId: story.author.id, reason, rule });
    if (asked === 'restore') restore.mutate({ id: storyId, reason });
  };
  const isReviewing = status === 'reviewing';
  const isDecided = status === 'resolved' || status === 'dismissed';
  return {
    asked,
    ask: setAsked,
    close,
    decide,
    isSending: resolve.isPending || dismiss.isPending || suspend.isPending || restore.isPending,
    isStarting: review.isPending,
    // A review that began before the author asked for the publication does not show the story yet.
    review:
      status === 'pending' || (isReviewing && story.isWaiting && !viewer.seesWaiting)
        ? () => review.mutate({ storyId: story.id })
        : undefined,
    // A moderator hides a private story only if they may look at it.
    canHide: isReviewing && (story.published || viewer.seesWaiting || viewer.opensUntil !== null),
    canDecide: isReviewing && !story.isWaiting,
    canLetIn: isReviewing && viewer.seesWaiting,
    canSuspend: isReviewing && viewer.canSuspendAuthor,
    canRestore: isDecided && story.hidden !== null && story.hidden.reason !== null,
  };
}
