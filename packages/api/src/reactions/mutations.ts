import {
  DomainError,
  findRange,
  isSameRange,
  limits,
  placeSpan,
  toRangeText,
  type KeptSpan,
  type ReactInput,
  type Span,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { notBlockedWith } from '../blocks/queries.ts';
import { requireActiveAlone } from '../locks.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { canSee } from '../stories/policy.ts';
import { fromJson } from '../transcription/word-queries.ts';

const { maxPerStory, maxTextLength } = limits.reactions;

/**
 * Leaves the sign of the viewer on words of a story, or takes it back if `sign` is null; words have one sign of a user. Throws
 * STORY_NOT_FOUND, REACTION_WORDS_CHANGED if no words of the story begin and end with the span, REACTIONS_TOO_MANY,
 * ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export const react = (
  { database }: Services,
  viewer: Viewer,
  { id: storyId, sign, ...span }: ReactInput,
): Promise<void> =>
  database.prisma.$transaction(async (tx) => {
    // Calls of the viewer at the same moment wait for each other, so that they keep the bound.
    await requireActiveAlone(tx, viewer.id);
    const { transcriptWords } = await requireVisible(tx, viewer, storyId);
    const words = fromJson(transcriptWords) ?? [];
    const range = findRange(words, span);
    const known = await tx.reaction.findMany({ where: { storyId, userId: viewer.id } });
    // Kept on other times, it may mean the same words by now.
    const same = known.find((each) => isSameSpan(each, span) || isSameRange(placeSpan(words, each), range));
    if (sign === null) {
      if (same) await tx.reaction.delete({ where: { id: same.id } });
    } else if (range === null) {
      throw new DomainError('REACTION_WORDS_CHANGED');
    } else if (same) {
      await tx.reaction.update({ where: { id: same.id }, data: { sign } });
    } else {
      if (known.length >= maxPerStory) throw new DomainError('REACTIONS_TOO_MANY');
      const text = cut(toRangeText(words, range));
      await tx.reaction.create({ data: { id: uuidv7(), storyId, userId: viewer.id, ...span, sign, text } });
    }
  });

async function requireVisible(tx: Prisma.TransactionClient, viewer: Viewer, id: string) {
  const story = await tx.story.findFirst({
    where: { id, user: notBlockedWith(viewer) },
    select: { userId: true, published: true, hiddenAt: true, transcriptWords: true },
  });
  if (!story || !canSee(viewer, story)) throw new DomainError('STORY_NOT_FOUND');
  return story;
}

const isSameSpan = (a: KeptSpan, b: Span): boolean => a.startMs === b.startMs && a.endMs === b.endMs;

const cut = (text: string): string => Array.from(text).slice(0, maxTextLength).join('');
