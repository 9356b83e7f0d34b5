import { limits } from '@relato/contract/limits';
import { stopAllAudio } from '../../../lib/stop-all-audio.ts';
import type { CaptureRefusal } from '../recorder-state.ts';
import { type LevelMeter, startLevelMeter } from './level-meter.ts';
import { RecordingClock } from './recording-time.ts';

export class CaptureRefused extends Error {
  override readonly name = 'CaptureRefused';
  readonly refusal: CaptureRefusal;

  constructor(refusal: CaptureRefusal, options?: ErrorOptions) {
    super(refusal, options);
    this.refusal = refusal;
  }
}

export interface CaptureEvents {
  /** `recordedMs` since the recording began, without the pauses. */
  readonly onChunk: (chunk: Blob, recordedMs: number) => void;
  /** It ended by itself; what was recorded has come, or comes before `stop` resolves. */
  readonly onEnded: (cause: 'microphone-lost' | 'recorder-error', recordedMs: number) => void;
  /** A call or another app took the microphone, or gave it back; meanwhile nothing is recorded. */
  readonly onMuted: (isMuted: boolean) => void;
}

export interface Capture {
  /** What the recorder says that it records; some say it exactly only after a while. */
  readonly getMimeType: () => string;
  /** How much sound there is, and whether more comes. */
  readonly clock: Pick<RecordingClock, 'recordedMs' | 'isRunning'>;
  readonly meter: LevelMeter;
  /** Resolves when the last chunk has been handed over; the microphone is off then. */
  readonly stop: () => Promise<void>;
}

const constraints: MediaStreamConstraints = {
  audio: { echoCancellation: true, noiseSuppression: true, sampleRate: limits.recording.sampleRateHz },
};
/** By the name of what `getUserMedia` throws. */
const refusals: ReadonlyMap<string, CaptureRefusal> = new Map([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'no-microphone'],
  ['OverconstrainedError', 'no-microphone'],
  ['NotReadableError', 'in-use'],
  ['TypeError', 'unsupported'],
]);
const preferredTypes = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'];
/** A recorder that never says that it stopped must not keep a person from what was recorded. */
const stopTimeoutMs = 3_000;

/** Turns the microphone on and records. Throws CaptureRefused, and leaves no microphone open then. */
export async function startCapture(events: CaptureEvents): Promise<Capture> {
  stopAllAudio();
  const stream = await openMicrophone();
  const closers: (() => void)[] = [() => stream.getTracks().forEach((track) => track.stop())];
  const close = () => closers.splice(0).forEach((each) => each());
  try {
    const recorder = createRecorder(stream);
    recorder.start(limits.recording.timesliceMs);
    const clock = new RecordingClock();
    const meter = startLevelMeter(stream, clock);
    closers.push(meter.stop);
    closers.push(keepScreenOn());
    closers.push(follow(recorder, stream, clock, events));
    const stopped = new Promise<void>((resolve) => {
      recorder.addEventListener('stop', () => resolve(), { once: true });
    });
    const stop = async () => {
      try {
        clock.pause();
        if (recorder.state !== 'inactive') recorder.stop();
        await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, stopTimeoutMs))]);
      } finally {
        close();
      }
    };
    return { getMimeType: () => recorder.mimeType || 'audio/webm', clock, meter, stop };
  } catch (error) {
    // A microphone that was unplugged at once is no fault of the browser.
    const refusal = stream.active ? 'unsupported' : 'interrupted';
    close();
    throw new CaptureRefused(refusal, { cause: error });
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
    const name = error instanceof Error ? error.name : '';
    throw new CaptureRefused(refusals.get(name) ?? 'interrupted', { cause: error });
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
  clock: RecordingClock,
  { onChunk, onEnded, onMuted }: CaptureEvents,
): () => void {
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data, clock.recordedMs);
  });
  // What is there goes to the storage now.
  const flush = () => {
    if (recorder.state === 'recording') recorder.requestData();
  };
  // Silence would use up the time that there is to tell the story.
  const setMuted = (isMuted: boolean) => {
    if (isMuted && recorder.state === 'recording') {
      flush();
      recorder.pause();
      clock.pause();
    } else if (!isMuted && recorder.state === 'paused') {
      recorder.resume();
      clock.resume();
    }
    onMuted(isMuted);
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  recorder.addEventListener('error', () => onEnded('recorder-error', clock.recordedMs), { signal });
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => onEnded('microphone-lost', clock.recordedMs), { signal });
    track.addEventListener('mute', () => setMuted(true), { signal });
    track.addEventListener('unmute', () => setMuted(false), { signal });
    if (track.muted) setMuted(true);
  }
  // A page that is hidden may be frozen or thrown away.
  const onHidden = () => {
    if (document.hidden) flush();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  return () => listeners.abort();
}

/** Keeps the screen on until the returned function is called; where that is not possible, does nothing. */
function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;

  const request = async () => {
    if (!isWanted || document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!isWanted) await lock.release();
    } catch {
      // Refused, for example by a low battery: recording goes on without.
    }
  };
  // The browser takes the lock back whenever the page is hidden.
  const onVisibilityChange = () => void request();
  document.addEventListener('visibilitychange', onVisibilityChange);
  void request();

  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onVisibilityChange);
    void lock?.release();
  };
}
