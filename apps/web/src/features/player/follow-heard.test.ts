import { expect, it } from 'vitest';
import { followHeard } from './follow-heard.ts';
import { Player } from './player.ts';
import type { Track } from './player-state.ts';
import { FakeAudio } from './testing/fake-audio.ts';
import { track } from './testing/track.ts';

/** The test moves the player by seeking. */
function prepare() {
  const audio = new FakeAudio();
  const player = new Player({
    createAudio: () => audio.asElement,
    requestFrame: () => 0,
    cancelFrame: () => undefined,
    isMobile: () => false,
    onFailure: () => undefined,
  });
  /** From pressing play to the first sound. */
  const hear = (played: Track) => {
    player.play(played);
    audio.paused = false;
    audio.emit('playing');
  };
  const heard: string[] = [];
  const stops: [string, number][] = [];
  const session: { listenerId: string | null } = { listenerId: 'ana' };
  followHeard(
    player,
    ({ id }) => heard.push(id),
    () => session.listenerId,
  );
  followHeard(
    player,
    ({ id }, seconds) => stops.push([id, seconds]),
    () => session.listenerId,
    0,
  );
  return { player, hear, heard, stops, session };
}

it('a story counts as heard when it is paused or left after half of it', () => {
  const { player, hear, heard } = prepare();
  hear(track('a'));
  player.seek('a', 24);
  player.pause();
  expect(heard).toEqual([]);
  hear(track('a'));
  player.seek('a', 36);
  player.pause();
  expect(heard).toEqual(['a']);
  hear(track('b'));
  player.seek('b', 54);
  hear(track('c'));
  expect(heard.filter((id) => id === 'b')).toHaveLength(1);
});

it('a recording of this browser is no story', () => {
  const { player, hear, heard } = prepare();
  hear({ ...track('draft'), src: 'blob:x' });
  player.seek('draft', 54);
  player.stop();
  expect(heard).toEqual([]);
});

it('a story that the browser did not start is not heard, also if it is followed only later', () => {
  const { player, hear, heard, stops } = prepare();
  const late: string[] = [];
  player.playFrom(track('a'), 40);
  // The player does so after the refusal.
  player.pause();
  followHeard(
    player,
    ({ id }) => late.push(id),
    () => 'ana',
  );
  hear(track('b'));
  player.playFrom(track('c'), 40);
  player.stop();
  expect({ heard, late, stops }).toEqual({ heard: [], late: [], stops: [['b', 0]] });
});

it('SEC-07: a story stopped by a sign-out is counted for neither user, and for the visitor only when played again', () => {
  const { player, hear, heard, session } = prepare();
  hear(track('a'));
  player.seek('a', 54);
  session.listenerId = null;
  player.stop();
  expect(heard).toEqual([]);
  hear(track('a'));
  player.seek('a', 54);
  player.pause();
  expect(heard).toEqual(['a']);
});

it('reports every stop of a story with its position if no part needs to be heard', () => {
  const { player, hear, stops } = prepare();
  hear(track('a'));
  player.seek('a', 4);
  player.pause();
  hear(track('b'));
  player.seek('b', 2);
  player.stop();
  expect(stops).toEqual([
    ['a', 4],
    // Once for the pause, and once for the next track.
    ['a', 4],
    ['b', 2],
  ]);
});

it('follows a story that was already playing or paused', () => {
  const { player, hear } = prepare();
  const late: string[] = [];
  const follow = () =>
    followHeard(
      player,
      ({ id }) => late.push(id),
      () => 'ana',
    );
  hear(track('a'));
  player.seek('a', 36);
  follow()();
  expect(late).toEqual([]);
  const stop = follow();
  player.pause();
  expect(late).toEqual(['a']);
  stop();
  follow();
  expect(late).toEqual(['a', 'a']);
});
