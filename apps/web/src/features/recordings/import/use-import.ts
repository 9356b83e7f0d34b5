import type { RecordingId } from '@relato/contract/ids';
import { share, type ShareOutcome } from '@relato/contract/recordings/share-target';
import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import { recorderImportText } from '../../../messages/recordings/import.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import type { Answerable } from '../../../lib/kept-question.ts';
import { draftsQueryKey } from '../drafts/list/draft-requests.ts';
import { toFormAnswer } from '../review/story-form.ts';
import type { Recovery } from '../drafts/store/active-recording.ts';
import { drafts } from '../drafts/store/drafts.ts';
import { makeRoom } from '../drafts/store/make-room.ts';
import { requestPersistence } from '../drafts/store/persistence.ts';
import { checkFile, type ImportRefusal, importFile } from './import-file.ts';

/** `offer` is given for a shared file: it shows the question about it while the file is not taken, and hides it meanwhile. */
type Take = (file: File, offer?: (isOffered: boolean) => void) => void;

/** Opens the recording of an imported file, or resolves with why it is not open. */
export type Recover = (id: RecordingId) => Promise<Recovery>;

/** A sign-in that leaves the page, or a sign-up, returns here, where the shared file is still available. */
const backToShared = `/record?${share.parameter}=${'taken' satisfies ShareOutcome}`;

/** Ends a share: removes its file, and clears the address, so that a reload does not repeat it. */
export function forgetShared(): void {
  const address = new URL(location.href);
  address.searchParams.delete(share.parameter);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  void forgetSharedFile().catch(() => undefined);
}

/**
 * Returns a function that imports a file, as an answer if there is a question, or shows why it cannot. Visitors sign in
 * first.
 */
export function useImport(recover: Recover, question: Answerable | null): Take {
  const { account } = trpc.useUtils();
  const queryClient = useQueryClient();
  const requireSession = useRequireSession();
  const store: (...taken: Parameters<Take>) => Promise<void> = async (file, offer) => {
    const session = account.session.getData();
    if (!session) return;
    offer?.(false);
    void requestPersistence();
    const { id: userId, username } = session.user;
    const imported = await importFile({ file, userId, drafts, measureDurationMs, makeRoom });
    if ('refusal' in imported && mayPass(imported.refusal)) offer?.(true);
    else if (offer) forgetShared();
    const answer = toFormAnswer(question, { userId, username });
    // The recording is complete without the answer.
    if (answer && 'id' in imported) await drafts.update(imported.id, { answer }).catch(() => false);
    if ('refusal' in imported) return showImportRefusal(imported.refusal);
    if ((await recover(imported.id).catch(() => null)) === 'open') return;
    showToast({ ...recorderImportText.kept, tone: 'destructive' });
    await queryClient.invalidateQueries({ queryKey: draftsQueryKey });
  };
  return (file, offer) => {
    offer?.(false);
    // A file that cannot be imported must not lead to a sign-in.
    const refusal = checkFile(file);
    if (refusal) {
      if (offer) forgetShared();
      void showImportRefusal(refusal);
      return;
    }
    const request = { mode: 'sign-up', purpose: 'record', ...(offer && { returnTo: backToShared }) } as const;
    // Visitors who close the sheet are asked again.
    requireSession(
      () => void store(file, offer),
      request,
      () => offer?.(true),
    );
  };
}

const mayPass = (refusal: ImportRefusal): boolean => refusal === 'no-room' || refusal === 'not-stored';

export async function showImportRefusal(refusal: ImportRefusal): Promise<void> {
  // Loaded only here, because the recorder does not need these texts otherwise. The title is enough if they do not load.
  const errors = await import('../../../messages/errors.ts').catch(() => null);
  const texts: Partial<Record<ImportRefusal, string>> = {
    ...errors?.errorText,
    ...recorderImportText.refusals,
  };
  showToast({ title: recorderImportText.failed, text: texts[refusal], tone: 'destructive' });
}

const metadataTimeoutMs = 3_000;

/** Returns the duration that the browser reads; null if it cannot read it in time. */
async function measureDurationMs(file: Blob): Promise<number | null> {
  const audio = new Audio();
  const src = URL.createObjectURL(file);
  const read = new Promise<number>((resolve, reject) => {
    audio.addEventListener('loadedmetadata', () => resolve(audio.duration * 1000));
    audio.addEventListener('error', () => reject(new Error('unreadable')));
  });
  audio.preload = 'metadata';
  audio.src = src;
  try {
    const durationMs = await withTimeout(metadataTimeoutMs, read);
    // Recordings that a browser made have no duration in their header.
    return Number.isFinite(durationMs) ? durationMs : null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(src);
  }
}

/** Returns the file that the service worker keeps for the recorder; null if there is none. */
export async function readSharedFile(): Promise<File | null> {
  if (!('caches' in globalThis)) return null;
  const cache = await caches.open(share.cache);
  const kept = await cache.match(share.address);
  if (!kept) return null;
  const sound = await kept.blob();
  const name = decodeURIComponent(kept.headers.get(share.nameHeader) ?? '');
  return new File([sound], name, { type: kept.headers.get('content-type') ?? '' });
}

/** Removes the shared file, once it is stored as a recording or refused. */
async function forgetSharedFile(): Promise<void> {
  const cache = await caches.open(share.cache);
  await cache.delete(share.address);
}
