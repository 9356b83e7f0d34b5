import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onStopAllAudio } from '../../../lib/stop-all-audio.ts';
import { startCapture, type CaptureEvents } from './microphone.ts';

class FakeTrack extends EventTarget {
  muted = false;
  isOpen = true;

  stop() {
    this.isOpen = false;
  }

  setMuted(muted: boolean) {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
}

/** A fake recorder that produces a byte for each second in which it was neither paused nor stopped. */
class FakeMediaRecorder extends EventTarget {
  static isTypeSupported = (_type: string) => true;
  static failure: Error | null = null;
  static wantedType: string | undefined;
  state: RecordingState = 'inactive';
  mimeType = 'audio/webm';
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(_stream: MediaStream, options?: MediaRecorderOptions) {
    super();
    FakeMediaRecorder.wantedType = options?.mimeType;
  }
  start(timesliceMs: number) {
    if (FakeMediaRecorder.failure) throw FakeMediaRecorder.failure;
    this.state = 'recording';
    this.#timer = setInterval(() => this.state === 'recording' && this.requestData(), timesliceMs);
  }
  pause() {
    this.state = 'paused';
  }
  resume() {
    this.state = 'recording';
  }
  requestData() {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['.']) }));
  }
  stop() {
    clearInterval(this.#timer);
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }
}

/** A fake audio context that the test suspends and resumes. */
class FakeAudioContext extends EventTarget {
  static last: FakeAudioContext | null = null;
  static failure: Error | null = null;
  state: string = 'suspended';
  /** True if the browser allows the context to resume. */
  isAllowed = true;

  constructor() {
    super();
    FakeAudioContext.last = this;
  }
  createAnalyser = () => ({
    fftSize: 0,
    getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.1),
  });
  createMediaStreamSource() {
    if (FakeAudioContext.failure) throw FakeAudioContext.failure;
    return { connect: () => undefined };
  }
  setState(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  async resume() {
    if (!this.isAllowed) throw new DOMException('no', 'InvalidStateError');
    if (this.state !== 'running') this.setState('running');
  }
  async close() {
    this.setState('closed');
  }
}

let track: FakeTrack;
const getUserMedia = vi.fn<() => Promise<unknown>>();

const events = {
  onChunk: vi.fn<CaptureEvents['onChunk']>(),
  onEnded: vi.fn<CaptureEvents['onEnded']>(),
  onMuted: vi.fn<CaptureEvents['onMuted']>(),
};
const open = () => startCapture(events);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  track = new FakeTrack();
  vi.clearAllMocks();
  FakeMediaRecorder.failure = null;
  FakeAudioContext.failure = null;
  FakeAudioContext.last = null;
  getUserMedia.mockImplementation(async () => ({
    getTracks: () => [track],
    getAudioTracks: () => [track],
    get active() {
      return track.isOpen;
    },
  }));
  vi.stubGlobal('window', { isSecureContext: true });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', FakeMediaRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('L402: requests a microphone without echo and noise, at the sample rate of the specification', async () => {
  await open();
  const audio = { echoCancellation: true, noiseSuppression: true, sampleRate: 44_100 };
  expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({ audio });
});

it.each(['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'])(
  'L402: the recording is %s where the browser supports nothing better',
  async (type) => {
    const types = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'];
    vi.spyOn(FakeMediaRecorder, 'isTypeSupported').mockImplementation(
      (wanted) => types.indexOf(wanted) >= types.indexOf(type),
    );
    await open();
    expect(FakeMediaRecorder.wantedType).toBe(type);
  },
);

describe('an unavailable microphone', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'no-microphone'],
    ['OverconstrainedError', 'no-microphone'],
    ['NotReadableError', 'in-use'],
    ['AbortError', 'interrupted'],
    ['InvalidStateError', 'interrupted'],
  ])('reports %s as «%s»', async (name, refusal) => {
    getUserMedia.mockRejectedValue(new DOMException('no', name));
    await expect(open()).rejects.toMatchObject({ refusal: refusal });
  });

  it('is not the same as an insecure page or a browser without recording', async () => {
    getUserMedia.mockRejectedValue(new TypeError('no'));
    await expect(open()).rejects.toMatchObject({ refusal: 'unsupported' });
    vi.stubGlobal('MediaRecorder', undefined);
    await expect(open()).rejects.toMatchObject({ refusal: 'unsupported' });
    vi.stubGlobal('window', { isSecureContext: false });
    await expect(open()).rejects.toMatchObject({ refusal: 'insecure' });
  });

  it('is closed again when the browser cannot record it', async () => {
    FakeMediaRecorder.failure = new DOMException('no', 'NotSupportedError');
    await expect(open()).rejects.toMatchObject({ refusal: 'unsupported' });
    expect(track.isOpen).toBe(false);
  });

  it('is reported as interrupted if it was unplugged before recording began', async () => {
    FakeMediaRecorder.failure = new DOMException('no', 'InvalidStateError');
    track.stop();
    await expect(open()).rejects.toMatchObject({ refusal: 'interrupted' });
  });
});

