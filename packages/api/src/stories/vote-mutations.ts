import { DomainError, type StoryVotes, type voteStoryInput } from '@relato/contract';
import type { z } from 'zod';
import type { Services, Viewer } from '../context.ts';
import { requireActive } from '../user-locks.ts';
import { canSee } from './policy.ts';

type Counters = Pick<StoryVotes, 'upvotes' | 'downvotes'>;
interface VotedStory extends Counters {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
}

/**
 * Sets the vote of the viewer; null removes it. The counters and the score change in the same transaction. Authors may
 * vote on their own stories. Throws STORY_NOT_FOUND.
 */
export function castVote(
  { database }: Services,
  viewer: Viewer,
  { id, direction }: z.output<typeof voteStoryInput>,
): Promise<StoryVotes> {
  return database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    // Every vote locks the story before its own row, so that concurrent votes wait in one order and each sees the
    // counters of the one before. The lock does not block comments.
    const [story] = await tx.$queryRaw<VotedStory[]>`
      SELECT user_id AS "userId", published, hidden_at AS "hiddenAt", upvotes, downvotes
      FROM stories WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    if (!story || !canSee(viewer, story)) throw new DomainError('STORY_NOT_FOUND');
    const [changed] = await tx.$queryRaw<Counters[]>`
      WITH wish AS (SELECT ${direction}::vote_direction AS direction),
      known AS (
        SELECT (SELECT direction FROM votes WHERE story_id = ${id}::uuid AND user_id = ${viewer.id}::uuid) AS direction
      ),
      taken AS (
        DELETE FROM votes USING wish
        WHERE story_id = ${id}::uuid AND user_id = ${viewer.id}::uuid AND wish.direction IS NULL
      ),
      given AS (
        INSERT INTO votes (story_id, user_id, direction)
        SELECT ${id}::uuid, ${viewer.id}::uuid, direction FROM wish WHERE direction IS NOT NULL
        ON CONFLICT (story_id, user_id) DO UPDATE SET direction = excluded.direction
      ),
      step AS (
        SELECT (wish.direction IS NOT DISTINCT FROM 'up')::int - (known.direction IS NOT DISTINCT FROM 'up')::int AS up,
          (wish.direction IS NOT DISTINCT FROM 'down')::int - (known.direction IS NOT DISTINCT FROM 'down')::int AS down
        FROM wish, known WHERE wish.direction IS DISTINCT FROM known.direction
      )
      UPDATE stories SET upvotes = upvotes + step.up, downvotes = downvotes + step.down,
        score = score + step.up - step.down
      FROM step WHERE id = ${id}::uuid
      RETURNING upvotes, downvotes`;
    const { upvotes, downvotes } = changed ?? story;
    return { upvotes, downvotes, vote: direction };
  });
}
