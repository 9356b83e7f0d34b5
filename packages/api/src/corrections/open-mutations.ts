import {
  agrees,
  DomainError,
  isSameRange,
  limits,
  placeCorrection,
  toRangeText,
  toSpan,
  type KeptSpan,
  type Region,
  type TranscriptWord,
  type WordRange,
} from '@relato/contract';
import { Prisma, readTime } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Viewer } from '../rpc/context.ts';
import { lockText } from '../transcription/text-mutations.ts';

const { maxPerPerson, maxPerStory } = limits.corrections;
const { maxShiftMs } = limits.span;

/**
 * SQL for whether the account `u` is not new. Creating accounts costs nothing, so several new ones could agree; their
 * proposals wait for the author.
 */
const isOld = Prisma.sql`u.created_at <= now() - make_interval(days => ${limits.newcomer.days}::int)`;

export interface LockedStory {
  readonly id: string;
  readonly userId: string;
  readonly recordingId: string;
  readonly isPublic: boolean;
  readonly isBlocked: boolean;
  /** False if the author blocks or mutes the viewer. */
  readonly isHeard: boolean;
  /** False for a viewer whose account is new. */
  readonly isSettled: boolean;
  readonly listenersDecide: boolean;
  readonly transcript: string;
  /** Empty if the text has no timings. */
  readonly words: readonly TranscriptWord[];
}

