import type { StoryVotes, voteStoryInput } from '@relato/contract';
import type { z } from 'zod';
import type { Services, Viewer } from '../rpc/context.ts';
import { runWrite } from '../run-write.ts';

/**
 * Sets the vote of the viewer; null removes it. The counters and the score change with it. Authors may vote on their own
 * stories. Throws STORY_NOT_FOUND, ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export async function castVote(
  { database }: Services,
  viewer: Viewer,
  { id, direction }: z.output<typeof voteStoryInput>,
): Promise<StoryVotes> {
  const { upvotes, downvotes } = await runWrite<Pick<StoryVotes, 'upvotes' | 'downvotes'>>(database, {
    name: 'vote',
    text: 'SELECT * FROM cast_vote($1::uuid, $2::uuid, $3::vote_direction)',
    values: [viewer.id, id, direction],
  });
  return { upvotes, downvotes, vote: direction };
}
