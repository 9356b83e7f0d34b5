import {
  DomainError,
  isSaidAt,
  isSameRange,
  limits,
  placeSpan,
  toRangeText,
  type ReactInput,
  type TranscriptWord,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { requireActiveAlone } from '../locks.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { isPublic } from '../stories/policy.ts';

const { maxPerStory, maxTextLength } = limits.reactions;

/**
 * Sets the viewer's sign on words of a story, or removes it if `sign` is null, also from a story that they can no longer
 * see. A user has one sign on the same words. Throws STORY_NOT_FOUND, REACTION_WORDS_CHANGED if the words are not spoken at
 * that time, REACTIONS_TOO_MANY, ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export const react = (
  { database }: Services,
  viewer: Viewer,
  { id: storyId, sign, from, to, ...span }: ReactInput,
): Promise<void> =>
  database.prisma.$transaction(async (tx) => {
    // Serializes concurrent calls of the viewer, so that they respect the limit.
    await requireActiveAlone(tx, viewer.id);
    const story = await lockStory(tx, viewer, storyId);
    const words = story?.transcriptWords ?? [];
    const range = { from, to };
    const known = await tx.reaction.findMany({ where: { storyId, userId: viewer.id } });
    // A sign that was stored with other times may be on the same words now.
    const same = known.filter((each) => {
      const placed = placeSpan(words, each);
      return placed ? isSameRange(placed, range) : each.startMs === span.startMs && each.endMs === span.endMs;
    });
    if (sign === null) {
      await tx.reaction.deleteMany({ where: { id: { in: same.map(({ id }) => id) } } });
      return;
    }
    if (!story || story.isBlocked || !(isPublic(story) || story.userId === viewer.id))
      throw new DomainError('STORY_NOT_FOUND');
    if (!isSaidAt(words, range, span)) throw new DomainError('REACTION_WORDS_CHANGED');
    if (same.length === 0 && known.length >= maxPerStory) throw new DomainError('REACTIONS_TOO_MANY');
    // A word without a length shares the time of another one, so the later sign replaces the earlier one.
    const others = same.filter((each) => each.startMs !== span.startMs || each.endMs !== span.endMs);
    await tx.reaction.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } });
    const left = { sign, text: cut(toRangeText(words, range)) };
    await tx.reaction.upsert({
      where: { storyId_userId_startMs_endMs: { storyId, userId: viewer.id, ...span } },
      create: { id: uuidv7(), storyId, userId: viewer.id, ...span, ...left },
      update: left,
    });
  });

interface LockedStory {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  readonly isBlocked: boolean;
  readonly transcriptWords: readonly TranscriptWord[] | null;
}

/** Locks a story for reading, so that a concurrent hiding comes either before or after this write. */
async function lockStory(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  id: string,
): Promise<LockedStory | undefined> {
  const [story] = await tx.$queryRaw<LockedStory[]>`
    SELECT user_id AS "userId", published, hidden_at AS "hiddenAt", transcript_words AS "transcriptWords",
      are_blocked(${viewer.id}::uuid, user_id) AS "isBlocked"
    FROM stories WHERE id = ${id}::uuid FOR SHARE`;
  return story;
}

const cut = (text: string): string => Array.from(text).slice(0, maxTextLength).join('');