describe('a call during a recording', () => {
  it('uses up none of the five minutes, and the recording continues after it', async () => {
    const { clock, stop } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    track.setMuted(true);
    // The bytes so far are delivered at once.
    expect(events.onChunk).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(clock).toMatchObject({ recordedMs: 1_000, isRunning: false });
    expect(events.onChunk).toHaveBeenCalledTimes(2);
    track.setMuted(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(clock).toMatchObject({ recordedMs: 3_000, isRunning: true });
    expect(events.onChunk).toHaveBeenLastCalledWith(expect.any(Blob), 3_000);
    expect(events.onMuted.mock.calls).toEqual([
      [true, 1_000],
      [false, 1_000],
    ]);
    await stop();
    expect(track.isOpen).toBe(false);
  });

  it('is noticed if it began before the recording', async () => {
    track.muted = true;
    const { clock, stop } = await open();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(clock.recordedMs).toBe(0);
    expect(events.onMuted).toHaveBeenCalledExactlyOnceWith(true, 0);
    await stop();
    expect(track.isOpen).toBe(false);
  });

  it('during a pause does not end the pause, and the pause does not end the call', async () => {
    const { clock, setPaused } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    await setPaused(true);
    track.setMuted(true);
    track.setMuted(false);
    expect(clock.isRunning).toBe(false);
    track.setMuted(true);
    await setPaused(false);
    expect(clock.isRunning).toBe(false);
    track.setMuted(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock).toMatchObject({ recordedMs: 2_000, isRunning: true });
  });

  it('leaves no gap and no invented voice in the waveform', async () => {
    const { meter } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(meter.energies).toHaveLength(20);
    expect(meter.readLevel()).toBeGreaterThan(0);
    track.setMuted(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(meter.energies).toHaveLength(20);
    expect(meter.readLevel()).toBe(0);
    track.setMuted(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(meter.energies).toHaveLength(40);
  });
});

describe('a pause', () => {
  it('counts no time, flushes the sound before it, and continues the same recording', async () => {
    const { clock, setPaused, stop } = await open();
    await vi.advanceTimersByTimeAsync(1_400);
    await setPaused(true);
    expect(events.onChunk).toHaveBeenLastCalledWith(expect.any(Blob), 1_400);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(clock).toMatchObject({ recordedMs: 1_400, isRunning: false });
    expect(events.onChunk).toHaveBeenCalledTimes(2);
    await setPaused(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(clock).toMatchObject({ recordedMs: 3_400, isRunning: true });
    await stop();
    expect(events.onMuted).not.toHaveBeenCalled();
  });

  it('stops the playback before the microphone records again', async () => {
    const { setPaused } = await open();
    const silence = vi.fn<() => void>();
    onStopAllAudio(silence);
    await setPaused(true);
    expect(silence).not.toHaveBeenCalled();
    await setPaused(false);
    expect(silence).toHaveBeenCalledOnce();
  });
});

describe('the level meter', () => {
  it.each(['suspended', 'interrupted'])(
    'resumes at once when the browser leaves its context %s',
    async (state) => {
      const { meter } = await open();
      await vi.advanceTimersByTimeAsync(1_000);
      FakeAudioContext.last?.setState(state);
      expect(FakeAudioContext.last?.state).toBe('running');
      await vi.advanceTimersByTimeAsync(100);
      expect(meter.energies.at(-1)).toBeGreaterThan(0);
    },
  );

  it('is silent while the browser suspends its context, and resumes within a second after that', async () => {
    const { meter, stop } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    const context = FakeAudioContext.last;
    if (!context) throw new Error('no context');
    context.isAllowed = false;
    context.setState('interrupted');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(meter.energies.slice(-50).every((energy) => energy === 0)).toBe(true);
    context.isAllowed = true;
    await vi.advanceTimersByTimeAsync(1_050);
    expect(meter.readLevel()).toBeGreaterThan(0);
    await stop();
    expect(context.state).toBe('closed');
  });

  it('leaves nothing open if the browser refuses it, and the recording continues', async () => {
    FakeAudioContext.failure = new DOMException('no', 'NotSupportedError');
    const { meter } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events.onChunk).toHaveBeenCalledTimes(1);
    expect(meter.readLevel()).toBe(0);
    expect(FakeAudioContext.last?.state).toBe('closed');
  });
});
