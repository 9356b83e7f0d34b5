import { offeredTypes } from '@relato/contract/recordings/audio-formats';
import { useRef } from 'react';
import { recorderIdleText } from '../../../messages/recordings/idle.ts';
import type { Answerable } from '../../../lib/kept-question.ts';
import { type Recover, useImport } from './use-import.ts';

export interface ImportAudioProps {
  /** The question that the file answers. */
  readonly question: Answerable | null;
  readonly recover: Recover;
}

export function ImportAudio({ question, recover }: ImportAudioProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = useImport(recover, question);
  return (
    <>
      {' · '}
      <button
        type="button"
        className="touch font-[650] text-voice-strong"
        onClick={() => input.current?.click()}
      >
        {recorderIdleText.orChooseFile}
      </button>
      <input
        ref={input}
        type="file"
        accept={offeredTypes.join()}
        aria-label={recorderIdleText.orChooseFile}
        className="hidden"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Cleared, so that the same file can be chosen again.
          currentTarget.value = '';
          if (file) take(file);
        }}
      />
    </>
  );
}
