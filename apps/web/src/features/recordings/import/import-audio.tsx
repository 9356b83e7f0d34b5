import type { RecordingId } from '@relato/contract/ids';
import { share, type ShareOutcome } from '@relato/contract/recordings/share';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';
import { recorderImportText } from '../../../messages/recorder-import.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { drafts } from '../drafts/drafts.ts';
import { forgetSharedFile, measureDurationMs, readSharedFile } from './browser-files.ts';
import { checkFile, type ImportRefusal } from './check-file.ts';
import { importFile } from './import-file.ts';

interface ImportAudioProps {
  readonly onImported: (id: RecordingId) => void;
}

/** Takes a voice memo: one that the user chooses, or that another app shared with this one. */
export function ImportAudio({ onImported }: ImportAudioProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = useImport(onImported);
  useSharedFile(take);
  return (
    <>
      {' · '}
      <button
        type="button"
        className="touch font-[650] text-voice-strong"
        onClick={() => input.current?.click()}
      >
        {recorderImportText.choose}
      </button>
      <input
        ref={input}
        type="file"
        accept="audio/*"
        aria-label={recorderImportText.choose}
        className="hidden"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file) take(file);
        }}
      />
    </>
  );
}

type Take = (file: File, isShared?: boolean) => void;

/** After an OAuth sign-in, which leaves the page, the shared file is still there. */
const backToShared = `/record?${share.parameter}=${'taken' satisfies ShareOutcome}`;

const forgetShared = (): void => void forgetSharedFile().catch(() => undefined);

function useImport(onImported: (id: RecordingId) => void): Take {
  const { account } = trpc.useUtils();
  const requireSession = useRequireSession();
  const store = async (file: File, isShared: boolean) => {
    const session = account.session.getData();
    if (!session) return;
    const imported = await importFile({ file, userId: session.user.id, drafts, measureDurationMs });
    if (isShared) forgetShared();
    if ('refusal' in imported) await showRefusal(imported.refusal);
    else onImported(imported.id);
  };
  return (file, isShared = false) => {
    // A file that cannot be taken is no reason to sign in.
    const refusal = checkFile(file);
    if (refusal) {
      if (isShared) forgetShared();
      void showRefusal(refusal);
      return;
    }
    requireSession(() => void store(file, isShared), {
      mode: 'sign-up',
      purpose: 'record',
      ...(isShared && { returnTo: backToShared }),
    });
  };
}

/** Takes the file of a share that led here; the address is cleared, so that a reload is no second one. */
function useSharedFile(take: Take): void {
  useEffect(() => {
    const address = new URL(location.href);
    const outcome = address.searchParams.get(share.parameter) as ShareOutcome | null; // as the worker writes it
    if (outcome === null) return;
    address.searchParams.delete(share.parameter);
    history.replaceState(history.state, '', address);
    const open = async () => {
      const file = outcome === 'taken' ? await readSharedFile().catch(() => null) : null;
      if (file) take(file, true);
      else await showRefusal(outcome === 'too-big' ? 'AUDIO_TOO_BIG' : 'not-shared');
    };
    void open();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each arrival
  }, []);
}

async function showRefusal(refusal: ImportRefusal): Promise<void> {
  // With its chunk, which the recorder does not need otherwise.
  const { errorText } = await import('../../../messages/errors.ts');
  const texts = { ...errorText, ...recorderImportText.refusals };
  showToast({ title: recorderImportText.failed, text: texts[refusal], tone: 'destructive' });
}
