import { barSignUps, hashToken, toSignUpBarIds } from '@relato/auth';
import { DomainError, type DeleteAccountInput } from '@relato/contract';
import { isDeadlock, readTime, type Prisma } from '@relato/db';
import type { Services } from '../context.ts';
import { promiseReady } from '../mail-queue.ts';
import { enqueueForgetting } from '../transcription/mutations.ts';
import { lockUserAndAdministrators } from '../user-locks.ts';
import { requireAnotherAdministrator } from '../users/mutations.ts';
import { toCredentials, type Owner } from './mutations.ts';

/** What a person of many years takes on a slow disk. */
const timeoutMs = 60_000;
const maxAttempts = 5;
const recordingsAtOnce = 50;

/**
 * Deletes an account with everything of it, at once and for good: stories, recordings and their transcripts, comments,
 * votes, follows, sessions, links, identities, notices. Their reports stay without them, and the counters of others
 * say what is left. Audio and the transcripts at the provider go by jobs that are a part of it. Throws PASSWORD_WRONG,
 * SESSION_NOT_FRESH, LAST_ADMINISTRATOR, ACCOUNT_SUSPENDED for who was suspended a moment ago, UNAUTHENTICATED.
 */
export async function deleteAccount(
  owner: Owner,
  { currentPassword }: Pick<DeleteAccountInput, 'currentPassword'>,
): Promise<void> {
  const { services, viewer, setCookie } = owner;
  const { auth } = services;
  await auth.requireReauthentication(toCredentials(owner, currentPassword));
  await deleteInOneGo(services, viewer.id, async (tx) => {
    const user = await tx.user.findUnique({ where: { id: viewer.id } });
    if (!user) throw new DomainError('UNAUTHENTICATED');
    if (user.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
    if (user.role === 'administrator') await requireAnotherAdministrator(tx, user.id);
    return { email: user.email, wasSuspended: false };
  });
  setCookie(auth.cookies.session.serialize(null));
}

/**
 * Deletes a suspended account for its owner, who cannot sign in and proves to be it by the link of the mail about the
 * suspension. For a while no account gets its address and its identities, because leaving must not end a suspension.
 * Throws LINK_INVALID, CONFLICT for an account that is not suspended any more.
 */
export async function deleteAccountByLink(services: Services, token: string): Promise<void> {
  const where = { appealKey: hashToken(token) };
  const found = await services.database.prisma.notice.findUnique({ where, select: { userId: true } });
  if (!found) throw new DomainError('LINK_INVALID');
  await deleteInOneGo(services, found.userId, async (tx) => {
    const notice = await tx.notice.findUnique({
      where,
      select: { liftedAt: true, user: { select: { email: true, identities: true } } },
    });
    if (!notice) throw new DomainError('LINK_INVALID');
    if (notice.liftedAt) throw new DomainError('CONFLICT');
    await barSignUps(tx, await toSignUpBarIds(notice.user), await readTime(tx));
    return { email: notice.user.email, wasSuspended: true };
  });
}

interface Leaver {
  readonly email: string | null;
  readonly wasSuspended: boolean;
}

/** `requireLeaver` looks at the account when it is locked, and refuses those that may not be deleted this way. */
async function deleteInOneGo(
  services: Services,
  userId: string,
  requireLeaver: (tx: Prisma.TransactionClient) => Promise<Leaver>,
): Promise<void> {
  const { database, publicUrl: link } = services;
  const work = async (tx: Prisma.TransactionClient) => {
    await lockUserAndAdministrators(tx, userId);
    const { email: to, wasSuspended } = await requireLeaver(tx);
    await deleteAsPart(services, tx, userId);
    if (to !== null) await promiseReady(services, { kind: 'account-deleted', to, link, wasSuspended }, tx);
  };
  await again(() => database.prisma.$transaction(work, { timeout: timeoutMs }));
}

/** The account voted or commented on something else while the locks were taken. */
class LateArrival extends Error {}

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof LateArrival || isDeadlock(error);
      if (!mayPass || attempt === maxAttempts) throw error;
    }
  }
}

async function deleteAsPart(
  services: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  await lockWhatItTouched(tx, userId);
  await takeBackFromStories(tx, userId);
  await takeBackFollows(tx, userId);
  await enqueueDeletions(services, tx, userId);
  await tx.user.delete({ where: { id: userId } });
}

/**
 * In the order of everybody else: people, recordings, stories. The account itself comes last: from then on nothing can
 * refer to it any more, and whoever is about to is waited for. Before, it would hold up a vote that holds a story which
 * is waited for here.
 */
async function lockWhatItTouched(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM recordings WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`;
  const stories = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM stories WHERE id IN (
      SELECT id FROM stories WHERE user_id = ${userId}::uuid
      UNION ALL SELECT story_id FROM votes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT story_id FROM comments WHERE user_id = ${userId}::uuid
    ) ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  const late = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM (
      SELECT story_id FROM votes WHERE user_id = ${userId}::uuid
      UNION ALL SELECT story_id FROM comments WHERE user_id = ${userId}::uuid
    ) AS touched WHERE story_id <> ALL (${stories.map(({ id }) => id)}::uuid[]) LIMIT 1`;
  if (late.length > 0) throw new LateArrival();
}

/** Never below zero: a counter that is wrong must not keep anybody from leaving. The stories are locked. */
async function takeBackFromStories(tx: Prisma.TransactionClient, userId: string): Promise<void> {
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

/** First the follows, then the profiles, each in one order, as by whoever follows. */
async function takeBackFollows(tx: Prisma.TransactionClient, userId: string): Promise<void> {
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

/** The jobs are there exactly if the account is not. */
async function enqueueDeletions(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  const recordings = await tx.recording.findMany({
    where: { userId },
    select: {
      id: true,
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
      uploadIds: some.map(({ id }) => id),
    });
  }
  for (const { transcript } of recordings) await enqueueForgetting({ jobs }, tx, transcript);
}
