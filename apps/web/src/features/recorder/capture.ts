import { limits } from '@relato/contract/limits';
import { silence } from '../player/silence.ts';
import { startLevelMeter, type LevelMeter } from './level-meter.ts';
import type { CaptureRefusal } from './recorder-state.ts';
import { keepScreenOn } from './wake-lock.ts';

export class CaptureRefused extends Error {
  override readonly name = 'CaptureRefused';
  readonly refusal: CaptureRefusal;

  constructor(refusal: CaptureRefusal, options?: ErrorOptions) {
    super(refusal, options);
    this.refusal = refusal;
  }
}

export interface CaptureEvents {
  /** `elapsedMs` since the recording began. */
  readonly onChunk: (chunk: Blob, elapsedMs: number) => void;
  /** It ended by itself; what was recorded has come, or comes before `stop` resolves. */
  readonly onEnded: (cause: 'microphone-lost' | 'recorder-error') => void;
  /** A call or another app took the microphone, or gave it back. */
  readonly onMuted: (isMuted: boolean) => void;
}

export interface Capture {
  /** What the recorder says that it records; some say it exactly only after a while. */
  readonly getMimeType: () => string;
  /** By `performance.now()`. */
  readonly startedAtMs: number;
  readonly meter: LevelMeter;
  /** Resolves when the last chunk has been handed over; the microphone is off then. */
  readonly stop: () => Promise<void>;
}

const constraints: MediaStreamConstraints = {
  audio: { echoCancellation: true, noiseSuppression: true, sampleRate: limits.recording.sampleRateHz },
};
const preferredTypes = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'];
/** A recorder that never says that it stopped must not keep a person from what was recorded. */
const stopTimeoutMs = 3_000;

/** Turns the microphone on and records. Throws CaptureRefused. */
export async function startCapture(events: CaptureEvents): Promise<Capture> {
  silence();
  const stream = await openMicrophone();
  const closers: (() => void)[] = [() => stream.getTracks().forEach((track) => track.stop())];
  const close = () => closers.splice(0).forEach((each) => each());
  try {
    const recorder = createRecorder(stream);
    const meter = startLevelMeter(stream);
    closers.push(meter.stop, keepScreenOn());
    recorder.start(limits.recording.timesliceMs);
    const startedAtMs = performance.now();
    closers.push(follow(recorder, stream, events, startedAtMs));
    const stopped = new Promise<void>((resolve) => {
      recorder.addEventListener('stop', () => resolve(), { once: true });
    });
    const stop = async () => {
      if (recorder.state !== 'inactive') recorder.stop();
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, stopTimeoutMs))]);
      close();
    };
    return { getMimeType: () => recorder.mimeType || 'audio/webm', startedAtMs, meter, stop };
  } catch (error) {
    close();
    throw error instanceof CaptureRefused ? error : new CaptureRefused('unsupported', { cause: error });
  }
}

async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CaptureRefused('insecure');
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') {
    throw new CaptureRefused('unsupported');
  }
  try {
    return await navigator.mediaDevices.getUserMedia(constraints);
  } catch (error) {
    throw new CaptureRefused('denied', { cause: error });
  }
}

function createRecorder(stream: MediaStream): MediaRecorder {
  const mimeType = preferredTypes.find((type) => MediaRecorder.isTypeSupported(type));
  return new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
}

/** Returns the way to stop following. Chunks are followed to the end. */
function follow(
  recorder: MediaRecorder,
  stream: MediaStream,
  { onChunk, onEnded, onMuted }: CaptureEvents,
  startedAtMs: number,
): () => void {
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data, performance.now() - startedAtMs);
  });
  const listeners = new AbortController();
  const { signal } = listeners;
  recorder.addEventListener('error', () => onEnded('recorder-error'), { signal });
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => onEnded('microphone-lost'), { signal });
    track.addEventListener('mute', () => onMuted(true), { signal });
    track.addEventListener('unmute', () => onMuted(false), { signal });
  }
  // A page that is hidden may be frozen or thrown away: what there is goes to the storage now.
  const flush = () => {
    if (document.hidden && recorder.state === 'recording') recorder.requestData();
  };
  document.addEventListener('visibilitychange', flush, { signal });
  return () => listeners.abort();
}
