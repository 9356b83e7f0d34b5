import type { ReportCase } from '@relato/contract/reports/types';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useDecisionCallbacks } from '../../../lib/moderation/use-decided.ts';

export type CaseDecision = 'hide' | 'keep' | 'dismiss' | 'suspend' | 'restore';

/** What a moderator can do with the reports of a story now, and the decision that still lacks its reason. */
export function useCaseActions({ story, status, viewer }: ReportCase) {
  const [asked, setAsked] = useState<CaseDecision | null>(null);
  const close = () => setAsked(null);
  const decided = useDecisionCallbacks(close);
  const review = trpc.reports.review.useMutation({ ...decided, onSuccess: () => {} });
  const resolve = trpc.reports.resolve.useMutation(decided);
  const dismiss = trpc.reports.dismiss.useMutation(decided);
  const suspend = trpc.users.suspend.useMutation(decided);
  const restore = trpc.stories.restore.useMutation(decided);

  const decide = (reason: string) => {
    const storyId = story.id;
    if (asked === 'hide' || asked === 'keep') resolve.mutate({ storyId, story: asked, note: reason });
    if (asked === 'dismiss') dismiss.mutate({ storyId, note: reason });
    if (asked === 'suspend') suspend.mutate({ userId: story.author.id, reason });
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
    review: status === 'pending' ? () => review.mutate({ storyId: story.id }) : undefined,
    canDecide: isReviewing,
    canSuspend: isReviewing && viewer.canSuspendAuthor,
    canRestore: isDecided && story.hidden !== null && story.hidden.reason !== null,
  };
}
