import type { StorySummary, StoryVotes } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../lib/calls/patch-story.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { useRequireSession } from '../../lib/session/use-require-session.ts';
import { storiesText } from '../../messages/stories.ts';
import { showStoryError } from './show-story-error.ts';
import { createVoting, withVote, type Vote } from './voting.ts';

const voting = createVoting();

/** How a story was received, with the viewer's wish before the server has heard of it; and how to vote. */
export function useVote(story: StorySummary) {
  const { id, upvotes, downvotes, viewer } = story;
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const requireSession = useRequireSession();
  const wish = useSyncExternalStore(voting.subscribe, () => voting.getWish(id));

  const known: StoryVotes = { upvotes, downvotes, vote: viewer.vote };
  const votes = wish === undefined ? known : withVote(known, wish);

  const cast = (next: Vote): void =>
    void voting.cast(id, next, {
      send: (storyId, direction) => utils.client.stories.vote.mutate({ id: storyId, direction }),
      onCounted: (storyId, { vote, ...counters }) => {
        patchStory(queryClient, storyId, (story) => ({ ...counters, viewer: { ...story.viewer, vote } }));
        void refetchStoriesInFlight(queryClient);
      },
      onFailed: (error, _storyId, missed) => {
        if (getErrorCode(error) !== 'UNAUTHENTICATED') return showStoryError(storiesText.errors.vote);
        // The session ended elsewhere: the vote is given by who signs in again.
        void utils.account.session.invalidate();
        openAuthSheet({ purpose: 'vote', story, onSignedIn: () => cast(missed) });
      },
    });

  return {
    votes,
    /** Gives the vote, or takes back the one that is there. A visitor signs in first and has voted then. */
    toggle: (direction: NonNullable<Vote>): void => {
      const next = votes.vote === direction ? null : direction;
      requireSession(() => cast(next), { purpose: 'vote', story });
    },
  };
}
