import type { RecordingId } from '@relato/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { draftsText } from '../../../messages/drafts.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { DraftNotice } from './draft-notice.tsx';
import { takeRequestedDraft } from './draft-request.ts';
import { draftsKey } from './drafts-key.ts';

interface DraftsToRecoverProps {
  readonly onRecover: (id: RecordingId) => Promise<boolean>;
}

/** On the recorder itself: the drafts, and the one that was chosen elsewhere. */
export function DraftsToRecover({ onRecover }: DraftsToRecoverProps) {
  const queryClient = useQueryClient();
  const recover = async (id: RecordingId) => {
    if (await onRecover(id)) return;
    showToast({ ...draftsText.elsewhere, tone: 'destructive' });
    await queryClient.invalidateQueries({ queryKey: draftsKey });
  };
  useEffect(() => {
    const id = takeRequestedDraft();
    if (id) void recover(id);
    // oxlint-disable-next-line react/exhaustive-deps -- when the screen is shown, not later
  }, []);
  return <DraftNotice onRecover={(id) => void recover(id)} />;
}
