import { Mic, Pause, Square } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { atRest } from '../../../lib/after-paint.ts';
import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';
import { recorderRunningText } from '../../../messages/recordings/running.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import type { Recorder } from '../recorder.ts';
import type { RecorderState } from '../recorder-types.ts';
import { ClosingLine, TimePanel } from './time-panel.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { RecordingSession } from './recording-session.ts';
import { VoiceRings } from './voice-rings.tsx';
import { type LevelMeter, toLevel, windowMs } from './level-meter.ts';

/** The player loads while the recording runs, so that a pause can use it without a network too. */
const ListenSoFar = lazyOptional(async () => (await import('./listen-so-far.tsx')).ListenSoFar);

interface RecordingViewProps {
  readonly state: Extract<RecorderState, { phase: 'recording' | 'stopping' }>;
  readonly getRecorder: () => Recorder | null;
}

const { paused } = recorderRunningText;

export function RecordingView({ state, getRecorder }: RecordingViewProps) {
  const getSession = () => getRecorder()?.session ?? null;
  const isStopping = state.phase === 'stopping';
  const { isPaused } = state;
  const isTaken = state.warnings.muted && !isPaused;
  useNoticeOfReturn(isTaken, isPaused);
  // Waits, because loading would hold up the first frames of the level.
  useEffect(() => void atRest().then(ListenSoFar.preload), []);
  return (
    <div className="flex flex-1 flex-col short:grid short:grid-cols-[minmax(0,1fr)_17rem] short:grid-rows-[auto_1fr_auto] short:gap-x-8">
      <div className="mt-3.5 compact:mt-0">
        <h1 className="text-heading compact:text-sheet">
          {isPaused ? paused.heading : recorderRunningText.heading}
        </h1>
        {isPaused && <p className="mt-2 text-muted compact:mt-1">{paused.text}</p>}
        <ClosingLine elapsedMs={state.elapsedMs} limitMs={state.limitMs} isSeen={!isPaused} />
      </div>
      <Disc isPaused={isPaused} getSession={getSession} />
      <div className="short:self-end">
        <output className="mt-2 block min-h-5 text-center text-sm font-[560] text-voice-strong short:mt-0 short:text-left">
          {isStopping && recorderRunningText.stopping}
          {isTaken && !isStopping && recorderRunningText.muted}
          {isPaused && !isStopping && <span className="sr-only">{paused.heading}</span>}
        </output>
        {isPaused ? (
          <ListenSoFar getSession={getSession} />
        ) : (
          <LiveWaveform getMeter={() => getSession()?.meter ?? null} />
        )}
      </div>
      <TimePanel elapsedMs={state.elapsedMs} limitMs={state.limitMs} storage={state.warnings.storage} />
      <Actions isPaused={isPaused} isStopping={isStopping} getSession={getSession} />
      <LeaveGuard isStored={state.warnings.storage === 'stored'} />
    </div>
  );
}

function useNoticeOfReturn(isTaken: boolean, isPaused: boolean): void {
  const wasTaken = useRef(isTaken);
  useEffect(() => {
    if (wasTaken.current && !isTaken && !isPaused) showToast(recorderRunningText.unmuted);
    wasTaken.current = isTaken;
  }, [isTaken, isPaused]);
}

const rings = ['inset-0 opacity-7', 'inset-[9%] opacity-12', 'inset-[19%] opacity-18'];
const discPlace = 'm-auto short:col-start-2 short:row-span-2 short:row-start-1';

interface SessionProps {
  readonly isPaused: boolean;
  readonly getSession: () => RecordingSession | null;
}

/** A picture, not a button. */
function Disc({ isPaused, getSession }: SessionProps) {
  const ringsBox = useRef<HTMLDivElement>(null);
  useLevelRings(ringsBox, () => getSession()?.meter ?? null);
  return isPaused ? (
    <VoiceRings
      rings={[]}
      className={`rounded-pill bg-sunken ${discPlace} size-[min(11.875rem,48vw,20svh)] compact:size-[13svh] short:size-[36svh]`}
    >
      <span
        aria-hidden="true"
        className="grid size-1/2 place-items-center rounded-pill bg-wave text-ink [&_svg]:size-[38%]"
      >
        <Pause />
      </span>
    </VoiceRings>
  ) : (
    <VoiceRings
      rings={rings}
      ringsRef={ringsBox}
      className={`${discPlace} size-[min(16.25rem,66vw,30svh)] compact:size-[22svh] short:size-[44svh]`}
    >
      <span
        aria-hidden="true"
        className="relative grid size-[37%] place-items-center rounded-pill bg-voice text-on-voice [&_svg]:size-[38%]"
      >
        <Mic />
      </span>
    </VoiceRings>
  );
}

