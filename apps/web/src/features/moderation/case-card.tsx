import type { ReportCase } from '@relato/contract/moderation';
import { useEffect, useRef } from 'react';
import { moderationText } from '../../messages/moderation.ts';
import { Button } from '../../ui/button.tsx';
import { player } from '../player/app-player.ts';
import { toAuthorName } from '../stories/story-author.ts';
import { CaseHead } from './case-head.tsx';
import { CaseStory } from './case-story.tsx';
import { DecisionSheet } from './decision-sheet.tsx';
import { useCaseActions, type CaseDecision } from './use-case-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

const { actions, presets } = moderationText;
const presetsOf: Readonly<Record<CaseDecision, readonly string[]>> = {
  hide: presets.harm,
  keep: presets.harmless,
  dismiss: presets.harmless,
  restore: presets.mercy,
};

interface CaseCardProps {
  readonly of: ReportCase;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

/** The reports of a story; the current one shows all there is to decide by. */
export function CaseCard({ of, isCurrent, onOpen }: CaseCardProps) {
  const { story } = of;
  const heading = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) heading.current?.focus();
  }, [isCurrent]);
  return (
    <li
      className={`rounded-card border bg-surface p-4 shadow-card ${isCurrent ? 'border-voice' : 'border-line/60'}`}
    >
      <h2 dir="auto" className="text-title">
        <button
          ref={heading}
          type="button"
          aria-expanded={isCurrent}
          className="touch relative w-full text-left wrap-anywhere"
          onClick={onOpen}
        >
          {story.title}
        </button>
      </h2>
      <CaseHead of={of} />
      {isCurrent && (
        <>
          <CaseStory storyId={story.id} isPrivate={!story.published} />
          <CaseActions of={of} />
        </>
      )}
    </li>
  );
}

function CaseActions({ of }: { readonly of: ReportCase }) {
  const { story } = of;
  const { asked, ask, close, decide, isSending, isStarting, review, canDecide, canRestore } =
    useCaseActions(of);
  const offered = (decision: CaseDecision) => (canDecide ? () => ask(decision) : undefined);
  const track = {
    id: story.id,
    src: `/audio/${story.id}`,
    durationSeconds: story.durationMs / 1000,
    title: story.title,
    artist: toAuthorName(story.author),
  };
  useShortcuts({
    e: () => player.toggle(track),
    r: review,
    o: offered('hide'),
    c: offered('keep'),
    d: offered('dismiss'),
  });
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t border-line/60 pt-3">
      {review && (
        <Button size="small" busy={isStarting} onClick={review}>
          {actions.review}
        </Button>
      )}
      {canDecide && (
        <>
          <Button size="small" onClick={() => ask('hide')}>
            {actions.hide}
          </Button>
          <Button size="small" variant="secondary" onClick={() => ask('keep')}>
            {actions.keep}
          </Button>
          <Button size="small" variant="secondary" onClick={() => ask('dismiss')}>
            {actions.dismiss}
          </Button>
        </>
      )}
      {canRestore && (
        <Button size="small" variant="secondary" onClick={() => ask('restore')}>
          {actions.restore}
        </Button>
      )}
      {asked && (
        <DecisionSheet
          decision={asked}
          presets={presetsOf[asked]}
          isSending={isSending}
          onDecide={decide}
          onClose={close}
        />
      )}
    </div>
  );
}
