import type { ReportCase } from '@relato/contract/moderation';
import { moderationText } from '../../messages/moderation.ts';
import { Button } from '../../ui/button.tsx';
import { player } from '../player/app-player.ts';
import { toAuthorName } from '../stories/story-author.ts';
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

/** What can be done about the reports of a story, by hand and by key. */
export function CaseActions({ of }: { readonly of: ReportCase }) {
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
