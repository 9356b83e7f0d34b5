import { barSignUps, hashToken, toSignUpBarIds } from '@relato/auth';
import { DomainError, type DeleteAccountInput, type UserId } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import type { Services } from '../rpc/context.ts';
import { queueWrittenMail } from '../mail/queue.ts';
import { writeRegister } from '../register.ts';
import { withdrawMp3s } from '../story-mp3s.ts';
import { enqueueForgetting } from '../transcription/mutations.ts';
import { accountTimeLimit, lockUsersAndAdministrators } from '../locks.ts';
import { requireAnotherAdministrator } from '../users/mutations.ts';
import { toCredentials, type Owner } from './mutations.ts';

const recordingsAtOnce = 50;

/**
 * Deletes an account for good in one transaction, with everything that belongs to it: stories, recordings, transcripts,
 * comments, votes, follows, sessions, links, identities, notices and news. Its reports stay without a reporter, and the
 * counters of other users are corrected. Jobs that are queued in the same transaction delete the audio and the
 * transcripts at the provider. Throws PASSWORD_REQUIRED, PASSWORD_WRONG, SESSION_NOT_FRESH, LAST_ADMINISTRATOR,
 * UNAUTHENTICATED, or ACCOUNT_SUSPENDED if the account was suspended in the meantime.
 */
