import { expect, it } from 'vitest';
import { followHeard } from './follow-heard.ts';
import { Player } from './player.ts';

/** A player whose element does nothing; the test moves it by seeking. */
function prepare() {
  const element = Object.assign(new EventTarget(), {
    currentTime: 0,
    defaultPlaybackRate: 1,
    duration: Number.NaN,
    ended: false,
    error: null,
    paused: false,
    playbackRate: 1,
    preload: 'none' as const,
    readyState: 0,
    src: '',
    load: () => undefined,
    pause: () => undefined,
    play: () => Promise.resolve(),
    removeAttribute: () => undefined,
  });
  const player = new Player({
    createAudio: () => element as never, // as much of one as is used
    requestFrame: () => 0,
    cancelFrame: () => undefined,
    isMobile: () => false,
    onFailure: () => undefined,
  });
  const heard: string[] = [];
  const session: { listenerId: string | null } = { listenerId: 'ana' };
  followHeard(
    player,
    ({ id }) => heard.push(id),
    () => session.listenerId,
  );
  return { player, heard, session };
}

const track = (id: string, src = `/audio/${id}`) => ({
  id,
  src,
  durationSeconds: 10,
  title: id,
  artist: '@a',
});

it('a story counts as heard when it is paused or left after half of it', () => {
  const { player, heard } = prepare();
  player.play(track('a'));
  player.seek('a', 4);
  player.pause();
  expect(heard).toEqual([]);
  player.play(track('a'));
  player.seek('a', 6);
  player.pause();
  expect(heard).toEqual(['a']);
  player.play(track('b'));
  player.seek('b', 9);
  player.play(track('c'));
  expect(heard.filter((id) => id === 'b')).toHaveLength(1);
});

it('a recording of this browser is no story', () => {
  const { player, heard } = prepare();
  player.play(track('draft', 'blob:x'));
  player.seek('draft', 9);
  player.stop();
  expect(heard).toEqual([]);
});

it('SEC-07: a story stopped by a sign-out is counted for neither user, and for the visitor only when played again', () => {
  const { player, heard, session } = prepare();
  player.play(track('a'));
  player.seek('a', 9);
  session.listenerId = null;
  player.stop();
  expect(heard).toEqual([]);
  player.play(track('a'));
  player.seek('a', 9);
  player.pause();
  expect(heard).toEqual(['a']);
});
