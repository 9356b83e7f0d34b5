import { describe, expect, it, vi } from 'vitest';
import { FakeAudioContext, FakeMediaRecorder, useFakeMicrophone } from '../testing/fake-microphone.ts';

const { microphone, getUserMedia, events, open } = useFakeMicrophone();

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
    expect(microphone.track.isOpen).toBe(false);
  });

  it('is reported as interrupted if it was unplugged before recording began', async () => {
    FakeMediaRecorder.failure = new DOMException('no', 'InvalidStateError');
    microphone.track.stop();
    await expect(open()).rejects.toMatchObject({ refusal: 'interrupted' });
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
