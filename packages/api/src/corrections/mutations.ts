import {
  agrees,
  checkTranscript,
  countCharacters,
  DomainError,
  findShared,
  isInText,
  limits,
  placeCorrection,
  placeProposal,
  placeSpan,
  replaceWords,
  toRangeText,
  toSaid,
  type CorrectionOutcome,
  type KeptSpan,
  type ProposeCorrectionInput,
  type TranscriptWord,
  type WordRange,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { requireActive, requireActiveAlone } from '../locks.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { followExplanations, toWrittenText } from '../transcription/text-mutations.ts';
import { acceptExplanation } from './explanation-mutations.ts';
import {
  close,
  isDeclined,
  isFor,
  listOpen,
  lockStory,
  store,
  type LockedStory,
  type OpenCorrection,
  type Wish,
} from './open-mutations.ts';
import { toForeign } from './queries.ts';

const { agreeing, maxPerStory, maxTextLength } = limits.corrections;

/**
 * Proposes the right text of words of a public story. Another proposal for the same words replaces the viewer's previous
 * one. It changes the text at once if the viewer is the author, or the last of the listeners who agree where the author lets
 * them decide; the author is notified of that. Sent again, it changes nothing. One that the author has declined is not
 * stored again, which the viewer does not see. Throws STORY_NOT_FOUND, CORRECTION_WORDS_CHANGED if the words are not in the
 * text at that time, CORRECTION_UNCHANGED, CORRECTIONS_TOO_MANY, TRANSCRIPT_TOO_LONG, ACCOUNT_SUSPENDED and
 * UNAUTHENTICATED.
 */
export const propose = (
  { database }: Services,
  viewer: Viewer,
  { id, said: typed, ...span }: ProposeCorrectionInput,
): Promise<CorrectionOutcome> =>
  database.prisma.$transaction(async (tx) => {
    // Serializes concurrent calls of the viewer, so that they respect the limits.
    await requireActiveAlone(tx, viewer.id);
    const story = await lockStory(tx, viewer, id);
    const isOwn = story?.userId === viewer.id;
    if (!story || !(isOwn || (story.isPublic && !story.isBlocked))) throw new DomainError('STORY_NOT_FOUND');
    const range = placeCorrection(story.words, span);
    if (await isApplied(tx, viewer, { story, range, sent: { ...span, said: toSaid(typed) } }))
      return 'applied';
    // The stored words may have more punctuation than the listener read.
    if (!range || countCharacters(toRangeText(story.words, range)) > maxTextLength)
      throw new DomainError('CORRECTION_WORDS_CHANGED');
    const wish: Wish = { range, said: toSaid(typed), meaning: null };
    if (toRangeText(story.words, range) === wish.said) throw new DomainError('CORRECTION_UNCHANGED');
    const open = await listOpen(tx, viewer, story);
    if (isOwn) {
      await apply(tx, story, { open, wish, isByAuthor: true });
      return 'applied';
    }
    if (await isDeclined(tx, story, wish)) return 'waiting';
    const shown = (await store(tx, viewer, { story, open, wish })).filter(({ isShown }) => isShown);
    const agreed = new Map(
      shown
        .filter((each) => each.isSettled && isFor(story, wish, each))
        .map((each) => [each.userId, each.said]),
    );
    const said = findShared(Array.from(agreed.values()));
    const isEnough = agreed.has(viewer.id) && agreed.size >= agreeing;
    if (!story.listenersDecide || !isEnough || said === null) return 'waiting';
    await apply(tx, story, { open: shown, wish: { ...wish, said }, isByAuthor: false });
    await tx.$executeRaw`SELECT tell_user(${story.userId}::uuid, 'corrected', ${viewer.id}::uuid, ${story.id}::uuid, NULL, NULL)`;
    return 'applied';
  });

interface Sent {
  readonly story: LockedStory;
  /** The words in their present place. Null if they changed. */
  readonly range: WordRange | null;
  readonly sent: KeptSpan & { readonly said: string };
}

/** Returns whether the text has this correction of the viewer already, because the answer to an earlier call was lost. */
async function isApplied(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { story, range, sent: { said, ...span } }: Sent,
): Promise<boolean> {
  const placed = placeSpan(story.words, { ...span, text: said });
  if (!placed || said === toSaid(span.text)) return false;
  const now = toRangeText(story.words, placed);
  // A correction may add words to those that it corrects, or leave some of them out.
  const isThere = range
    ? now === said && placed.from <= range.from && placed.to >= range.to
    : agrees(now, said);
  if (!isThere || story.userId === viewer.id) return isThere;
  const where = { storyId: story.id, userId: viewer.id, state: 'accepted', headword: null, said } as const;
  return (await tx.correction.count({ where })) > 0;
}

/**
 * Accepts or declines a proposal for the viewer's story; repeating it changes nothing. Returns the ids of the other
 * proposals that it closes. Throws CORRECTION_NOT_FOUND, also for one that was decided otherwise, CORRECTION_WORDS_CHANGED,
 * TRANSCRIPT_TOO_LONG, FORBIDDEN, STORY_NOT_FOUND, ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export const decide = (
  { database }: Services,
  viewer: Viewer,
  { id, isAccepted }: { readonly id: string; readonly isAccepted: boolean },
): Promise<readonly string[]> =>
  database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    const known = await tx.correction.findUnique({
      where: { id },
      include: { story: { select: { userId: true, published: true, hiddenAt: true } } },
    });
    if (known && known.story.userId !== viewer.id) throw toForeign(known.story);
    const story = known && (await lockStory(tx, viewer, known.storyId));
    const correction = await tx.correction.findUnique({ where: { id } });
    const result = isAccepted ? 'accepted' : 'declined';
    if (!story || !correction || ![result, 'open'].includes(correction.state))
      throw new DomainError('CORRECTION_NOT_FOUND');
    if (correction.state === result) return [];
    if (!isAccepted) {
      await close(tx, [correction], result);
      return [];
    }
    const placed = placeProposal(story.words, correction);
    if (!placed) throw new DomainError('CORRECTION_WORDS_CHANGED');
    const open = await listOpen(tx, viewer, story);
    if (!open.some((each) => each.id === id)) throw new DomainError('CORRECTION_NOT_FOUND');
    if (correction.headword !== null) {
      await acceptExplanation(tx, story, correction, placed);
      return [];
    }
    const { range } = placed;
    const wish: Wish = { range, said: correction.said, meaning: null };
    const closed = await apply(tx, story, { open, wish, isByAuthor: true });
    return closed.filter((each) => each !== id);
  });

interface Change {
  readonly open: readonly OpenCorrection[];
  readonly wish: Wish;
  /** False if listeners agreed on it. */
  readonly isByAuthor: boolean;
}

