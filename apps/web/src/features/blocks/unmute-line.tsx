import { blocksText } from '../../messages/account/blocks.ts';
import { TextButton } from '../../ui/buttons/text-button.tsx';
import { useUndoBlock } from './use-block.ts';
import { keepFocus } from '../../lib/layout/keep-focus.ts';

/** Says on a profile that the viewer mutes it, and undoes it. */
export function UnmuteLine({ userId }: { readonly userId: string }) {
  const undo = useUndoBlock();
  return (
    <p
      ref={keepFocus}
      className="mt-3 flex flex-wrap items-center justify-between gap-x-3 rounded-field bg-sunken px-4 text-sm"
    >
      <span className="py-3">{blocksText.muted}</span>
      <TextButton busy={undo.isPending} onClick={() => undo.mutate({ userId, kind: 'mute' })}>
        {blocksText.undo.mute}
      </TextButton>
    </p>
  );
}
