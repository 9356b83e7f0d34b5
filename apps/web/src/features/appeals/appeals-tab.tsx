import type { DecideAppealInput } from '@relato/contract';
import type { Appeal } from '@relato/contract/appeals/types';
import { limits } from '@relato/contract/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toStory } from '../../lib/layout/to-story.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { DecisionSheet, useDecisionCallbacks } from '../../lib/moderation/decision-sheet.tsx';
import { PagedList } from '../../lib/paging/paged-list.tsx';
import { formatDate } from '../../messages/format.ts';
import { moderationText, toPersonName } from '../../messages/moderation.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';

const { appeals: text, actions, presets } = moderationText;

export function AppealsTab() {
  const appeals = trpc.appeals.list.useInfiniteQuery(
    {},
    { ...byCursor, refetchInterval: limits.refresh.intervalMs },
  );
  return (
    <PagedList
      label={text.label}
      query={appeals}
      empty={<EmptyState {...text.empty} />}
      render={(appeal) => <AppealCard key={appeal.id} appeal={appeal} />}
    />
  );
}

function AppealCard({ appeal }: { readonly appeal: Appeal }) {
  const [asked, setAsked] = useState<'grant' | 'reject' | null>(null);
  const close = () => setAsked(null);
  const callbacks = useDecisionCallbacks(({ decision: decided }: Pick<DecideAppealInput, 'decision'>) =>
    setAsked((open) => (open === decided ? null : open)),
  );
  const decide = trpc.appeals.decide.useMutation({
    ...callbacks,
    onSuccess: (outcome, sent) => {
      callbacks.onSuccess(outcome, sent);
      if (outcome.isBack === false) showToast(text.notBack);
    },
  });
  const { decision, viewer } = appeal;
  const { storyId } = decision;
  return (
    <li className="rounded-card border border-line/60 bg-surface p-4 shadow-card">
      <h2 className="text-title">{text.kinds[decision.kind]}</h2>
      <p className="text-sm text-muted">
        {toPersonName(appeal.user.username)} · {formatDate(appeal.createdAt)}
      </p>
      {decision.subject !== '' && (
        <p dir="auto" className="mt-1 line-clamp-3 wrap-anywhere">
          «{decision.subject}»
        </p>
      )}
      <p dir="auto" className="mt-1 text-sm wrap-anywhere text-muted">
        {text.reason(decision.reason, toPersonName(decision.by?.username))}
      </p>
      <p
        dir="auto"
        className="mt-2.5 rounded-field bg-sunken px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere"
      >
        {appeal.text}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {viewer.canDecide ? (
          <>
            <Button size="small" onClick={() => setAsked('grant')}>
              {actions.grant}
            </Button>
            <Button size="small" variant="secondary" onClick={() => setAsked('reject')}>
              {actions.reject}
            </Button>
          </>
        ) : (
          <p className="w-full text-sm text-muted">{text.ownDecision}</p>
        )}
        {storyId !== null && (
          <Link to="." search={toStory(storyId)} className={buttonClass('outline', 'small')}>
            {text.story}
          </Link>
        )}
      </div>
      {asked && (
        <DecisionSheet
          decision={asked}
          presets={asked === 'grant' ? presets.mercy : presets.firm}
          isSending={decide.isPending}
          onDecide={(note) => decide.mutate({ id: appeal.id, decision: asked, note })}
          onClose={close}
        />
      )}
    </li>
  );
}
