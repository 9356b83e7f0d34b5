import { share, type ShareOutcome } from '@relato/contract/recordings/share-target';
import { useEffect, useState } from 'react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { useAuthRequest } from '../../../lib/session/auth-sheet-store.ts';
import { readSharedFile, forgetShared, showImportRefusal, useImport } from './use-import.ts';
import { checkFile } from './import-file.ts';
import type { ImportAudioProps } from './import-audio.tsx';

const SharedFileSheet = lazySheet(async () => (await import('./shared-file-sheet.tsx')).SharedFileSheet);

/** Imports a voice memo that another app shared with this one, once the user agrees. */
export function SharedAudio({ question, recover }: ImportAudioProps) {
  const [shared, setShared] = useState<File | null>(null);
  const take = useImport(recover, question);
  const takeShared = (file: File) => take(file, (isOffered) => setShared(isOffered ? file : null));
  const isSigningIn = useAuthRequest() !== null;
  useSharedFile((file) => (checkFile(file) ? takeShared(file) : setShared(file)));
  if (!shared || isSigningIn) return null;
  return (
    <SharedFileSheet
      file={shared}
      onTake={() => takeShared(shared)}
      onClose={() => {
        setShared(null);
        forgetShared();
      }}
    />
  );
}

/** Reads the file of a share that opened this page. A phone may reload the page meanwhile, which asks again. */
function useSharedFile(receive: (file: File) => void): void {
  useEffect(() => {
    const search = new URLSearchParams(location.search);
    const outcome = search.get(share.parameter) as ShareOutcome | null; // the service worker writes only these values
    if (outcome === null) return;
    const open = async () => {
      const file = outcome === 'taken' ? await readSharedFile().catch(() => null) : null;
      if (file) return receive(file);
      forgetShared();
      await showImportRefusal(outcome === 'too-big' ? 'AUDIO_TOO_BIG' : 'not-shared');
    };
    void open();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each arrival
  }, []);
}
