import {
  countCharacters,
  DomainError,
  limits,
  placeCorrection,
  toHeadword,
  toHeadwordKey,
  toRangeText,
  toSaid,
  toSpan,
  type CorrectionOutcome,
  type ExplainInput,
  type placeProposal,
  type WordRange,
} from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { requireActive, requireActiveAlone } from '../locks.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import {
  close,
  findReplaced,
  isAt,
  isDeclined,
  isRemoved,
  isSame,
  listDeclined,
  listOpen,
  lockStory,
  store,
  type LockedStory,
  type OpenCorrection,
} from './open-mutations.ts';

const { maxPerStory } = limits.explanations;

/**
 * Explains words of a story. An explanation by a listener waits for the author; the author's own ones apply at once, also in
 * a story that is not public. A different explanation of the same words replaces the viewer's previous one. One that the
 * author has declined is not stored again, which the viewer does not see. Throws STORY_NOT_FOUND, CORRECTION_WORDS_CHANGED
 * if the words are not in the text at that time, EXPLANATION_NOT_A_WORD, EXPLANATION_NOT_FOUND for the author's words that a
 * moderator removed, EXPLANATIONS_TOO_MANY, CORRECTIONS_TOO_MANY, ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export const explain = (
  { database }: Services,
  viewer: Viewer,
  { id, explanation, regions, ...span }: ExplainInput,
): Promise<CorrectionOutcome> =>
  database.prisma.$transaction(async (tx) => {
    await requireActiveAlone(tx, viewer.id);
    const story = await lockStory(tx, viewer, id);
    const isOwn = story?.userId === viewer.id;
    if (!story || !(isOwn || (story.isPublic && !story.isBlocked))) throw new DomainError('STORY_NOT_FOUND');
    const range = placeCorrection(story.words, span);
    // The stored words may have more punctuation than the listener read.
    if (!range || countCharacters(toRangeText(story.words, range)) > limits.corrections.maxTextLength)
      throw new DomainError('CORRECTION_WORDS_CHANGED');
    const headword = toHeadword(story.words, range);
    if (headword === null) throw new DomainError('EXPLANATION_NOT_A_WORD');
    const meaning = { headword, headwordKey: toHeadwordKey(headword), regions };
    const wish = { range, said: toSaid(explanation), meaning };
    const before = await listAccepted(tx, story, viewer.id, range);
    if (before.some((each) => isSame(wish, each))) {
      // The user went back to the accepted one.
      const left = findReplaced(viewer, { story, open: await listOpen(tx, viewer, story), wish });
      await tx.correction.deleteMany({ where: { id: { in: left.map(({ id: each }) => each) } } });
      if (left.length > 0) await forgetNews(tx, viewer, story);
      return 'applied';
    }
    if (isOwn) {
      if (await isRemoved(tx, await listDeclined(tx, story, wish)))
        throw new DomainError('EXPLANATION_NOT_FOUND');
      const kept = { ...span, text: toRangeText(story.words, range), ...toSpan(story.words, range) };
      await makeRoom(tx, story, before);
      await tx.correction.create({
        data: {
          id: uuidv7(),
          storyId: story.id,
          userId: viewer.id,
          ...kept,
          said: wish.said,
          ...meaning,
          state: 'accepted',
          decidedAt: await readTime(tx),
        },
      });
      return 'applied';
    }
    if (await isDeclined(tx, story, wish)) return 'waiting';
    await store(tx, viewer, { story, open: await listOpen(tx, viewer, story), wish });
    return 'waiting';
  });

/** Accepts an explanation of words of a locked story, and notifies its user. Throws EXPLANATIONS_TOO_MANY. */
export async function acceptExplanation(
  tx: Prisma.TransactionClient,
  story: LockedStory,
  explanation: { readonly id: string; readonly userId: string },
  { range, ...listed }: NonNullable<ReturnType<typeof placeProposal>>,
): Promise<void> {
  await makeRoom(tx, story, await listAccepted(tx, story, explanation.userId, range));
  // Stores the current times and spelling of the words.
  await tx.correction.update({
    where: { id: explanation.id },
    data: { ...toSpan(story.words, range), text: toRangeText(story.words, range), ...listed },
  });
  await close(tx, [explanation], 'accepted');
  await tx.$executeRaw`SELECT tell_user(${explanation.userId}::uuid, 'corrected', NULL, ${story.id}::uuid, NULL, NULL)`;
}

type Accepted = Pick<OpenCorrection, 'id' | 'said' | 'regions'>;

/** Lists the accepted explanations of words of a locked story by a user. There is one, but for words that another text has moved. */
export async function listAccepted(
  tx: Prisma.TransactionClient,
  story: LockedStory,
  userId: string,
  range: WordRange,
): Promise<readonly Accepted[]> {
  const where = { storyId: story.id, userId, state: 'accepted', headword: { not: null } } as const;
  return (await tx.correction.findMany({ where })).filter((each) => isAt(story, range, each));
}

/** Deletes the accepted explanations that a new one replaces. Throws EXPLANATIONS_TOO_MANY. */
async function makeRoom(
  tx: Prisma.TransactionClient,
  story: LockedStory,
  before: readonly Accepted[],
): Promise<void> {
  const accepted = await tx.correction.count({
    where: { storyId: story.id, state: 'accepted', headword: { not: null } },
  });
  if (accepted - before.length >= maxPerStory) throw new DomainError('EXPLANATIONS_TOO_MANY');
  await tx.correction.deleteMany({ where: { id: { in: before.map(({ id }) => id) } } });
}

/**
 * Withdraws an explanation for its user, or removes it from a story of the viewer, who is not asked again. Throws
 * EXPLANATION_NOT_FOUND, also for a declined one, FORBIDDEN for one that the viewer may not remove, ACCOUNT_SUSPENDED and
 * UNAUTHENTICATED.
 */
export const removeExplanation = (
  { database }: Services,
  viewer: Viewer,
  { id }: { readonly id: string },
): Promise<void> =>
  database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    const known = await tx.correction.findFirst({
      where: { id, headword: { not: null } },
      select: { storyId: true },
    });
    const story = known && (await lockStory(tx, viewer, known.storyId));
    // A declined one stays, so that it is not asked again.
    const explanation = await tx.correction.findFirst({ where: { id, state: { not: 'declined' } } });
    if (!story || !explanation) throw new DomainError('EXPLANATION_NOT_FOUND');
    if (explanation.userId === viewer.id) {
      await tx.correction.delete({ where: { id } });
      await forgetNews(tx, viewer, story);
    } else if (story.userId === viewer.id) await close(tx, [explanation], 'declined');
    else throw new DomainError(story.isPublic ? 'FORBIDDEN' : 'EXPLANATION_NOT_FOUND');
  });

/** Deletes the author's unread news of the viewer's proposals for a locked story, if none of them is left. */
async function forgetNews(tx: Prisma.TransactionClient, viewer: Viewer, story: LockedStory): Promise<void> {
  const own = { storyId: story.id, userId: viewer.id, state: 'open' } as const;
  if ((await tx.correction.count({ where: own })) > 0) return;
  const told = { storyId: story.id, userId: story.userId, actorId: viewer.id, kind: 'correction' } as const;
  await tx.news.deleteMany({ where: { ...told, readAt: null } });
}
