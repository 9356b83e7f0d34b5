import { Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { recordingText } from '../../messages/recording.ts';
import { showToast } from '../../ui/toast-store.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useLevelRings } from './level-rings.ts';
import { LiveWaveform } from './live-waveform.tsx';
import { RecordButton } from './record-button.tsx';
import type { RecorderState } from './recorder-state.ts';
import type { Recorder } from './recorder.ts';
import { TimePanel } from './time-panel.tsx';

interface RecordingViewProps {
  readonly state: Extract<RecorderState, { phase: 'recording' | 'stopping' }>;
  readonly getRecorder: () => Recorder | null;
}

const rings = ['-inset-3.5 opacity-7', 'inset-2 opacity-12', 'inset-7.5 opacity-18'];

/** While recording goes on. */
export function RecordingView({ state, getRecorder }: RecordingViewProps) {
  const getMeter = () => getRecorder()?.meter ?? null;
  const ringsBox = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isStopping = state.phase === 'stopping';
  useLevelRings(ringsBox, getMeter);
  // The button that was pressed is gone; the focus goes to the one that ends what it began.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const { muted } = state.warnings;
  const wasMuted = useRef(muted);
  useEffect(() => {
    if (wasMuted.current && !muted) showToast(recordingText.unmuted);
    wasMuted.current = muted;
  }, [muted]);
  return (
    <>
      <h1 className="mt-3.5 text-heading">{recordingText.heading}</h1>
      <div className="m-auto py-6">
        <RecordButton
          label={recordingText.stop}
          icon={<Square aria-hidden="true" />}
          rings={rings}
          ringsRef={ringsBox}
          buttonRef={button}
          busy={isStopping}
          onClick={() => getRecorder()?.finish()}
        />
      </div>
      <output className="block min-h-5 text-center text-sm font-[560] text-voice-strong">
        {isStopping ? recordingText.stopping : muted && recordingText.muted}
      </output>
      <LiveWaveform getMeter={getMeter} />
      <TimePanel elapsedMs={state.elapsedMs} storage={state.warnings.storage} />
      <LeaveGuard isStored={state.warnings.storage === 'stored'} />
    </>
  );
}
