import type { OwnQuestion } from '@relato/contract/questions/types';
import { Link2Off } from 'lucide-react';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { questionsText } from '../../messages/questions/questions.ts';
import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { useIsThere } from '../../lib/layout/use-is-there.ts';

interface WithdrawSheetProps {
  readonly question: OwnQuestion;
  readonly onClose: () => void;
}

/** Asks for confirmation, because a withdrawn link cannot be restored. */
export function WithdrawSheet({ question, onClose }: WithdrawSheetProps) {
  const { questions } = trpc.useUtils();
  const isThere = useIsThere();
  const withdraw = trpc.questions.withdraw.useMutation({
    onSuccess: () => {
      showToast({ title: questionsText.withdrawn });
      if (isThere()) onClose();
    },
    onError: (error) =>
      showToast({ title: questionsText.withdrawFailed, text: toErrorText(error), tone: 'destructive' }),
    onSettled: () => questions.invalidate(),
  });
  const { title, text } = questionsText.withdrawal;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p dir="auto" className="mt-1.5 font-[650] wrap-anywhere">
        {question.text}
      </p>
      <p className="mt-1.5 mb-5 text-muted">{text}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button
          variant="danger"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: question.id })}
        >
          <Link2Off aria-hidden="true" />
          {questionsText.withdraw}
        </Button>
      </div>
    </ModalSheet>
  );
}