export async function deleteAccount(
  owner: Owner,
  { currentPassword }: Pick<DeleteAccountInput, 'currentPassword'>,
): Promise<void> {
  const { services, viewer, session, setCookie } = owner;
  const { auth } = services;
  await auth.requireReauthentication(toCredentials(owner, currentPassword));
  await deleteInTransaction(services, viewer.id, async (tx) => {
    const user = await tx.user.findUnique({ where: { id: viewer.id } });
    if (!user) throw new DomainError('UNAUTHENTICATED');
    if (user.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
    // A password reset may have ended the session of an intruder while this transaction waited for the lock of the account.
    const own = { id: hashToken(session.token), userId: user.id };
    if ((await tx.session.count({ where: own })) === 0) throw new DomainError('UNAUTHENTICATED');
    if (user.role === 'administrator') await requireAnotherAdministrator(tx, user.id);
    return { email: user.email, wasSuspended: false };
  });
  setCookie(auth.cookies.session.serialize(null));
}

/**
 * Deletes a suspended account. Its owner cannot sign in and is identified by the last mailed link.
 * Its address and identities stay barred from sign-up for a while, so that deleting the account does not end the
 * suspension. Throws LINK_INVALID, and CONFLICT if the account is no longer suspended. Returns whose it was, because the browser
 * may have recordings of that user.
 */
export async function deleteAccountByLink(
  services: Services,
  token: string,
): Promise<{ readonly userId: UserId }> {
  const where = { appealKey: hashToken(token) };
  const found = await services.database.prisma.notice.findUnique({
    where,
    select: { userId: true, liftedAt: true, user: { select: { email: true, identities: true } } },
  });
  if (!found) throw new DomainError('LINK_INVALID');
  if (found.liftedAt) throw new DomainError('CONFLICT');
  // Hashed before the transaction, which would hold its locks meanwhile. A suspended account changes neither.
  const bars = await toSignUpBarIds(found.user);
  await deleteInTransaction(services, found.userId, async (tx) => {
    const notice = await tx.notice.findUnique({
      where,
      select: { liftedAt: true, user: { select: { email: true } } },
    });
    if (!notice) throw new DomainError('LINK_INVALID');
    if (notice.liftedAt) throw new DomainError('CONFLICT');
    await barSignUps(tx, bars, await readTime(tx));
    return { email: notice.user.email, wasSuspended: true };
  });
  return { userId: found.userId as UserId }; // a row's id is a plain string
}

interface DeletableAccount {
  readonly email: string | null;
  readonly wasSuspended: boolean;
}

/** `requireDeletable` reads the locked account and throws if it must not be deleted this way. */
async function deleteInTransaction(
  services: Services,
  userId: string,
  requireDeletable: (tx: Prisma.TransactionClient) => Promise<DeletableAccount>,
): Promise<void> {
  const { database, publicUrl: link } = services;
  const work = async (tx: Prisma.TransactionClient) => {
    await lockUsersAndAdministrators(tx, userId);
    const { email: to, wasSuspended } = await requireDeletable(tx);
    await deleteAccountAsPart(services, tx, userId);
    if (to !== null)
      await queueWrittenMail(services, { kind: 'account-deleted', to, link, wasSuspended }, tx);
  };
  await database.prisma.$transaction(work, accountTimeLimit);
}

/**
 * The account voted or commented on another story while the locks were taken. SQLSTATE 40001 makes the client repeat the
 * transaction.
 */
class ConcurrentTouchError extends Error {
  readonly code = '40001';
}

async function deleteAccountAsPart(
  services: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  await lockTouchedRows(tx, userId);
  await writeRegister(tx, { kind: 'deletion', things: await countThings(tx, userId) });
  await removeVotesAndComments(tx, userId);
  await removeFollows(tx, userId);
  await enqueueDeletions(services, tx, userId);
  await tx.user.delete({ where: { id: userId } });
}

async function countThings(tx: Prisma.TransactionClient, userId: string): Promise<number> {
  const where = { userId };
  const counts = [tx.story.count({ where }), tx.recording.count({ where }), tx.comment.count({ where })];
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * Locks rows in the order that every other transaction uses: users, recordings, questions, stories. The account itself is
 * locked exclusively only at the end; then no row can refer to it, and transactions that are about to do so wait. Locking it
 * earlier would block a vote that holds the lock of a story that this transaction waits for.
 */
async function lockTouchedRows(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM recordings WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`;
  // No new answer can arrive once the questions are locked, and only answers are shared.
  await tx.$queryRaw`SELECT 1 FROM questions WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`;
  const stories = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM stories WHERE id IN (
      SELECT id FROM stories WHERE user_id = ${userId}::uuid
      UNION ALL SELECT story_id FROM votes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT story_id FROM comments WHERE user_id = ${userId}::uuid
      UNION ALL SELECT s.id FROM stories s JOIN questions q ON q.id = s.question_id WHERE q.user_id = ${userId}::uuid
      UNION ALL SELECT s.id FROM stories s JOIN stories o ON o.id = s.origin_id WHERE o.user_id = ${userId}::uuid
    ) ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  const late = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM (
      SELECT story_id FROM votes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT story_id FROM comments WHERE user_id = ${userId}::uuid
    ) AS touched WHERE story_id <> ALL (${stories.map(({ id }) => id)}::uuid[]) LIMIT 1`;
  if (late.length > 0) throw new ConcurrentTouchError();
}

/** Clamps at zero, so that a wrong counter cannot prevent a deletion. The stories are locked. */
async function removeVotesAndComments(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM votes WHERE user_id = ${userId}::uuid RETURNING story_id, direction)
    UPDATE stories SET
      upvotes = GREATEST(0, upvotes - (gone.direction = 'up')::int),
      downvotes = GREATEST(0, downvotes - (gone.direction = 'down')::int),
      score = GREATEST(0, upvotes - (gone.direction = 'up')::int)
        - GREATEST(0, downvotes - (gone.direction = 'down')::int)
    FROM gone WHERE stories.id = gone.story_id`;
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM comments WHERE user_id = ${userId}::uuid RETURNING story_id),
    counted AS (SELECT story_id, count(*)::int AS count FROM gone GROUP BY story_id)
    UPDATE stories SET comments_count = GREATEST(0, comments_count - counted.count)
    FROM counted WHERE stories.id = counted.story_id`;
}

/** Locks the follows first and then the profiles, each in the order of `follows.follow`. */
async function removeFollows(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM follows
    WHERE follower_id = ${userId}::uuid OR following_id = ${userId}::uuid ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM profiles WHERE id <> ${userId}::uuid AND id IN (
      SELECT following_id FROM follows WHERE follower_id = ${userId}::uuid
      UNION ALL SELECT follower_id FROM follows WHERE following_id = ${userId}::uuid
    ) ORDER BY id FOR NO KEY UPDATE`;
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM follows WHERE follower_id = ${userId}::uuid OR following_id = ${userId}::uuid
      RETURNING follower_id, following_id
    ),
    steps AS (
      SELECT following_id AS id, 1 AS followers, 0 AS following FROM gone WHERE follower_id = ${userId}::uuid
      UNION ALL SELECT follower_id, 0, 1 FROM gone WHERE following_id = ${userId}::uuid
    ),
    counted AS (
      SELECT id, sum(followers)::int AS followers, sum(following)::int AS following FROM steps GROUP BY id
    )
    UPDATE profiles SET
      followers_count = GREATEST(0, followers_count - counted.followers),
      following_count = GREATEST(0, following_count - counted.following)
    FROM counted WHERE profiles.id = counted.id`;
}

/** Queues the jobs in the transaction of the deletion, so that they exist if and only if the account is gone. */
async function enqueueDeletions(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  await withdrawMp3s({ jobs }, tx, { userId });
  const recordings = await tx.recording.findMany({
    where: { userId },
    select: {
      originalKey: true,
      playbackKey: true,
      transcript: { select: { provider: true, providerJob: true } },
    },
  });
  for (let first = 0; first < recordings.length; first += recordingsAtOnce) {
    const some = recordings.slice(first, first + recordingsAtOnce);
    await jobs.enqueue(tx, 'delete-objects', {
      keys: some
        .flatMap(({ originalKey, playbackKey }) => [originalKey, playbackKey])
        .filter((key) => key !== null),
    });
  }
  for (const { transcript } of recordings) await enqueueForgetting({ jobs }, tx, transcript);
}
