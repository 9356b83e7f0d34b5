import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../lib/testing/fake-storage.ts';
import { EvenLoudness } from './even-loudness.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  stubStorage('localStorage', stored);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function prepare() {
  const audio = { volume: 1 } as HTMLAudioElement; // the only property that is used
  const node = { gain: { value: 1 }, connect: () => undefined };
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const created: object[] = [];
  const loudness = new EvenLoudness(audio, () => {
    const context = {
      createGain: () => node,
      createMediaElementSource: () => ({ connect: () => node }),
      destination: {},
      resume: () => allowed,
    };
    created.push(context);
    return context as unknown as AudioContext; // the only methods that are used
  });
  return { audio, node, loudness, allow, created };
}

it('a track that needs no gain creates nothing', () => {
  const { loudness, audio, created } = prepare();
  loudness.prepare(0);
  loudness.prepare();
  vi.runAllTimers();
  expect(created).toEqual([]);
  expect(audio.volume).toBe(1);
});

it('a softer track plays softer, also if the user keeps the loudness of each story', () => {
  stored.set('relato.even-loudness', 'no');
  const { loudness, audio } = prepare();
  loudness.prepare(6, 12);
  expect(audio.volume).toBeCloseTo(0.251, 3);
});

it('a quiet track becomes louder once the audio context runs, and plays unchanged until then', async () => {
  const { loudness, audio, node, allow, created } = prepare();
  loudness.prepare(6);
  loudness.prepare(6);
  // The press shows first.
  expect([audio.volume, node.gain.value, created.length]).toEqual([1, 1, 0]);
  vi.runAllTimers();
  allow();
  await vi.waitFor(() => expect(node.gain.value).toBeCloseTo(1.995, 3));
  loudness.prepare(-6);
  vi.runAllTimers();
  expect([audio.volume, created.length]).toEqual([1, 1]);
  expect(node.gain.value).toBeCloseTo(0.501, 3);
  loudness.prepare();
  expect(node.gain.value).toBe(1);
});

it('a loud track becomes quieter at once', () => {
  const { loudness, audio } = prepare();
  loudness.prepare(-6);
  expect(audio.volume).toBeCloseTo(0.501, 3);
});

it('keeps the initial volume of a browser that starts below the loudest', () => {
  const { audio } = prepare();
  audio.volume = 0;
  new EvenLoudness(audio).prepare(-6);
  expect(audio.volume).toBe(0);
});

it('plays every track unchanged after the switch was turned off', () => {
  const { loudness, audio, created } = prepare();
  stored.set('relato.even-loudness', 'no');
  loudness.prepare(-6);
  vi.runAllTimers();
  expect([audio.volume, created.length]).toEqual([1, 0]);
});

it('tries again at the next track if no context can be created', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const create = vi.fn<() => AudioContext>().mockThrow(new Error('too many'));
  const loudness = new EvenLoudness(prepare().audio, create);
  for (let track = 0; track < 2; track += 1) {
    loudness.prepare(6);
    vi.runAllTimers();
  }
  expect([create.mock.calls.length, warned.mock.calls.length]).toEqual([2, 2]);
  warned.mockRestore();
});
