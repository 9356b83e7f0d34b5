import type { StoryId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { toAuthorName } from '../../../messages/stories.ts';
import { type HeardStore, isOffered } from './heard-store.ts';

export interface HeardDependencies {
  readonly store: Pick<HeardStore, 'add' | 'list' | 'update' | 'remove'>;
  /** Returns those of these stories that are public. */
  readonly listPublic: (ids: readonly StoryId[]) => Promise<readonly StorySummary[]>;
  /** Loads the sound of a story. Throws without an answer. */
  readonly load: (audioUrl: string) => Promise<Blob>;
  /** Returns whether the browser has room to spare, and the user does not save data. */
  readonly mayLoad: () => Promise<boolean>;
  /** The signed-in user, null for a visitor, undefined while the session is unknown. */
  readonly getListenerId: () => UserId | null | undefined;
  readonly nowMs: () => number;
}

/**
 * Keeps a heard story, if it is public. The browser's own cache usually still has its sound. Throws if the server does not
 * answer, or without a storage.
 */
export async function keepHeard(id: StoryId, dependencies: HeardDependencies): Promise<void> {
  const { store, listPublic, load, mayLoad, getListenerId, nowMs } = dependencies;
  const listenerId = getListenerId();
  if (listenerId === undefined) return;
  const kept = (await store.list()).find((story) => story.id === id);
  if (kept?.listenerId === listenerId) {
    await store.update(id, { heardAtMs: nowMs() });
    return;
  }
  if (!(await mayLoad())) return;
  const [story] = await listPublic([id]);
  if (!story) return;
  const sound = await load(story.audioUrl);
  // The user may have signed out meanwhile.
  if (sound.size > limits.heard.maxBytes || getListenerId() !== listenerId) return;
  const { title, author, durationMs, peaks, gainDb, audioUrl } = story;
  await store.add(
    {
      id,
      listenerId,
      title,
      artist: toAuthorName(author),
      durationMs,
      peaks,
      gainDb,
      audioUrl,
      bytes: sound.size,
      heardAtMs: nowMs(),
      checkedAtMs: nowMs(),
    },
    sound,
  );
}

/**
 * Removes the stories that are no longer public, have another sound now, or may not be seen by this listener, and updates
 * the others. Returns whether the list may have changed; null if nothing was checked, because the listener is not known
 * yet. Throws if the server does not answer.
 */
export async function checkHeard({
  store,
  listPublic,
  getListenerId,
  nowMs,
}: Pick<HeardDependencies, 'store' | 'listPublic' | 'getListenerId' | 'nowMs'>): Promise<boolean | null> {
  const listenerId = getListenerId();
  if (listenerId === undefined) return null;
  const kept = await store.list();
  if (kept.length === 0) return false;
  const offered = kept.filter((story) => isOffered(story, listenerId, nowMs()));
  await store.remove(kept.filter((story) => !offered.includes(story)).map(({ id }) => id));
  if (offered.length === 0) return true;
  const found = await listPublic(offered.map(({ id }) => id));
  const current = new Map(found.map((story) => [story.id, story]));
  await store.remove(
    offered.filter(({ id, audioUrl }) => current.get(id)?.audioUrl !== audioUrl).map(({ id }) => id),
  );
  for (const { id, title, author, peaks, gainDb } of found) {
    await store.update(id, { title, artist: toAuthorName(author), peaks, gainDb, checkedAtMs: nowMs() });
  }
  return true;
}

interface HeardChecks {
  readonly dependencies: HeardDependencies;
  /** Called when the list may have changed. */
  readonly onChange: () => void;
  /** Milliseconds of a clock that is never set. */
  readonly readClock: () => number;
}

/**
 * Returns a function that checks the kept stories, at most once in `limits.heard.checkMs`. A check that failed, or that had
 * to wait for the session, does not count.
 */
export function limitHeardChecks({ dependencies, onChange, readClock }: HeardChecks): () => Promise<void> {
  let checkedAtMs = -Infinity;
  let isRunning = false;
  return async () => {
    const startedAtMs = readClock();
    if (isRunning || startedAtMs - checkedAtMs < limits.heard.checkMs) return;
    isRunning = true;
    try {
      const hasChanged = await checkHeard(dependencies);
      if (hasChanged !== null) checkedAtMs = startedAtMs;
      if (hasChanged) onChange();
    } catch (error) {
      console.warn('The kept stories were not checked', error);
    } finally {
      isRunning = false;
    }
  };
}
