import { DomainError, type StoryVisibility } from '@relato/contract';
import { type Prisma, readTime } from '@relato/db';
import { notBlockedWith } from '../../blocks/queries.ts';
import { lockStories, requireActive } from '../../locks.ts';
import type { Services } from '../../rpc/context.ts';
import { wantMp3s, withdrawMp3s } from '../../story-mp3s.ts';
import { endReply, isReply } from '../threads/mutations.ts';
import { mustWait, startWaiting } from './waiting-mutations.ts';
import type { OwnStory } from './queries.ts';

type ChangedStory = Pick<OwnStory, 'id' | 'userId'>;

interface SetVisibility {
  readonly isWaiting: boolean;
  /** Moderators hide the story, so that others hear it only once it is restored. Missing otherwise. */
  readonly isHidden?: true;
}

/**
 * Publishes a story or makes it wait for approval, shares it with the asker of its question alone, or makes it private;
 * repeating it changes nothing. Throws the errors of `changeVisibility`, ACCOUNT_SUSPENDED if the author was suspended in
 * the meantime, and VOICES_NOT_AGREED at the first publication of an author who has not confirmed that the recorded people
 * agree.
 */
export const setVisibility = (
  services: Services,
  story: OwnStory,
  visibility: StoryVisibility,
  { voicesAgreed = false } = {},
): Promise<SetVisibility> =>
  services.database.prisma.$transaction(async (tx) => {
    // Runs first, because the row of the author is locked for reading later.
    if (voicesAgreed) await rememberVoices(tx, story.userId);
    // A suspension hides the stories that are public then, so none may be published after it.
    await requireActive(tx, story.userId);
    if (visibility === 'published') await requireVoices(tx, story.userId);
    const isWaiting = await changeVisibility(services, tx, story, visibility);
    return { isWaiting, ...(story.hiddenAt && { isHidden: true }) };
  });

/** Stores that the people in a user's recordings agree. */
export const rememberVoices = (tx: Prisma.TransactionClient, userId: string): Promise<unknown> =>
  tx.$executeRaw`UPDATE users SET voices_agreed_at = clock_timestamp()
    WHERE id = ${userId}::uuid AND voices_agreed_at IS NULL`;

/** Throws VOICES_NOT_AGREED if an author who never published has not confirmed that the recorded people agree. */
export async function requireVoices(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const [user] = await tx.$queryRaw<{ isAsked: boolean }[]>`
    SELECT u.voices_agreed_at IS NULL
      AND NOT EXISTS (SELECT FROM stories s WHERE s.user_id = u.id AND s.published_at IS NOT NULL) AS "isAsked"
    FROM users u WHERE u.id = ${userId}::uuid`;
  if (user?.isAsked) throw new DomainError('VOICES_NOT_AGREED');
}

/**
 * Sets the visibility of an active author's story. A reply stays one only if it is shared with the listeners of its story.
 * The counter of the author follows the number of public stories. The asker is notified once. Returns whether the story
 * waits for a moderator instead of being published, as a first one does unless `isLetIn`. Throws STORY_NOT_FOUND, and
 * QUESTION_NOT_FOUND without an asker to share it with.
 */
export async function changeVisibility(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  { id, userId }: ChangedStory,
  visibility: StoryVisibility,
  { isLetIn = false } = {},
): Promise<boolean> {
  // Serializes concurrent changes, because a story that is published meanwhile must not be shared.
  await lockStories(tx, { storyIds: [id] });
  const published = visibility === 'published';
  if (visibility !== 'shared') await endReply(tx, id);
  if (published && !isLetIn && (await mustWait(tx, { id, userId }))) {
    await startWaiting(tx, id);
    return true;
  }
  const askerId = visibility === 'private' ? null : await findAsker(tx, { id, userId });
  if (visibility === 'shared' && (await isReply(tx, id))) return false;
  if (visibility === 'shared' && askerId === null) throw new DomainError('QUESTION_NOT_FOUND');
  const sharedWithId = published ? null : askerId;
  // Publishing again does not make a story new.
  const first = published
    ? await tx.story.updateMany({
        where: { id, publishedAt: null },
        data: { publishedAt: await readTime(tx) },
      })
    : null;
  const [changed] = await tx.story.updateManyAndReturn({
    where: { id, published: !published },
    // The database clears `waitingSince` once a published story is visible, also at the end of a suspension.
    data: { published, sharedWithId, ...(!published && { waitingSince: null }) },
    select: { hiddenAt: true },
  });
  if (!changed) {
    // Another tab may have deleted the story meanwhile.
    const { count } = await tx.story.updateMany({
      where: { id },
      data: { sharedWithId, ...(!published && { waitingSince: null }) },
    });
    if (count === 0) throw new DomainError('STORY_NOT_FOUND');
  }
  if (askerId !== null)
    await tx.$executeRaw`SELECT tell_user(${askerId}::uuid, 'answer', ${userId}::uuid, ${id}::uuid, NULL, NULL)`;
  if (!changed || changed.hiddenAt) return false;
  await tx.profile.update({
    where: { id: userId },
    data: { postsCount: { increment: published ? 1 : -1 } },
  });
  const stories = { storyIds: [id] };
  if (first?.count === 1)
    await jobs.enqueue(tx, 'send-push', { kind: 'followers', storyId: id, after: null });
  if (published) await wantMp3s({ jobs }, tx, stories);
  else await withdrawMp3s({ jobs }, tx, stories);
  return false;
}

/**
 * Returns the asker of the question that a story answers, or null without one, or across a block. Equals `asked_of`, by
 * which the app offers sharing: a suspended asker may hear it later.
 */
async function findAsker(tx: Prisma.TransactionClient, { id, userId }: ChangedStory): Promise<string | null> {
  const story = await tx.story.findUnique({
    where: { id, question: { user: notBlockedWith({ id: userId }) } },
    select: { question: { select: { userId: true } } },
  });
  return story?.question?.userId ?? null;
}
