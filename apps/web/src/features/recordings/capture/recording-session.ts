import type { UserId } from '@relato/contract/ids';
import type { startRecognition } from '../../transcription/public.ts';
import type { ActiveRecording } from '../drafts/active-recording.ts';
import type { RecorderEvent } from '../recorder-state.ts';
import type { Capture, startCapture } from './microphone.ts';
import type { LevelMeter } from './level-meter.ts';

export interface RecordingDependencies {
  readonly startCapture: typeof startCapture;
  readonly startRecognition: typeof startRecognition;
}

export interface RecordOptions {
  readonly userId: UserId;
  /** True if the browser's own speech recognition runs too. */
  readonly recognizes: boolean;
  readonly onRecognitionDenied: () => void;
}

const tickMs = 200;

/**
 * A running recording: feeds the microphone, the clock and the browser's speech recognition into one ActiveRecording.
 */
export class RecordingSession {
  readonly #recording: ActiveRecording;
  readonly #capture: Capture;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #endRecognition: () => Promise<void>;

  private constructor(
    recording: ActiveRecording,
    capture: Capture,
    timer: ReturnType<typeof setInterval>,
    endRecognition: () => Promise<void>,
  ) {
    this.#recording = recording;
    this.#capture = capture;
    this.#timer = timer;
    this.#endRecognition = endRecognition;
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
      onMuted: (muted) => dispatch({ type: 'warned', warnings: { muted } }),
    });
    try {
      recording.begin(options.userId, capture.getMimeType());
      const endRecognition = recognize(recording, dependencies, options);
      const tick = () => dispatch({ type: 'ticked', recordedMs: capture.clock.recordedMs });
      return new RecordingSession(recording, capture, setInterval(tick, tickMs), endRecognition);
    } catch (error) {
      await capture.stop();
      throw error;
    }
  }

  get meter(): LevelMeter {
    return this.#capture.meter;
  }

  get clock(): Capture['clock'] {
    return this.#capture.clock;
  }

  /** Resolves when the microphone is off and everything it recorded is stored. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#recording.recognized = this.#endRecognition();
    await this.#capture.stop();
    this.#recording.mimeType = this.#capture.getMimeType();
    this.#recording.keep({ mimeType: this.#recording.mimeType });
    await this.#recording.settle();
  }
}

function recognize(
  recording: ActiveRecording,
  { startRecognition }: RecordingDependencies,
  { recognizes, onRecognitionDenied }: RecordOptions,
): () => Promise<void> {
  if (!recognizes) return () => Promise.resolve();
  try {
    return startRecognition({
      onText: (provisionalText) => {
        recording.provisionalText = provisionalText;
        recording.keep({ provisionalText });
      },
      onDenied: onRecognitionDenied,
    });
  } catch (error) {
    // The sound matters more than its provisional text.
    console.warn('The browser does not recognize what is said', error);
    return () => Promise.resolve();
  }
}
