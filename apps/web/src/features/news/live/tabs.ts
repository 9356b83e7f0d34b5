import type { StoryId } from '@relato/contract/ids';
import type { LiveTopic } from '@relato/contract/news/types';

export interface Told {
  readonly id: string;
  readonly topics: readonly LiveTopic[];
}

/** The messages between the tabs of a browser. */
type Message =
  | { readonly kind: 'shown' }
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'told'; readonly told: Told };

const name = 'relato.live';
const storyLock = `${name} `;

export interface Tabs {
  /** Sets the stories that this tab shows. */
  readonly show: (stories: readonly StoryId[]) => void;
  /** Sends what this tab received over its connection to the other tabs. */
  readonly tell: (message: Exclude<Message, { readonly kind: 'shown' }>) => void;
  readonly leave: () => void;
}

interface TabOptions {
  /** Called when this tab becomes the leader, which connects, and whenever the tabs show other stories. */
  readonly onLead: (stories: readonly StoryId[]) => void;
  readonly onMessage: (message: Exclude<Message, { readonly kind: 'shown' }>) => void;
}

/** Locks need TLS. Without them each tab goes on polling. */
export const canShare = (): boolean => 'locks' in navigator && 'BroadcastChannel' in globalThis;

/**
 * Joins the tabs of this browser and elects a leader. The leader and the shown stories are held as locks, because the
 * browser releases those of a crashed tab.
 */
export function joinTabs({ onLead, onMessage }: TabOptions): Tabs {
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  const { signal } = leaving;
  const releases = new Map<StoryId, AbortController>();
  let leads = false;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none: it is same-origin
  const post = (message: Message): void => channel.postMessage(message);

  async function review(): Promise<void> {
    if (!leads) return;
    const { held = [] } = await navigator.locks.query();
    const stories = held.flatMap(
      ({ name: lock = '' }) => (lock.startsWith(storyLock) ? [lock.slice(storyLock.length) as StoryId] : []), // as `show` names it
    );
    if (!signal.aborted) onLead([...new Set(stories)].toSorted());
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'shown') void review();
    else onMessage(data);
  });
  void hold(name, 'exclusive', signal, () => {
    leads = true;
    void review();
  });

  return {
    show: (stories) => {
      for (const [story, release] of releases) {
        if (stories.includes(story)) continue;
        release.abort();
        releases.delete(story);
      }
      for (const story of stories) {
        if (releases.has(story)) continue;
        const release = new AbortController();
        releases.set(story, release);
        void hold(storyLock + story, 'shared', release.signal, announce).then(announce);
      }
      announce();
    },
    tell: (message) => {
      if (!signal.aborted) post(message);
    },
    leave: () => {
      leaving.abort();
      for (const release of releases.values()) release.abort();
      channel.close();
    },
  };

  function announce(): void {
    if (signal.aborted) return;
    post({ kind: 'shown' });
    void review();
  }
}

/** Holds a lock until `signal` aborts. */
async function hold(lock: string, mode: LockMode, signal: AbortSignal, onHeld: () => void): Promise<void> {
  const held = () => {
    onHeld();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  };
  // Rejects if `signal` aborts before the lock is held.
  await navigator.locks.request(lock, { mode, signal }, held).catch(() => {});
}
