import type { SessionUser } from '@relato/contract/account/types';
import { useEffect, useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { readLocal, storeLocal } from '../../../lib/local-storage.ts';
import { pushText } from '../../../messages/bell/push.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { readPushState } from './push-browser.ts';
import { useEnablePush } from './use-push.ts';

const askedKey = 'relato.push-asked';

interface PushQuestionProps {
  readonly user: SessionUser;
  readonly onClose: () => void;
}

/** Asks once in this browser, after the first publication, and only if this browser can be subscribed. */
export function PushQuestion({ user, onClose }: PushQuestionProps) {
  const { data: settings } = trpc.news.settings.useQuery();
  const [isOff, setOff] = useState(false);
  const enable = useEnablePush(user.id);
  useEffect(() => {
    const look = async () => setOff((await readPushState(user.id)) === 'off');
    if (readLocal(askedKey) === null) void look();
  }, [user.id]);
  const pushKey = settings?.pushKey;
  if (!isOff || !pushKey) return null;
  const { title, text, yes, no } = pushText.question;
  const close = () => {
    storeLocal(askedKey, 'yes');
    onClose();
  };
  return (
    <ModalSheet title={title} onClose={close}>
      <p className="mt-1.5 mb-5 text-muted">{text}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={close}>
          {no}
        </Button>
        <Button busy={enable.isPending} onClick={() => enable.mutate(pushKey, { onSettled: close })}>
          {yes}
        </Button>
      </div>
    </ModalSheet>
  );
}
