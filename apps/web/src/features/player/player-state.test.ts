import { expect, it } from 'vitest';
import { getKind, getPosition, initialPlayerState, reducePlayer } from './player-state.ts';
import type { PlayerEvent, PlayerState } from './player-state.ts';
import { track } from './testing/track.ts';

const after = (...events: PlayerEvent[]): PlayerState => events.reduce(reducePlayer, initialPlayerState);
const playing = (id: string, positionSeconds: number): PlayerEvent[] => [
  { type: 'play', track: track(id) },
  { type: 'started' },
  { type: 'tick', positionSeconds },
];

it('loads a track before it plays it', () => {
  const loading = after({ type: 'play', track: track('a') });
  expect(loading.playback.kind).toBe('loading');
  expect(reducePlayer(loading, { type: 'started' }).playback.kind).toBe('playing');
});

it('L245: plays one track at a time and remembers where the other was left', () => {
  const state = after(...playing('a', 12.5), { type: 'play', track: track('b') });
  expect(getKind(state, 'a')).toBe('idle');
  expect(getKind(state, 'b')).toBe('loading');
  expect(getPosition(state, 'a')).toBe(12.5);
});

it('keeps the position when paused and resumes there', () => {
  const paused = after(...playing('a', 12.5), { type: 'pause', positionSeconds: 12.7 });
  expect(paused.playback).toMatchObject({ kind: 'paused', positionSeconds: 12.7 });
  expect(paused.saved['a']).toBe(12.7);
  expect(getPosition(reducePlayer(paused, { type: 'play', track: track('a') }), 'a')).toBe(12.7);
});

it('L211: stays at the full duration when the track ends, and plays again from the start', () => {
  const ended = after(...playing('a', 59.8), { type: 'end' });
  expect(ended.playback).toMatchObject({ kind: 'ended', positionSeconds: 60 });
  expect(getPosition(reducePlayer(ended, { type: 'play', track: track('a') }), 'a')).toBe(0);
});

it('replaces the announced duration with that of the media', () => {
  const state = after(...playing('a', 1), { type: 'duration', durationSeconds: 61.2 }, { type: 'end' });
  expect(getPosition(state, 'a')).toBe(61.2);
});

it('keeps the duration of the media for the same sound only', () => {
  const measured = after(...playing('a', 1), { type: 'duration', durationSeconds: 61.2 });
  const durationOf = (id: string) => reducePlayer(measured, { type: 'play', track: track(id) }).playback;
  expect(durationOf('a')).toMatchObject({ durationSeconds: 61.2 });
  expect(durationOf('b')).toMatchObject({ durationSeconds: 60 });
});

it('waits for more sound and goes on', () => {
  const waiting = after(...playing('a', 8), { type: 'waiting' });
  expect(waiting.playback).toMatchObject({ kind: 'loading', positionSeconds: 8 });
  expect(reducePlayer(waiting, { type: 'started' }).playback).toMatchObject({ kind: 'playing' });
});

it('can be paused before the first sound', () => {
  const paused = after({ type: 'play', track: track('a') }, { type: 'pause', positionSeconds: 3 });
  expect(paused.playback).toMatchObject({ kind: 'paused', positionSeconds: 3 });
});

it('changes the speed and nothing else', () => {
  expect(after({ type: 'rate', rate: 1.5 })).toEqual({ ...initialPlayerState, rate: 1.5 });
});

it('remembers a seek in an unloaded track and starts there', () => {
  const sought = after({ type: 'seek', trackId: 'a', positionSeconds: 30 });
  expect(sought.playback.kind).toBe('idle');
  expect(getPosition(reducePlayer(sought, { type: 'play', track: track('a') }), 'a')).toBe(30);
});

it('limits a seek to the bounds of the track', () => {
  expect(
    getPosition(after(...playing('a', 1), { type: 'seek', trackId: 'a', positionSeconds: 99 }), 'a'),
  ).toBe(60);
  expect(
    getPosition(after(...playing('a', 1), { type: 'seek', trackId: 'a', positionSeconds: -4 }), 'a'),
  ).toBe(0);
});

it('is paused, no longer ended, after a seek in an ended track', () => {
  const state = after(
    ...playing('a', 59),
    { type: 'end' },
    { type: 'seek', trackId: 'a', positionSeconds: 20 },
  );
  expect(state.playback).toMatchObject({ kind: 'paused', positionSeconds: 20 });
});

it('keeps playing after a seek during playback', () => {
  const state = after(...playing('a', 1), { type: 'seek', trackId: 'a', positionSeconds: 20 });
  expect(state.playback).toMatchObject({ kind: 'playing', positionSeconds: 20 });
});

it('keeps the position after a failure, so that another try resumes there', () => {
  const failed = after(...playing('a', 8), { type: 'fail', error: 'network' });
  expect(failed.playback).toMatchObject({ kind: 'failed', error: 'network', positionSeconds: 8 });
  expect(reducePlayer(failed, { type: 'play', track: track('a') }).playback).toMatchObject({
    kind: 'loading',
    positionSeconds: 8,
  });
});

it('starts over from zero', () => {
  const state = after(...playing('a', 8), { type: 'restart' });
  expect(state.playback).toMatchObject({ kind: 'loading', positionSeconds: 0 });
});

it.each<PlayerEvent>([
  { type: 'started' },
  { type: 'waiting' },
  { type: 'tick', positionSeconds: 40 },
  { type: 'pause', positionSeconds: 40 },
])('ignores a late $type once it is paused', (event) => {
  const paused = after(...playing('a', 8), { type: 'pause', positionSeconds: 8 });
  expect(reducePlayer(paused, event)).toBe(paused);
});

it.each<PlayerEvent>([{ type: 'end' }, { type: 'fail', error: 'network' }, { type: 'restart' }])(
  'ignores $type while nothing is loaded',
  (event) => {
    expect(reducePlayer(initialPlayerState, event)).toBe(initialPlayerState);
  },
);

it('is idle after stop but keeps the position, until the track is forgotten', () => {
  const stopped = after(...playing('a', 8), { type: 'stop' });
  expect(stopped.playback.kind).toBe('idle');
  expect(getPosition(stopped, 'a')).toBe(8);
  expect(getPosition(reducePlayer(stopped, { type: 'forget', trackId: 'a' }), 'a')).toBe(0);
});

it('forgets all tracks, the playing one too, when the user changes', () => {
  const state = after(...playing('a', 8), { type: 'forget-all' });
  expect(state).toMatchObject({ saved: {}, playback: { kind: 'idle' } });
  expect(reducePlayer(state, { type: 'stop' }).saved).toEqual({});
});

it('releases the current track when it is forgotten', () => {
  const state = after(...playing('a', 8), { type: 'forget', trackId: 'a' });
  expect(state.playback.kind).toBe('idle');
  expect(getPosition(state, 'a')).toBe(0);
});
