import type { StoryVotes, VoteDirection } from '@relato/contract/stories/types';

/** The vote as it shall be; null is none. */
export type Vote = VoteDirection | null;

/** The counters as they are once the vote is `wish`. Where it already is, nothing changes. */
export function withVote({ upvotes, downvotes, vote }: StoryVotes, wish: Vote): StoryVotes {
  const step = (direction: VoteDirection) => Number(wish === direction) - Number(vote === direction);
  return { upvotes: upvotes + step('up'), downvotes: downvotes + step('down'), vote: wish };
}

interface VotingEdges {
  readonly send: (storyId: string, wish: Vote) => Promise<StoryVotes>;
  /** The server's answer, which is what counts from now on. */
  readonly onCounted: (storyId: string, votes: StoryVotes) => void;
  readonly onFailed: (error: unknown, storyId: string, wish: Vote) => void;
}

/**
 * The votes that the server has not answered yet. They are laid over what is known of a story and never written into
 * it, so that a failure takes back exactly them, whatever was loaded in between. One call a story at a time: who
 * presses again while it runs is heard when it is over, so that calls cannot overtake each other.
 */
export function createVoting() {
  const wishes = new Map<string, Vote>();
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };

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
      for (let next = wishes.get(storyId); next !== undefined && next !== sent; next = wishes.get(storyId)) {
        sent = next;
        onCounted(storyId, await send(storyId, sent));
      }
    } catch (error) {
      onFailed(error, storyId, wishes.get(storyId) ?? null);
    } finally {
      wishes.delete(storyId);
      // After the cache has told of what was counted: before, the count of before the vote would show again.
      setTimeout(announce);
    }
  }

  return {
    cast,
    /** Undefined: nothing is under way. */
    getWish: (storyId: string): Vote | undefined => wishes.get(storyId),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
