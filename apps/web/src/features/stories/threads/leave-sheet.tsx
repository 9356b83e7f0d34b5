import type { StorySummary } from '@relato/contract/stories/types';
import { LogOut } from 'lucide-react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { shellText } from '../../../messages/shell.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useLeaveThread } from './use-leave-thread.ts';

interface LeaveSheetProps {
  /** A reply to a story, or a follow-up of one; the viewer told one of the two. */
  readonly story: StorySummary;
  readonly onClose: () => void;
}

/** Warns before a story is detached from another one, which cannot be undone. */
export function LeaveSheet({ story, onClose }: LeaveSheetProps) {
  const kind = story.origin?.kind ?? 'reply';
  const texts = threadsText.leaving[story.viewer.canEdit ? 'own' : 'others'][kind];
  const leave = useLeaveThread(story, texts.done, onClose);
  return (
    <ModalSheet title={texts.title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">
        {texts.text(story.title, toAuthorName(story.author))} {threadsText.leaving.forGood}
      </p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button busy={leave.isPending} onClick={() => leave.mutate({ id: story.id })}>
          <LogOut aria-hidden="true" />
          {texts.leave}
        </Button>
      </div>
    </ModalSheet>
  );
}
