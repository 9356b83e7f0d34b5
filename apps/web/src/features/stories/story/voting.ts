import type { StoryVotes, VoteDirection } from '@relato/contract/stories/types';
import { createListeners } from '../../../lib/listeners.ts';

/** The wanted vote; null removes it. */
export type Vote = VoteDirection | null;

/** Returns the counters after the vote `wish`; unchanged if that is already the vote. */
export function withVote({ upvotes, downvotes, vote }: StoryVotes, wish: Vote): StoryVotes {
  const step = (direction: VoteDirection) => Number(wish === direction) - Number(vote === direction);
  return { upvotes: upvotes + step('up'), downvotes: downvotes + step('down'), vote: wish };
}

interface VotingEdges {
  readonly send: (storyId: string, wish: Vote) => Promise<StoryVotes>;
  /** The server's answer, which is authoritative. */
  readonly onCounted: (storyId: string, votes: StoryVotes) => void;
  readonly onFailed: (error: unknown, storyId: string, wish: Vote) => void;
}

/**
 * The votes that the server has not answered yet. They overlay the cached story without changing it, so that a failure
 * reverts exactly them, whatever was loaded meanwhile. One call per story at a time: a press during a call is sent
 * after it, so that calls cannot overtake each other.
 */
export function createVoting() {
  let wishes = new Map<string, Vote>();
  const { subscribe, notify: announce } = createListeners();

  async function cast(
    storyId: string,
    wish: Vote,
    { send, onCounted, onFailed }: VotingEdges,
  ): Promise<void> {
    const own = wishes;
    const isSending = own.has(storyId);
    own.set(storyId, wish);
    announce();
    if (isSending) return;
    let sent: Vote | undefined;
    try {
      for (let next: Vote | undefined = wish; next !== undefined && next !== sent; next = own.get(storyId)) {
        // The next user's session would send it.
        if (own !== wishes) break;
        sent = next;
        const votes = await send(storyId, sent);
        if (own === wishes) onCounted(storyId, votes);
      }
    } catch (error) {
      if (own === wishes) onFailed(error, storyId, own.get(storyId) ?? null);
    } finally {
      own.delete(storyId);
      // Deferred until the cache has announced the counted vote, because the old count would flash before.
      setTimeout(announce);
    }
  }

  return {
    cast,
    /** Returns the pending vote; undefined if there is none. */
    getWish: (storyId: string): Vote | undefined => wishes.get(storyId),
    /** Forgets the pending votes and their answers, because the next user of the tab did not cast them. */
    forget: (): void => {
      wishes = new Map();
      announce();
    },
    subscribe,
  };
}
