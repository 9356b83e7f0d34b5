import { afterEach, beforeEach, vi } from 'vitest';
import { startCapture, type CaptureEvents } from '../capture/microphone.ts';

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
export class FakeMediaRecorder extends EventTarget {
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
export class FakeAudioContext extends EventTarget {
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

/** Gives each test of a file a browser with a fake microphone, whose track is `microphone.track`, and a clock of its own. */
export function useFakeMicrophone() {
  const microphone = { track: new FakeTrack() };
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
    microphone.track = new FakeTrack();
    vi.clearAllMocks();
    FakeMediaRecorder.failure = null;
    FakeAudioContext.failure = null;
    FakeAudioContext.last = null;
    getUserMedia.mockImplementation(async () => ({
      getTracks: () => [microphone.track],
      getAudioTracks: () => [microphone.track],
      get active() {
        return microphone.track.isOpen;
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

  return { microphone, getUserMedia, events, open };
}
