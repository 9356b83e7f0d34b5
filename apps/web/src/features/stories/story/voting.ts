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
  const wishes = new Map<string, Vote>();
  const { subscribe, notify: announce } = createListeners();

  async function cast(
    storyId: string,
    wish: Vote,
    { send, onCounted, onFailed }: VotingEdges,
  ): Promise<void> {
    const isSending = wishes.has(storyId);
    wishes.set(storyId, wish);
    announce();
    if (isSending) return;
    let sent = wish;
    try {
      onCounted(storyId, await send(storyId, sent));
      // Stryker disable next-line ConditionalExpression: the wish is known until the end
      for (let next = wishes.get(storyId); next !== undefined && next !== sent; next = wishes.get(storyId)) {
        sent = next;
        onCounted(storyId, await send(storyId, sent));
      }
    } catch (error) {
      onFailed(error, storyId, wishes.get(storyId) ?? null);
    } finally {
      wishes.delete(storyId);
      // Deferred until the cache has announced the counted vote, because the old count would flash before.
      setTimeout(announce);
    }
  }

  return {
    cast,
    /** Returns the pending vote; undefined if there is none. */
    getWish: (storyId: string): Vote | undefined => wishes.get(storyId),
    subscribe,
  };
}
