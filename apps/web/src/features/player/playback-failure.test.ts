import { expect, it } from 'vitest';
import { findFailure, isSettled } from './playback-failure.ts';
import { initialPlayerState, reducePlayer, type PlayerEvent } from './player-state.ts';
import { track } from './testing/track.ts';

it.each([
  ['unsupported', '/audio/a', 404, 'gone'],
  ['network', '/audio/a', 404, 'gone'],
  ['unsupported', '/audio/a', null, 'network'],
  ['unsupported', '/audio/a', 503, 'network'],
  ['unsupported', '/audio/a', 200, 'unsupported'],
  ['network', '/audio/a', 200, 'network'],
  ['decode', '/audio/a', 404, 'decode'],
  ['unsupported', 'blob:here', null, 'unsupported'],
] as const)(
  'behind %s of %s, which the server answers with %s, is %s',
  async (error, src, status, failure) => {
    const ask = async () => {
      if (status === null) throw new TypeError('Failed to fetch');
      return { ok: status < 400, status };
    };
    expect(await findFailure(error, src, ask)).toBe(failure);
  },
);

const failed: PlayerEvent[] = [
  { type: 'play', track: track('a') },
  { type: 'fail', error: 'network' },
];

it.each<[boolean, string, PlayerEvent[]]>([
  [false, 'nothing else happens', []],
  [false, 'the next story plays', [{ type: 'play', track: track('b') }]],
  [true, 'the listener tries again', [{ type: 'play', track: track('a') }]],
  [true, 'the listener stops', [{ type: 'stop' }]],
])('is settled: %s, if %s', (expected, _what, events) => {
  const { playback } = [...failed, ...events].reduce(reducePlayer, initialPlayerState);
  expect(isSettled(playback, 'a')).toBe(expected);
});