/**
 * Changes the text of a locked story. Accepts all equal proposals for these words, and notifies their users. Deletes those
 * whose words disappear, because the author has not declined them. Returns the ids of both. Proposals that the author's own
 * edits have outdated stay for the author.
 */
async function apply(
  tx: Prisma.TransactionClient,
  story: LockedStory,
  { open, wish, isByAuthor }: Change,
): Promise<readonly string[]> {
  const text = replaceWords(story.transcript, story.words, wish.range, wish.said);
  if (text === null) throw new DomainError('CORRECTION_WORDS_CHANGED');
  const refusal = checkTranscript(text);
  if (refusal !== null) throw new DomainError(refusal);
  const { columns, words } = await toWrittenText(tx, story.recordingId, text);
  await tx.story.update({ where: { id: story.id }, data: columns });
  const accepted = open.filter((each) => isFor(story, wish, each));
  await closeReplaced(tx, story.id, { words, isByAuthor });
  await close(tx, accepted, 'accepted');
  const gone = open.filter(
    (each) => !accepted.includes(each) && placeProposal(story.words, each) && !placeProposal(words, each),
  );
  await tx.correction.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  for (const userId of new Set(accepted.map((each) => each.userId)))
    await tx.$executeRaw`SELECT tell_user(${userId}::uuid, 'corrected', NULL, ${story.id}::uuid, NULL, NULL)`;
  return [...accepted, ...gone].map(({ id }) => id);
}

interface NewText {
  readonly words: readonly TranscriptWord[];
  readonly isByAuthor: boolean;
}

/**
 * Closes the accepted corrections that are no longer in the new text of a locked story: their users are no longer thanked.
 * They count as declined if the author wrote the text, because listeners who agree decline nothing. Explanations move with
 * their words.
 */
export async function closeReplaced(
  tx: Prisma.TransactionClient,
  storyId: string,
  { words, isByAuthor }: NewText,
): Promise<void> {
  await followExplanations(tx, storyId, words);
  const accepted = await tx.correction.findMany({
    where: { storyId, state: 'accepted', headword: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxPerStory,
  });
  const replaced = accepted.filter((each) => !isInText(words, each));
  if (isByAuthor) await close(tx, replaced, 'declined');
  else await tx.correction.deleteMany({ where: { id: { in: replaced.map(({ id }) => id) } } });
}
