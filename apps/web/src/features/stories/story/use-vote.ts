import type { StorySummary, StoryVotes } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../../lib/calls/patch-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';
import { storiesText } from '../../../messages/stories.ts';
import { showStoryError } from '../show-story-error.ts';
import { createVoting, withVote, type Vote } from './voting.ts';

const voting = createVoting();

/** The votes of a story, including the viewer's pending vote, and the function to vote. */
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
        // The session ended elsewhere: the vote is cast after signing in again.
        void utils.account.session.invalidate();
        openAuthSheet({ purpose: 'vote', story, onSignedIn: () => cast(missed) });
      },
    });

  return {
    votes,
    /** Casts the vote, or removes an equal one. Visitors sign in first, and have voted then. */
    toggle: (direction: NonNullable<Vote>): void => {
      const next = votes.vote === direction ? null : direction;
      requireSession(() => cast(next), { purpose: 'vote', story });
    },
  };
}
