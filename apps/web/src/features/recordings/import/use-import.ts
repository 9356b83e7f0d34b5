import type { RecordingId } from '@relato/contract/ids';
import { share, type ShareOutcome } from '@relato/contract/recordings/share-target';
import { deleteDB } from 'idb';
import { trpc } from '../../../lib/calls/trpc.ts';
import { heardDatabase } from '../../../lib/forget-heard.ts';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import { recorderImportText } from '../../../messages/recordings/import.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { drafts } from '../drafts/store/drafts.ts';
import { requestPersistence } from '../drafts/store/persistence.ts';
import { forgetSharedFile, measureDurationMs } from './browser-files.ts';
import { checkFile, type ImportRefusal } from './check-file.ts';
import { importFile } from './import-file.ts';

type Take = (file: File, isShared?: boolean) => void;

/** After an OAuth sign-in, which leaves the page, the shared file is still there. */
const backToShared = `/record?${share.parameter}=${'taken' satisfies ShareOutcome}`;

/** Ends a share: removes its file, and clears the address, so that a reload does not repeat it. */
export function forgetShared(): void {
  const address = new URL(location.href);
  address.searchParams.delete(share.parameter);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  void forgetSharedFile().catch(() => undefined);
}

/** The longest wait for a browser that does not answer. */
const roomPatienceMs = 2_000;

/** Resolves when the stories that are kept for hearing without a network are gone: recordings come first. */
const makeRoom = (): Promise<void> =>
  withTimeout(roomPatienceMs, deleteDB(heardDatabase)).catch(() => undefined);

/** Returns a function that makes a recording of a file, or says why it cannot. Visitors sign in first. */
export function useImport(onImported: (id: RecordingId) => void): Take {
  const { account } = trpc.useUtils();
  const requireSession = useRequireSession();
  const store = async (file: File, isShared: boolean) => {
    const session = account.session.getData();
    if (!session) return;
    void requestPersistence();
    const userId = session.user.id;
    const imported = await importFile({ file, userId, drafts, measureDurationMs, makeRoom });
    if (isShared) forgetShared();
    if ('refusal' in imported) await showImportRefusal(imported.refusal);
    else onImported(imported.id);
  };
  return (file, isShared = false) => {
    // A file that cannot be taken is no reason to sign in.
    const refusal = checkFile(file);
    if (refusal) {
      if (isShared) forgetShared();
      void showImportRefusal(refusal);
      return;
    }
    requireSession(() => void store(file, isShared), {
      mode: 'sign-up',
      purpose: 'record',
      ...(isShared && { returnTo: backToShared }),
    });
  };
}

export async function showImportRefusal(refusal: ImportRefusal): Promise<void> {
  // Loaded with its chunk, which the recorder does not need otherwise.
  const { errorText } = await import('../../../messages/errors.ts');
  const texts = { ...errorText, ...recorderImportText.refusals };
  showToast({ title: recorderImportText.failed, text: texts[refusal], tone: 'destructive' });
}
