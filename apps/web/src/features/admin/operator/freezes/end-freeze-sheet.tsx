import type { Freeze } from '@relato/contract/stories/types';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../../lib/layout/modal-sheet.tsx';
import { freezesText } from '../../../../messages/operator/freezes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useFreezeCallbacks } from './use-freeze-callbacks.ts';

const { end: text } = freezesText;

interface EndFreezeSheetProps {
  readonly freeze: Freeze;
  readonly onClose: () => void;
}

/** Asks before erasing a copy, which cannot be undone. */
export function EndFreezeSheet({ freeze: { id, caseNumber }, onClose }: EndFreezeSheetProps) {
  const end = trpc.stories.endFreeze.useMutation(useFreezeCallbacks({ texts: text, onDone: onClose }));
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <p dir="auto" className="mt-1.5 font-[650] wrap-anywhere">
        {freezesText.caseOf(caseNumber)}
      </p>
      <p className="mt-1.5 mb-5 text-muted">{text.hint}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {freezesText.cancel}
        </Button>
        <Button variant="danger" busy={end.isPending} onClick={() => end.mutate({ id })}>
          {text.confirm}
        </Button>
      </div>
    </ModalSheet>
  );
}
