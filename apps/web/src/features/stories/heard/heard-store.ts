import type { StoryId, UserId } from '@relato/contract/ids';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { limits } from '@relato/contract/limits';
import { dayMs } from '@relato/contract/text/days';
import { heardDatabase } from '../../../lib/forget-heard.ts';

interface Sound {
  readonly id: StoryId;
  readonly type: string;
  // Not a Blob: private windows of WebKit cannot store one.
  readonly bytes: ArrayBuffer;
}

interface HeardDatabase extends DBSchema {
  stories: { key: string; value: HeardStory };
  sounds: { key: string; value: Sound };
}

type Connection = IDBPDatabase<HeardDatabase>;

/**
 * Keeps heard stories in a database of their own, which `forgetHeard` deletes whole. Every call opens it anew, because it is
 * rarely used, and an open connection would delay the deletion. Rejects if the browser stores nothing.
 */
export class HeardStore {
  /** Stores a story with its sound, and removes the stories that exceed the limits. */
  async add(story: HeardStory, sound: Blob): Promise<void> {
    const bytes = await sound.arrayBuffer();
    await this.#use(async (database) => {
      const transaction = database.transaction(['stories', 'sounds'], 'readwrite');
      const [stories, sounds] = [transaction.objectStore('stories'), transaction.objectStore('sounds')];
      const change = async () => {
        await Promise.all([stories.put(story), sounds.put({ id: story.id, type: sound.type, bytes })]);
        const surplus = findSurplus(await stories.getAll(), Date.now());
        await Promise.all(surplus.flatMap(({ id }) => [stories.delete(id), sounds.delete(id)]));
      };
      await Promise.all([change(), transaction.done]);
    });
  }

  async list(): Promise<readonly HeardStory[]> {
    const stories = await this.#use((database) => database.getAll('stories'));
    return stories.toSorted((one, other) => other.heardAtMs - one.heardAtMs);
  }

  /** Changes a story that is kept; does nothing if it is gone. */
  async update(id: StoryId, changes: Partial<Omit<HeardStory, 'id'>>): Promise<void> {
    await this.#use(async (database) => {
      const transaction = database.transaction('stories', 'readwrite');
      const change = async () => {
        const story = await transaction.store.get(id);
        if (story) await transaction.store.put({ ...story, ...changes });
      };
      await Promise.all([change(), transaction.done]);
    });
  }

  async remove(ids: readonly StoryId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#use(async (database) => {
      const transaction = database.transaction(['stories', 'sounds'], 'readwrite');
      const deletions = ids.flatMap((id) => [
        transaction.objectStore('stories').delete(id),
        transaction.objectStore('sounds').delete(id),
      ]);
      await Promise.all([...deletions, transaction.done]);
    });
  }

  /** Returns null if the story is not kept. */
  async readSound(id: StoryId): Promise<Blob | null> {
    const sound = await this.#use((database) => database.get('sounds', id));
    return sound ? new Blob([sound.bytes], { type: sound.type }) : null;
  }

  async #use<Result>(work: (database: Connection) => Promise<Result>): Promise<Result> {
    const database: Connection = await openDB<HeardDatabase>(heardDatabase, 1, {
      upgrade: (created) => {
        created.createObjectStore('stories', { keyPath: 'id' });
        created.createObjectStore('sounds', { keyPath: 'id' });
      },
    });
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }
}

/** A public story whose sound this browser keeps. */
export interface HeardStory {
  readonly id: StoryId;
  /** The user who heard it; null for a visitor. */
  readonly listenerId: UserId | null;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number;
  readonly peaks: string;
  /** Missing in what an older version kept, until the next check. */
  readonly gainDb?: number | undefined;
  /** The address of the sound on the server, which changes with the sound. */
  readonly audioUrl: string;
  readonly bytes: number;
  /** By this device's clock, as `checkedAtMs`. */
  readonly heardAtMs: number;
  /** The time at which the server last reported the story as public. */
  readonly checkedAtMs: number;
}

const { maxBytes, maxCount, maxUncheckedDays } = limits.heard;

/**
 * Returns the stories to remove: those heard longest ago, beyond the limits of number and size. A time after `nowMs` is of a
 * clock that was wrong, and counts as the longest ago, or no new story would be kept until then.
 */
export function findSurplus(stories: readonly HeardStory[], nowMs: number): HeardStory[] {
  const toTime = ({ heardAtMs }: HeardStory) => (heardAtMs > nowMs ? 0 : heardAtMs);
  let bytes = 0;
  return stories
    .toSorted((one, other) => toTime(other) - toTime(one))
    .filter((story, index) => {
      bytes += story.bytes;
      return index >= maxCount || bytes > maxBytes;
    });
}

/**
 * Returns whether a story may be offered to this listener: not if another user heard it, nor if it was unchecked for too
 * long.
 */
export const isOffered = (story: HeardStory, listenerId: UserId | null, nowMs: number): boolean =>
  story.listenerId === listenerId && nowMs - story.checkedAtMs < maxUncheckedDays * dayMs;
