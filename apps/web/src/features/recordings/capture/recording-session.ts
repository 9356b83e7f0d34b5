import type { RecordingId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import { toPeaks } from '@relato/contract/recordings/waveform';
import type { Answerable } from '../../../lib/kept-question.ts';
import type { RunningRecognition, startRecognition } from '../../transcription/public.ts';
import type { ActiveRecording } from '../drafts/store/active-recording.ts';
import type { RecorderEvent } from '../recorder-types.ts';
import type { preparePlayback } from '../review/playback.ts';
import type { Capture, startCapture } from './microphone.ts';
import type { LevelMeter } from './level-meter.ts';

export interface RecordingDependencies {
  readonly startCapture: typeof startCapture;
  readonly startRecognition: typeof startRecognition;
  readonly preparePlayback: typeof preparePlayback;
  readonly environment: {
    /** A monotonic clock, in milliseconds. */
    readonly now: () => number;
  };
}

export interface RecordOptions {
  readonly userId: UserId;
  readonly username: string | null;
  /** True if the browser's own speech recognition runs too. */
  readonly recognizes: boolean;
  readonly onRecognitionDenied: () => void;
  /** The question that the recording answers. */
  readonly question: Answerable | null;
}

/** Returns the limit of an answer, and nothing for a story of its own. */
export const toLength = ({ answer }: ActiveRecording) =>
  answer?.kind === 'reply' ? { limitMs: limits.reply.maxDurationMs } : {};

export interface RecordedSoFar {
  readonly id: RecordingId;
  /** A `blob:` address; the caller revokes it. */
  readonly src: string;
  readonly durationMs: number;
  readonly peaks: readonly number[];
}

interface SessionParts {
  readonly recording: ActiveRecording;
  readonly capture: Capture;
  readonly recognition: RunningRecognition | null;
  readonly dependencies: RecordingDependencies;
  readonly dispatch: (event: RecorderEvent) => void;
}

const tickMs = 200;

/**
 * A tap within this time of a switch is the second one of a double tap, and was meant for the button before. The times are
 * those of the events, because a busy page receives taps that were seconds apart at once.
 */
const tapRestMs = 300;

/**
 * A running recording: feeds the microphone, the clock and the browser's speech recognition into one ActiveRecording.
 */
export class RecordingSession {
  readonly #parts: SessionParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #switchedAtMs: number;
  /** Resolves when the recorder has delivered the sound before the latest pause. */
  #delivered: Promise<void> = Promise.resolve();

  private constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#switchedAtMs = parts.dependencies.environment.now();
    const tick = () => parts.dispatch({ type: 'ticked', recordedMs: this.clock.recordedMs });
    this.#timer = setInterval(tick, tickMs);
  }

  /** Opens the microphone. Throws CaptureRefused. */
  static async start(
    recording: ActiveRecording,
    dependencies: RecordingDependencies,
    dispatch: (event: RecorderEvent) => void,
    options: RecordOptions,
  ): Promise<RecordingSession> {
    const capture = await dependencies.startCapture({
      onChunk: (chunk, recordedMs) => {
        recording.addChunk(chunk, recordedMs);
        // Timers of a hidden page sleep, but its recorder does not, and must stop at the limit.
        dispatch({ type: 'ticked', recordedMs });
      },
      onEnded: (by, recordedMs) => dispatch({ type: 'stopped', by, recordedMs }),
      onMuted: (muted, recordedMs) => {
        // Stops the shown time with the recording instead of the next tick.
        dispatch({ type: 'ticked', recordedMs });
        dispatch({ type: 'warned', warnings: { muted } });
      },
    });
    try {
      recording.begin(options, capture.getMimeType());
      const recognition = recognize(recording, dependencies, options);
      return new RecordingSession({ recording, capture, recognition, dependencies, dispatch });
    } catch (error) {
      await capture.stop();
      throw error;
    }
  }

  get meter(): LevelMeter {
    return this.#parts.capture.meter;
  }

  get clock(): Capture['clock'] {
    return this.#parts.capture.clock;
  }

  /** Pauses or resumes the recording. `tappedAtMs` is the time of the event. */
  setPaused(isPaused: boolean, tappedAtMs: number): void {
    if (!this.#takesTap(tappedAtMs)) return;
    const { capture, recognition, dispatch } = this.#parts;
    this.#switchedAtMs = tappedAtMs;
    recognition?.setPaused(isPaused);
    this.#delivered = capture.setPaused(isPaused);
    dispatch({ type: 'ticked', recordedMs: this.clock.recordedMs });
    dispatch({ type: 'pause-switched', isPaused });
  }

  finish(tappedAtMs: number): void {
    const { recordedMs } = this.clock;
    if (this.#takesTap(tappedAtMs)) this.#parts.dispatch({ type: 'stopped', by: 'person', recordedMs });
  }

  /** Prepares the recording so far for playback; null if the recorder has delivered nothing. */
  async prepareSoFar(): Promise<RecordedSoFar | null> {
    await this.#delivered;
    const { recording, capture, dependencies } = this.#parts;
    if (recording.bytes.size === 0) return null;
    const { src, peaks } = await dependencies.preparePlayback(recording.bytes.toBlob(capture.getMimeType()));
    const { energies } = this.meter;
    const heardPeaks = energies.length > 0 ? toPeaks(energies) : [];
    return { id: recording.id, src, durationMs: this.clock.recordedMs, peaks: peaks ?? heardPeaks };
  }

  /** Resolves when the microphone is off and everything it recorded is stored. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    const { recording, capture, recognition } = this.#parts;
    recording.recognized = recognition?.end() ?? Promise.resolve();
    await capture.stop();
    recording.mimeType = capture.getMimeType();
    recording.keep({ mimeType: recording.mimeType });
    await recording.settle();
  }

  #takesTap(tappedAtMs: number): boolean {
    return tappedAtMs - this.#switchedAtMs >= tapRestMs;
  }
}

function recognize(
  recording: ActiveRecording,
  { startRecognition }: RecordingDependencies,
  { recognizes, onRecognitionDenied }: RecordOptions,
): RunningRecognition | null {
  if (!recognizes) return null;
  try {
    return startRecognition({
      onText: (provisionalText) => {
        recording.provisionalText = provisionalText;
        recording.keep({ provisionalText });
      },
      onDenied: onRecognitionDenied,
    });
  } catch (error) {
    // The recording continues, because its sound matters more than its provisional text.
    console.warn('The browser does not recognize what is said', error);
    return null;
  }
}
