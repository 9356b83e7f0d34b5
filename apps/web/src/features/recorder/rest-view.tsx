import { Mic } from 'lucide-react';
import { recorderText } from '../../messages/recorder.ts';
import { PromptCard } from './prompt-card.tsx';
import { RecordButton } from './record-button.tsx';
import type { RecorderState } from './recorder-state.ts';

interface RestViewProps {
  readonly state: Extract<RecorderState, { phase: 'idle' | 'requesting' | 'blocked' }>;
  readonly onRecord: () => void;
}

const rings = ['inset-0 opacity-6', 'inset-6.5 opacity-10'];

/** Before a recording. */
export function RestView({ state, onRecord }: RestViewProps) {
  const isRequesting = state.phase === 'requesting';
  return (
    <>
      <PromptCard />
      <div className="m-auto py-4 text-center">
        <RecordButton
          label={recorderText.record}
          icon={<Mic aria-hidden="true" />}
          rings={rings}
          busy={isRequesting}
          onClick={onRecord}
        />
        <p className="mt-1.5 font-[650]">
          {isRequesting ? recorderText.allowMicrophone : recorderText.tapToRecord}
        </p>
        <p className="mx-auto max-w-72 text-sm text-balance text-muted">
          {state.phase === 'blocked' ? recorderText.refusals[state.refusal].hint : recorderText.upTo}
        </p>
      </div>
    </>
  );
}
