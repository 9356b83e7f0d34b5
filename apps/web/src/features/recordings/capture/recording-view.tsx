import { Mic, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { recordingText } from '../../../messages/recording.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useLevelRings } from './level-rings.ts';
import { LiveWaveform } from './live-waveform.tsx';
import type { RecorderState } from '../recorder-state.ts';
import type { Recorder } from '../recorder.ts';
import { TimePanel } from './time-panel.tsx';
import { VoiceRings } from './voice-rings.tsx';

interface RecordingViewProps {
  readonly state: Extract<RecorderState, { phase: 'recording' | 'stopping' }>;
  readonly getRecorder: () => Recorder | null;
}

const rings = ['inset-0 opacity-7', 'inset-[9%] opacity-12', 'inset-[19%] opacity-18'];

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
    <div className="flex flex-1 flex-col short:grid short:grid-cols-[minmax(0,1fr)_17rem] short:grid-rows-[auto_auto_1fr_auto] short:gap-x-8">
      <h1 className="mt-3.5 text-heading compact:mt-0 compact:text-sheet">{recordingText.heading}</h1>
      <VoiceRings
        rings={rings}
        ringsRef={ringsBox}
        className="m-auto size-[min(16.25rem,66vw,30svh)] compact:size-[22svh] short:col-start-2 short:row-span-3 short:row-start-1 short:size-[44svh]"
      >
        <span
          aria-hidden="true"
          className="relative grid size-[37%] place-items-center rounded-pill bg-voice text-on-voice [&_svg]:size-[38%]"
        >
          <Mic />
        </span>
      </VoiceRings>
      <output className="mt-2 block min-h-5 text-center text-sm font-[560] text-voice-strong short:mt-0 short:text-left">
        {isStopping ? recordingText.stopping : muted && recordingText.muted}
      </output>
      <LiveWaveform getMeter={getMeter} />
      <TimePanel elapsedMs={state.elapsedMs} storage={state.warnings.storage} />
      <Button
        ref={button}
        busy={isStopping}
        className="mt-4 min-h-16! rounded-card! compact:mt-3 short:self-end"
        onClick={() => getRecorder()?.finish()}
      >
        <Square aria-hidden="true" />
        {recordingText.stop}
      </Button>
      <LeaveGuard isStored={state.warnings.storage === 'stored'} />
    </div>
  );
}
