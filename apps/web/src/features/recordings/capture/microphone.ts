import { limits } from '@relato/contract/limits';
import { onceOverdue } from '../../../lib/once-overdue.ts';
import { stopAllAudio } from '../../../lib/stop-all-audio.ts';
import type { CaptureRefusal } from '../recorder-types.ts';
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
  /** `recordedMs` counts from the start of the recording, without pauses. */
  readonly onChunk: (chunk: Blob, recordedMs: number) => void;
  /** The recording ended by itself. Its last chunks arrive before `stop` resolves. */
  readonly onEnded: (cause: 'microphone-lost' | 'recorder-error', recordedMs: number) => void;
  /** A call or another app took the microphone or released it. Nothing is recorded while it is taken. */
  readonly onMuted: (isMuted: boolean, recordedMs: number) => void;
}

export interface Capture {
  /** The MIME type that the recorder reports; some browsers report it exactly only after a while. */
  readonly getMimeType: () => string;
  /** The recorded time, and whether it advances. */
  readonly clock: Pick<RecordingClock, 'recordedMs' | 'isRunning'>;
  readonly meter: LevelMeter;
  /** Pauses or resumes. Resolves when the recorder has delivered the sound so far. */
  readonly setPaused: (isPaused: boolean) => Promise<void>;
  /** Resolves when the last chunk was delivered; the microphone is off then. */
  readonly stop: () => Promise<void>;
}

/** The sample rate of the specification. */
const sampleRateHz = 44_100;

const constraints: MediaStreamConstraints = {
  audio: { echoCancellation: true, noiseSuppression: true, sampleRate: sampleRateHz },
};
/** The refusals by the name of the error that `getUserMedia` throws. */
const refusals: ReadonlyMap<string, CaptureRefusal> = new Map([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'no-microphone'],
  ['OverconstrainedError', 'no-microphone'],
  ['NotReadableError', 'in-use'],
  ['TypeError', 'unsupported'],
]);
const preferredTypes = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'];
/** A recorder that never fires its stop event must not block access to the recording. */
const stopTimeoutMs = 3_000;

/** Opens the microphone and records. Throws CaptureRefused, and leaves no microphone open then. */
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
    const { setPaused, unfollow } = follow(recorder, stream, clock, events);
    closers.push(unfollow);
    const stopped = new Promise<void>((resolve) => {
      recorder.addEventListener('stop', () => resolve(), { once: true });
    });
    const stop = async () => {
      try {
        clock.pause();
        if (recorder.state !== 'inactive') recorder.stop();
        await Promise.race([stopped, new Promise<void>((resolve) => onceOverdue(stopTimeoutMs, resolve))]);
      } finally {
        close();
      }
    };
    return { getMimeType: () => recorder.mimeType || 'audio/webm', clock, meter, setPaused, stop };
  } catch (error) {
    // A microphone that was unplugged at once is not the browser's fault.
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

/** Follows the recorder, the microphone and the user. After `unfollow`, only chunks are handled. */
function follow(
  recorder: MediaRecorder,
  stream: MediaStream,
  clock: RecordingClock,
  { onChunk, onEnded, onMuted }: CaptureEvents,
): Pick<Capture, 'setPaused'> & { readonly unfollow: () => void } {
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) onChunk(data, clock.recordedMs);
  });
  // Requests the bytes so far, so that they are stored now.
  const flush = () => {
    if (recorder.state === 'recording') recorder.requestData();
  };
  const reasonsToPause = { call: false, user: false };
  const pauseOrResume = () => {
    const isPaused = reasonsToPause.call || reasonsToPause.user;
    if (isPaused && recorder.state === 'recording') {
      flush();
      recorder.pause();
      clock.pause();
    } else if (!isPaused && recorder.state === 'paused') {
      recorder.resume();
      clock.resume();
    }
  };
  // Silence would use up the recording time.
  const setMuted = (isMuted: boolean) => {
    reasonsToPause.call = isMuted;
    pauseOrResume();
    onMuted(isMuted, clock.recordedMs);
  };
  const setPaused = async (isPaused: boolean) => {
    // The recording so far may be playing.
    if (!isPaused) stopAllAudio();
    const delivered = new Promise<void>((resolve) => {
      recorder.addEventListener('dataavailable', () => resolve(), { once: true });
    });
    const wasRecording = recorder.state === 'recording';
    reasonsToPause.user = isPaused;
    pauseOrResume();
    if (isPaused && wasRecording) await delivered;
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
  // A hidden page may be frozen or discarded.
  const onHidden = () => {
    if (document.hidden) flush();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  return { setPaused, unfollow: () => listeners.abort() };
}

/** Keeps the screen on until the returned function is called; does nothing where that is not supported. */
function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;

  const request = async () => {
    if (!isWanted || document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!isWanted) await lock.release();
    } catch {
      // Refused, for example because of a low battery: recording continues without it.
    }
  };
  // The browser releases the lock whenever the page is hidden.
  const onVisibilityChange = () => void request();
  document.addEventListener('visibilitychange', onVisibilityChange);
  void request();

  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onVisibilityChange);
    void lock?.release();
  };
}