/** Locks a story with its text, so that a concurrent change or hiding comes either before or after this write. */
export async function lockStory(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  id: string,
): Promise<LockedStory | undefined> {
  const known = await tx.story.findUnique({ where: { id }, select: { recordingId: true } });
  if (known) await lockText(tx, known.recordingId);
  const [story] = await tx.$queryRaw<LockedStory[]>`
    SELECT id, user_id AS "userId", recording_id AS "recordingId", published AND hidden_at IS NULL AS "isPublic",
      are_blocked(${viewer.id}::uuid, user_id) AS "isBlocked", may_tell(user_id, ${viewer.id}::uuid) AS "isHeard",
      EXISTS (SELECT FROM users u WHERE u.id = ${viewer.id}::uuid AND ${isOld}) AS "isSettled",
      listeners_decide AS "listenersDecide",
      coalesce(transcript, '') AS transcript, coalesce(transcript_words, '[]') AS words
    FROM stories WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return story;
}

export interface OpenCorrection extends KeptSpan {
  readonly id: string;
  readonly userId: string;
  readonly said: string;
  /** Null for a correction. */
  readonly headword: string | null;
  readonly headwordKey: string | null;
  readonly regions: readonly string[];
  /** False for a viewer whom the author mutes. */
  readonly isShown: boolean;
  /** False for an account that is new. */
  readonly isSettled: boolean;
}

/**
 * Lists the open proposals of a locked story that its author sees, and those of the viewer, oldest first. Locks their users
 * against deletion until the transaction ends, because they will be notified.
 */
export const listOpen = (
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { id, userId, isHeard }: LockedStory,
): Promise<OpenCorrection[]> =>
  tx.$queryRaw<OpenCorrection[]>`
    SELECT c.id, c.user_id AS "userId", c.start_ms AS "startMs", c.end_ms AS "endMs", c.text, c.said, c.headword,
      c.headword_key AS "headwordKey", c.regions,
      ${isHeard} OR c.user_id <> ${viewer.id}::uuid AS "isShown",
      ${isOld} AS "isSettled"
    FROM corrections c JOIN users u ON u.id = c.user_id WHERE c.story_id = ${id}::uuid AND c.state = 'open'
      AND (c.user_id = ${viewer.id}::uuid OR u.suspended_at IS NULL AND may_tell(${userId}::uuid, c.user_id))
    ORDER BY c.created_at, c.id FOR KEY SHARE OF u`;

/** An explanation, as it is stored. */
interface Meaning {
  readonly headword: string;
  readonly headwordKey: string;
  readonly regions: Region[];
}

/** A correction or an explanation of words of a text. */
export interface Wish {
  readonly range: WordRange;
  readonly said: string;
  /** Null for a correction. */
  readonly meaning: Meaning | null;
}

export const isAt = ({ words }: LockedStory, range: WordRange, correction: KeptSpan): boolean => {
  const placed = placeCorrection(words, correction);
  return placed !== null && isSameRange(placed, range);
};

type Proposed = KeptSpan & Pick<OpenCorrection, 'said' | 'headword'>;

const isOfKind = ({ meaning }: Wish, { headword }: Pick<OpenCorrection, 'headword'>): boolean =>
  (meaning === null) === (headword === null);

export const isFor = (story: LockedStory, wish: Wish, correction: Proposed): boolean =>
  isOfKind(wish, correction) && isAt(story, wish.range, correction) && agrees(correction.said, wish.said);

/**
 * Returns whether the author declined the same proposal for these words, from any user. It is not proposed again and does
 * not count. An explanation is another one without one of the declined regions, which may have been the reason.
 */
export async function isDeclined(
  tx: Prisma.TransactionClient,
  story: LockedStory,
  wish: Wish,
): Promise<boolean> {
  const regions = new Set<string>(wish.meaning?.regions);
  const declined = await listDeclined(tx, story, wish);
  if (declined.some((each) => each.regions.every((region) => regions.has(region)))) return true;
  return isRemoved(tx, declined);
}

/** Lists the declined proposals for these words, from any user and of any region. */
export async function listDeclined(
  tx: Prisma.TransactionClient,
  story: LockedStory,
  wish: Wish,
): Promise<readonly { readonly id: string; readonly regions: readonly string[] }[]> {
  const startMs = story.words[wish.range.from]?.startMs ?? 0;
  const declined = await tx.correction.findMany({
    where: {
      storyId: story.id,
      state: 'declined',
      headword: wish.meaning ? { not: null } : null,
      startMs: { gte: startMs - maxShiftMs, lte: startMs + maxShiftMs },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxPerStory,
  });
  return declined.filter((each) => isFor(story, wish, each));
}

/** Returns whether a moderator removed one of the declined explanations, which is for its words, whatever the regions. */
export async function isRemoved(
  tx: Prisma.TransactionClient,
  declined: readonly { readonly id: string }[],
): Promise<boolean> {
  const removals = await tx.moderationLog.count({
    where: { action: 'remove-explanation', targetId: { in: declined.map(({ id }) => id) } },
  });
  return removals > 0;
}

/** Returns whether a proposal repeats the previous one for the same words. */
export const isSame = (
  { said, meaning }: Pick<Wish, 'said' | 'meaning'>,
  before: Pick<OpenCorrection, 'said' | 'regions'>,
): boolean =>
  before.said === said &&
  before.regions.toSorted().join(' ') === (meaning?.regions ?? []).toSorted().join(' ');

interface NewProposal {
  readonly story: LockedStory;
  readonly open: readonly OpenCorrection[];
  readonly wish: Wish;
}

/** Returns the viewer's open proposals of the same kind for the same words, which a new one replaces. */
export const findReplaced = (viewer: Viewer, { story, open, wish }: NewProposal): readonly OpenCorrection[] =>
  open.filter((each) => each.userId === viewer.id && isOfKind(wish, each) && isAt(story, wish.range, each));

/**
 * Stores the viewer's proposal and notifies the author, unless it replaces a previous one. It never updates that row,
 * because the author may be about to accept the text that they have read. Returns the open proposals.
 */
export async function store(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  proposal: NewProposal,
): Promise<readonly OpenCorrection[]> {
  const { story, open, wish } = proposal;
  const own = open.filter(({ userId }) => userId === viewer.id);
  const { range, said, meaning } = wish;
  const before = findReplaced(viewer, proposal);
  if (before.some((each) => isSame(wish, each))) return open;
  if (before.length === 0 && (own.length >= maxPerPerson || open.length >= maxPerStory))
    throw new DomainError('CORRECTIONS_TOO_MANY');
  await tx.correction.deleteMany({ where: { id: { in: before.map(({ id }) => id) } } });
  const span = toSpan(story.words, range) ?? { startMs: 0, endMs: 0 };
  const kept = { ...span, text: toRangeText(story.words, range), said, userId: viewer.id, ...meaning };
  // After the words were retimed, an older proposal may occupy the same time.
  await tx.correction.deleteMany({
    where: {
      storyId: story.id,
      userId: viewer.id,
      state: 'open',
      headword: meaning ? { not: null } : null,
      ...span,
    },
  });
  const { id } = await tx.correction.create({ data: { id: uuidv7(), storyId: story.id, ...kept } });
  if (before.length === 0)
    await tx.$executeRaw`SELECT tell_user(${story.userId}::uuid, 'correction', ${viewer.id}::uuid, ${story.id}::uuid, NULL, NULL)`;
  const gone = new Set(before.map((each) => each.id));
  const { isHeard: isShown, isSettled } = story;
  return [
    ...open.filter((each) => !gone.has(each.id)),
    {
      ...kept,
      headword: meaning?.headword ?? null,
      headwordKey: meaning?.headwordKey ?? null,
      regions: meaning?.regions ?? [],
      id,
      isShown,
      isSettled,
    },
  ];
}

/** Sets the state of proposals. */
export async function close(
  tx: Prisma.TransactionClient,
  corrections: readonly { readonly id: string }[],
  state: 'accepted' | 'declined',
): Promise<void> {
  if (corrections.length === 0) return;
  const where = { id: { in: corrections.map(({ id }) => id) } };
  await tx.correction.updateMany({ where, data: { state, decidedAt: await readTime(tx) } });
}
