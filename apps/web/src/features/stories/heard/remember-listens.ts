import type { StoryId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import type { ListenPosition, Listens } from '@relato/contract/stories/types';
import { readFromTab, storeInTab } from '../../../lib/tab-storage.ts';

type Stop = Pick<ListenPosition, 'id' | 'positionMs'>;

export interface ListensDependencies {
  readonly player: {
    readonly isPlaying: (id: StoryId) => boolean;
    /** In seconds; undefined for a story that this tab has not played. */
    readonly getPosition: (id: StoryId) => number | undefined;
    readonly seek: (id: StoryId, positionSeconds: number) => void;
  };
  /** The signed-in user, null for a visitor; undefined while that is not known. */
  readonly getListenerId: () => UserId | null | undefined;
  /** Asks the server what it keeps, unless it said so a moment ago. */
  readonly load: () => Promise<Listens>;
  /** Returns what it said last. */
  readonly getKnown: () => Listens | undefined;
  readonly send: (stories: readonly Stop[]) => Promise<unknown>;
  /** Milliseconds of a clock that is never set. */
  readonly readClock: () => number;
}

export interface RememberedListens {
  /** Says that a story was paused, has ended or was left. */
  readonly note: (id: StoryId, positionSeconds: number) => void;
  /** Sends at once what waits: the page is left. */
  readonly flush: () => Promise<void>;
  /** Asks the server where to go on. */
  readonly sync: () => Promise<void>;
}

const { maxPerCall, sendMs } = limits.listens;
const maxPositionMs = limits.recording.maxDurationMs + limits.recording.durationToleranceMs;
/** The position that a browser and the server know of the same stop differs by less. */
const sameSeconds = 1;

/** In the tab: the time of the server at which the last of the positions was written that are in this tab. */
const key = 'listened-at';

/**
 * Keeps on the server where a signed-in user stops, if they allow it, and goes on there. The positions of this tab come first:
 * those of the server add what is missing, and replace what another device has changed since the last time.
 */
export function rememberListens({
  player,
  getListenerId,
  load,
  getKnown,
  send,
  readClock,
}: ListensDependencies): RememberedListens {
  let owner: UserId | null = null;
  const waiting = new Map<StoryId, number>();
  /** The last known stop of each story, also if it waits no longer. */
  const stops = new Map<StoryId, number>();
  let sentAtMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns whether a user is signed in. What waits for another one is forgotten. */
  const isSignedIn = (): boolean => {
    const listenerId = getListenerId() ?? null;
    if (listenerId !== owner) {
      waiting.clear();
      stops.clear();
      owner = listenerId;
    }
    return listenerId !== null;
  };

  const note = (id: StoryId, seconds: number) => {
    const positionMs = Math.min(Math.round(seconds * 1000), maxPositionMs);
    if (!isSignedIn() || getKnown()?.isKept === false || stops.get(id) === positionMs) return;
    stops.set(id, positionMs);
    waiting.set(id, positionMs);
    timer ??= setTimeout(() => void flush(), Math.max(0, sentAtMs + sendMs - readClock()));
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (!isSignedIn() || waiting.size === 0) return;
    const sent = [...waiting].slice(0, maxPerCall);
    const sender = owner;
    /** Another user may have signed in while the server was waited for. */
    const isSender = () => isSignedIn() && owner === sender;
    try {
      // Sent before the page is gone: what is known is not asked for.
      const { isKept } = getKnown() ?? (await load());
      if (!isSender()) return;
      if (!isKept) return waiting.clear();
      sentAtMs = readClock();
      for (const [id] of sent) waiting.delete(id);
      await send(sent.map(([id, positionMs]) => ({ id, positionMs })));
    } catch (error) {
      console.warn('What was heard was not kept', error);
      // Sent with the next stop, or the next visit of the tab. A later stop replaces it.
      if (isSender()) for (const [id, positionMs] of sent) if (!waiting.has(id)) waiting.set(id, positionMs);
    }
  };

  const adopt = ({ id, positionMs, listenedAt }: ListenPosition, knownUntilMs: number | null) => {
    const here = player.getPosition(id);
    const isNewer = knownUntilMs !== null && listenedAt.getTime() > knownUntilMs;
    if (waiting.has(id) || player.isPlaying(id) || (here !== undefined && !isNewer)) return;
    if (Math.abs((here ?? 0) - positionMs / 1000) < sameSeconds) return;
    stops.set(id, positionMs);
    player.seek(id, positionMs / 1000);
  };

  const sync = async (): Promise<void> => {
    if (!isSignedIn()) return;
    try {
      const { isKept, positions } = await load();
      if (!isSignedIn() || !isKept) return;
      const stored = readFromTab(key);
      const knownUntilMs = typeof stored === 'number' ? stored : null;
      // The tab drops the first ones if it has too many.
      for (const position of positions.toReversed()) adopt(position, knownUntilMs);
      storeInTab(key, Math.max(knownUntilMs ?? 0, positions[0]?.listenedAt.getTime() ?? 0));
      await flush();
    } catch (error) {
      console.warn('Where to go on is not known', error);
    }
  };

  return { note, flush, sync };
}
