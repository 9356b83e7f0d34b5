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
  /** The signed-in user, null for a visitor, undefined while the session is unknown. */
  readonly getListenerId: () => UserId | null | undefined;
  /** Loads the listens of the server, unless they are fresh. */
  readonly load: () => Promise<Listens>;
  /** Returns the last loaded listens. */
  readonly getKnown: () => Listens | undefined;
  readonly send: (stories: readonly Stop[]) => Promise<unknown>;
  /** Milliseconds of a clock that is never set. */
  readonly readClock: () => number;
}

export interface RememberedListens {
  /** Notes the position at which a story was paused, ended or left. */
  readonly note: (id: StoryId, positionSeconds: number) => void;
  /** Sends pending stops at once, because the page is being left. */
  readonly flush: () => Promise<void>;
  /** Loads the positions of other devices. */
  readonly sync: () => Promise<void>;
}

const { maxPerCall, sendMs } = limits.listens;
const maxPositionMs = limits.recording.maxDurationMs + limits.recording.durationToleranceMs;
/** The browser's and the server's position of the same stop differ by less. */
const sameSeconds = 1;

/** The tab stores the server's time of the last position that it has adopted. */
const key = 'listened-at';

/**
 * Stores on the server where a signed-in user stops, if they allow it, and continues there. The positions of this tab have
 * priority: those of the server add missing ones, and replace those that another device has changed since the last sync.
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
  /** The last known stop of each story, whether it was sent or not. */
  const stops = new Map<StoryId, number>();
  /** The stops that this tab has sent, until the server returns the last one: it may return an earlier one before that. */
  const own = new Map<StoryId, Set<number>>();
  let sentAtMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns whether a user is signed in. Forgets the pending stops of another user. */
  const isSignedIn = (): boolean => {
    const listenerId = getListenerId() ?? null;
    if (listenerId !== owner) {
      waiting.clear();
      stops.clear();
      own.clear();
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
    /** Another user may have signed in while the call ran. */
    const isSender = () => isSignedIn() && owner === sender;
    try {
      // A page that is being left has no time for `load`, so the known setting counts.
      const { isKept } = getKnown() ?? (await load());
      if (!isSender()) return;
      if (!isKept) return waiting.clear();
      sentAtMs = readClock();
      for (const [id, positionMs] of sent) {
        waiting.delete(id);
        own.set(id, new Set([...(own.get(id) ?? []), positionMs]));
      }
      await send(sent.map(([id, positionMs]) => ({ id, positionMs })));
    } catch (error) {
      console.warn('What was heard was not kept', error);
      // Pending until the next stop or the next sync, unless a later stop of the same story replaces it.
      if (isSender()) for (const [id, positionMs] of sent) if (!waiting.has(id)) waiting.set(id, positionMs);
    }
  };

  const adopt = ({ id, positionMs, listenedAt }: ListenPosition, knownUntilMs: number | null) => {
    const here = player.getPosition(id);
    const isOwn = own.get(id)?.has(positionMs) === true;
    if (isOwn && stops.get(id) === positionMs) own.delete(id);
    const isNewer = knownUntilMs !== null && listenedAt.getTime() > knownUntilMs && !isOwn;
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
      // In reverse, because the tab drops its oldest positions if there are too many.
      for (const position of positions.toReversed()) adopt(position, knownUntilMs);
      storeInTab(key, Math.max(knownUntilMs ?? 0, positions[0]?.listenedAt.getTime() ?? 0));
      await flush();
    } catch (error) {
      console.warn('Where to go on is not known', error);
    }
  };

  return { note, flush, sync };
}