const tall = 'min-h-16! rounded-card! min-w-0 px-2! [&_svg]:max-[22.5rem]:hidden short:[&_svg]:hidden';

/** The buttons keep their places, and only change their colours. */
function Actions({ isPaused, isStopping, getSession }: SessionProps & { readonly isStopping: boolean }) {
  const stop = useRef<HTMLButtonElement>(null);
  // Focuses the button that stops the recording, because the pressed one is gone.
  useEffect(() => stop.current?.focus({ preventScroll: true }), []);
  const Icon = isPaused ? Mic : Pause;
  return (
    <div className="mt-4 flex flex-wrap gap-2.5 compact:mt-3 short:self-end">
      <Button
        variant={isPaused ? 'primary' : 'secondary'}
        disabled={isStopping}
        className={`${tall} flex-[1.3_1_7.8rem]`}
        onClick={({ timeStamp }) => getSession()?.setPaused(!isPaused, timeStamp)}
      >
        <Icon aria-hidden="true" />
        {isPaused ? recorderRunningText.resume : recorderRunningText.pause}
      </Button>
      <Button
        ref={stop}
        variant={isPaused ? 'secondary' : 'primary'}
        busy={isStopping}
        className={`${tall} flex-[1_1_6rem]`}
        onClick={({ timeStamp }) => getSession()?.finish(timeStamp)}
      >
        <Square aria-hidden="true" />
        {recorderRunningText.stop}
      </Button>
    </div>
  );
}

const barCount = 60;
const leastScale = 0.08;
const stillMs = 1_000;

/** The last three seconds of the voice, the newest at the right. With reduced motion it updates once a second. */
function LiveWaveform({ getMeter }: { readonly getMeter: () => LevelMeter | null }) {
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const draw = () => {
      const latest = getMeter()?.energies.slice(-barCount) ?? [];
      [...(bars.current?.children ?? [])].forEach((bar, index) => {
        const energy = latest[index - barCount + latest.length] ?? 0;
        if (bar instanceof HTMLElement)
          bar.style.transform = `scaleY(${Math.max(leastScale, toLevel(energy))})`;
      });
    };
    draw();
    const timer = setInterval(draw, isStill ? stillMs : windowMs);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the meter is read anew each time
  }, []);
  return (
    <div
      ref={bars}
      aria-hidden="true"
      className="mt-2 mb-4.5 flex h-14 items-center gap-[2px] compact:mt-1 compact:mb-2 compact:h-10 short:self-end"
    >
      {Array.from({ length: barCount }, (_, index) => (
        <span key={index} className="h-full min-w-[2px] flex-1 rounded-[3px] bg-voice" />
      ))}
    </div>
  );
}

/** How much the outermost ring grows for the loudest voice; inner rings grow less. */
const growth = 0.16;
/** The share of the difference that the ring follows in each frame, for a rising and a falling level. */
const rise = 0.35;
const fall = 0.08;

/** Scales the rings with the voice. Outside React, because it happens in every frame. */
function useLevelRings(rings: RefObject<HTMLElement | null>, getMeter: () => LevelMeter | null): void {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let shown = 0;
    const draw = () => {
      const level = getMeter()?.readLevel() ?? 0;
      shown += (level - shown) * (level > shown ? rise : fall);
      const children = [...(rings.current?.children ?? [])];
      children.forEach((ring, index) => {
        if (ring instanceof HTMLElement) {
          ring.style.transform = `scale(${1 + (shown * growth * (children.length - index)) / children.length})`;
        }
      });
      frame = requestAnimationFrame(draw);
    };
    let frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-deps -- both are read anew in every frame
  }, []);
}
