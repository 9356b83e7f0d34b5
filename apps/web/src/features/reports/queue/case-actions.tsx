import { toAuthorName } from '../../../messages/stories.ts';
import type { ReportCase } from '@relato/contract/reports/types';
import type { ComponentProps } from 'react';
import { moderationText } from '../../../messages/moderation.ts';
import { Button } from '../../../ui/button.tsx';
import { player } from '../../player/public.ts';
import { DecisionSheet } from '../../../lib/moderation/decision-sheet.tsx';
import { useCaseActions, type CaseDecision } from './use-case-actions.ts';
import { useShortcuts } from '../../../lib/moderation/use-shortcuts.ts';

const { actions, presets } = moderationText;
const presetsOf: Readonly<Record<CaseDecision, readonly string[]>> = {
  hide: presets.harm,
  keep: presets.harmless,
  dismiss: presets.harmless,
  suspend: presets.harm,
  restore: presets.mercy,
};

interface CaseActionsProps {
  readonly of: ReportCase;
  readonly className?: string;
}

/** What can be done about the reports of a story, by hand and by key. */
export function CaseActions({ of, className = '' }: CaseActionsProps) {
  const { story } = of;
  const { asked, ask, close, decide, isSending, isStarting, review, canDecide, canSuspend, canRestore } =
    useCaseActions(of);
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
    o: canDecide ? () => ask('hide') : undefined,
    c: canDecide ? () => ask('keep') : undefined,
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
        {canDecide && (
          <>
            <KeyButton letter="o" onClick={() => ask('hide')}>
              {actions.hide}
            </KeyButton>
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
          onDecide={decide}
          onClose={close}
        />
      )}
    </>
  );
}

/** With the letter that does the same, where there is a keyboard as a rule. */
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
