import { CircleAlert, Mic, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatDuration, formatPercent } from '../../../messages/format.ts';
import { recorderRunningText } from '../../../messages/recorder-running.ts';
import { Button } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { StorageHealth } from '../drafts/storage-queue.ts';
import type { Recorder } from '../recorder.ts';
import type { RecorderState } from '../recorder-state.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { LiveWaveform, useLevelRings } from './live-level.tsx';
import { toRecordingTime } from './recording-time.ts';
import { VoiceRings } from './voice-rings.tsx';

interface RecordingViewProps {
  readonly state: Extract<RecorderState, { phase: 'recording' | 'stopping' }>;
  readonly getRecorder: () => Recorder | null;
}

const rings = ['inset-0 opacity-7', 'inset-[9%] opacity-12', 'inset-[19%] opacity-18'];

/** The screen during a recording. */
export function RecordingView({ state, getRecorder }: RecordingViewProps) {
  const getMeter = () => getRecorder()?.meter ?? null;
  const ringsBox = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isStopping = state.phase === 'stopping';
  useLevelRings(ringsBox, getMeter);
  // The pressed button is gone; the focus moves to the button that stops the recording.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const { muted } = state.warnings;
  const wasMuted = useRef(muted);
  useEffect(() => {
    if (wasMuted.current && !muted) showToast(recorderRunningText.unmuted);
    wasMuted.current = muted;
  }, [muted]);
  return (
    <div className="flex flex-1 flex-col short:grid short:grid-cols-[minmax(0,1fr)_17rem] short:grid-rows-[auto_auto_1fr_auto] short:gap-x-8">
      <h1 className="mt-3.5 text-heading compact:mt-0 compact:text-sheet">{recorderRunningText.heading}</h1>
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
        {isStopping ? recorderRunningText.stopping : muted && recorderRunningText.muted}
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
        {recorderRunningText.stop}
      </Button>
      <LeaveGuard isStored={state.warnings.storage === 'stored'} />
    </div>
  );
}

interface TimePanelProps {
  readonly elapsedMs: number;
  readonly storage: StorageHealth;
}

const time = 'num font-display text-time leading-[1.45] font-[560]';

function TimePanel({ elapsedMs, storage }: TimePanelProps) {
  const { recordedMs, remainingMs, ratio } = toRecordingTime(elapsedMs);
  const completed = recorderRunningText.completed(formatPercent(ratio));
  return (
    <section className="rounded-card border border-line/60 bg-surface p-4 pb-3 shadow-card">
      <dl className="flex flex-wrap justify-between gap-x-3">
        <div>
          <dt className="text-sm text-muted">{recorderRunningText.recorded}</dt>
          <dd className={time}>{formatDuration(recordedMs)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-sm text-muted">{recorderRunningText.remaining}</dt>
          <dd className={`${time} text-muted`}>{formatDuration(remainingMs)}</dd>
        </div>
      </dl>
      <Meter
        ratio={ratio}
        label={recorderRunningText.recorded}
        valueText={completed}
        className="mt-2.5 mb-1.5 h-2"
      />
      <div className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span className="num">{completed}</span>
        {storage === 'stored' && (
          <span className="flex items-center gap-[5px]">
            <span aria-hidden="true" className="size-2 rounded-pill bg-leaf" />
            {recorderRunningText.safe}
          </span>
        )}
      </div>
      <div role="alert">
        {storage === 'failing' && (
          <p className="mt-2 flex gap-2 text-sm font-[560] text-voice-strong">
            <CircleAlert aria-hidden="true" className="size-4.5 shrink-0" />
            {recorderRunningText.unsafe}
          </p>
        )}
      </div>
    </section>
  );
}
