import { storyId, userId, type StoryId, type UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import type { Listens } from '@relato/contract/stories/types';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeInTab } from '../../../lib/tab-storage.ts';
import { rememberListens } from './remember-listens.ts';

const toStory = (last: number): StoryId => storyId.parse(`00000000-0000-4000-8000-00000000000${last}`);
const [a, b, c] = [toStory(1), toStory(2), toStory(3)] as const;
const toUser = (last: number): UserId => userId.parse(`00000000-0000-4000-8000-00000000001${last}`);
const [ana, beto] = [toUser(1), toUser(2)] as const;

beforeEach(() => {
  vi.useFakeTimers();
  storeInTab('listened-at', null);
});
afterEach(() => vi.useRealTimers());

interface Options {
  readonly isKept?: boolean;
  /** The positions of the tab, in seconds. */
  readonly saved?: readonly (readonly [StoryId, number])[];
}

/** The server's clock counts its writes. */
function open({ isKept = true, saved = [] }: Options = {}) {
  const positions = new Map<StoryId, number>(saved);
  const player: { playing: StoryId | null } = { playing: null };
  const server = { isKept, positions: [] as Listens['positions'], ms: 1_000, isDown: false };
  const session: { id: UserId | null } = { id: ana };
  const sent: Record<string, number>[] = [];
  const write = (id: StoryId, positionMs: number) => {
    server.ms += 1_000;
    const others = server.positions.filter((each) => each.id !== id);
    server.positions = [{ id, positionMs, listenedAt: new Date(server.ms) }, ...others];
  };
  let known: Listens | undefined;
  const listens = rememberListens({
    player: {
      isPlaying: (id) => player.playing === id,
      getPosition: (id) => positions.get(id),
      seek: (id, seconds) => void positions.set(id, seconds),
    },
    getListenerId: () => session.id,
    load: async () => (known = { isKept: server.isKept, positions: server.positions }),
    getKnown: () => known,
    send: async (stories) => {
      if (server.isDown) throw new TypeError('Failed to fetch');
      sent.push(Object.fromEntries(stories.map(({ id, positionMs }) => [id, positionMs])));
      for (const { id, positionMs } of stories) write(id, positionMs);
    },
    readClock: () => Date.now(),
  });
  const stopAt = (id: StoryId, seconds: number) => {
    positions.set(id, seconds);
    listens.note(id, seconds);
  };
  return { ...listens, player, positions, server, session, sent, write, stopAt };
}

it('sends the first stop at once, and those of the next seconds together', async () => {
  const { sync, stopAt, sent } = open();
  await sync();
  stopAt(a, 12.5);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ [a]: 12_500 }]);
  for (let seconds = 20; seconds < 30; seconds += 1) stopAt(a, seconds);
  stopAt(b, 4);
  await vi.advanceTimersByTimeAsync(limits.listens.sendMs - 1);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.slice(1)).toEqual([{ [a]: 29_000, [b]: 4_000 }]);
  // The story was left where it was paused.
  stopAt(b, 4);
  await vi.advanceTimersByTimeAsync(10 * limits.listens.sendMs);
  expect(sent).toHaveLength(2);
});

it('sends pending stops when the page is left', async () => {
  const { sync, flush, stopAt, sent } = open();
  await sync();
  stopAt(a, 1);
  await vi.advanceTimersByTimeAsync(0);
  stopAt(a, 2);
  await flush();
  expect(sent).toEqual([{ [a]: 1_000 }, { [a]: 2_000 }]);
});

it('sends no stop of a visitor, of a user who has switched it off, or of a previous user', async () => {
  const off = open({ isKept: false });
  off.stopAt(a, 1);
  await off.flush();
  off.stopAt(a, 2);
  await off.flush();
  const visitor = open();
  visitor.session.id = null;
  visitor.stopAt(a, 1);
  await visitor.flush();
  const left = open();
  await left.sync();
  left.server.isDown = true;
  left.stopAt(a, 1);
  await left.flush();
  left.session.id = beto;
  left.server.isDown = false;
  await left.flush();
  expect([off.sent, visitor.sent, left.sent]).toEqual([[], [], []]);
});

it('takes no stop of this tab for one of another device, also not an earlier one', async () => {
  const { sync, stopAt, positions, write } = open();
  await sync();
  stopAt(a, 10);
  await vi.advanceTimersByTimeAsync(0);
  stopAt(a, 60);
  await vi.advanceTimersByTimeAsync(limits.listens.sendMs);
  // Moved without playing it, which is no stop.
  positions.set(a, 100);
  // An answer from before the last stop arrived.
  write(a, 10_000);
  await sync();
  write(a, 60_000);
  await sync();
  expect(positions.get(a)).toBe(100);
  // Another device stops where this tab once did.
  write(a, 10_000);
  await sync();
  expect(positions.get(a)).toBe(10);
});

it('resends stops that did not arrive, unless a later stop replaces them', async () => {
  const { sync, flush, stopAt, server, sent } = open();
  await sync();
  server.isDown = true;
  stopAt(a, 1);
  stopAt(b, 2);
  await flush();
  stopAt(b, 3);
  server.isDown = false;
  await sync();
  expect(sent).toEqual([{ [a]: 1_000, [b]: 3_000 }]);
});

it('takes the position of another device, unless that of this tab may be newer', async () => {
  const { sync, flush, note, positions, write, sent } = open({ saved: [[a, 30]] });
  write(a, 50_000);
  write(b, 20_000);
  await sync();
  // The tab had a position before its first sync, and nothing tells which one is later.
  expect(Object.fromEntries(positions)).toEqual({ [a]: 30, [b]: 20 });
  write(a, 55_000);
  await sync();
  expect(Object.fromEntries(positions)).toEqual({ [a]: 55, [b]: 20 });
  // The player reports that it moved.
  note(a, 55);
  await flush();
  expect(sent).toEqual([]);
  positions.set(b, 40);
  await sync();
  expect(Object.fromEntries(positions)).toEqual({ [a]: 55, [b]: 40 });
});

it('keeps the position of a story that plays here, or was stopped here since', async () => {
  const { sync, player, positions, write, stopAt, server } = open({ saved: [[a, 5]] });
  await sync();
  player.playing = a;
  write(a, 30_000);
  server.isDown = true;
  stopAt(c, 7);
  write(c, 50_000);
  await sync();
  expect(Object.fromEntries(positions)).toEqual({ [a]: 5, [c]: 7 });
});
