import { DomainError, type Role, type UserId } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { queueMail, queueWrittenMail } from '../mail/queue.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { liftNotices, notify, writeStatement, type Grounds } from '../notices.ts';
import { recountPosts } from '../profiles/mutations.ts';
import { announceFirst } from '../first-stories.ts';
import { accountTimeLimit, lockStories, lockUsersAndAdministrators, requireUnchangedRole } from '../locks.ts';
import { wantMp3s, withdrawMp3s } from '../story-mp3s.ts';
import { canSuspend } from './policy.ts';

/** Showing a story, of which the database stores the words, takes up to 5 ms. */
const storiesAtOnce = 200;

interface LockedUser {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly suspendedAt: Date | null;
}

interface Decision {
  readonly userId: string;
  readonly reason: string;
}

type Restricted = Pick<Decision, 'userId'> & Grounds;

/** Throws PROFILE_NOT_FOUND. */
async function lockUser(tx: Prisma.TransactionClient, viewer: Viewer, id: string): Promise<LockedUser> {
  await lockUsersAndAdministrators(tx, id, viewer.id);
  const user = await tx.user.findUnique({
    where: { id },
    select: { id: true, email: true, role: true, suspendedAt: true },
  });
  if (!user) throw new DomainError('PROFILE_NOT_FOUND');
  return user;
}

/** Throws LAST_ADMINISTRATOR if there is no other active administrator. All of them are locked. */
export async function requireAnotherAdministrator(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const others = await tx.user.count({
    where: { role: 'administrator', suspendedAt: null, id: { not: id } },
  });
  if (others === 0) throw new DomainError('LAST_ADMINISTRATOR');
}

/**
 * Suspends a user: ends their sessions and links, and hides their stories, which stay distinct from stories that a
 * decision hides. A mail tells the user how to appeal. Throws PROFILE_NOT_FOUND, FORBIDDEN for the viewer's own account
 * and, for a moderator, those of moderators and administrators, LAST_ADMINISTRATOR, and CONFLICT with the last log
 * entry.
 */
export async function suspendUser(
  services: Services,
  viewer: Viewer,
  { userId, ...grounds }: Restricted,
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    const found = await lockUser(tx, viewer, userId);
    await requireUnchangedRole(tx, viewer);
    if (!canSuspend(viewer, found)) throw new DomainError('FORBIDDEN');
    if (found.suspendedAt) throw await toAlreadyDecided(tx, userId);
    if (found.role === 'administrator') await requireAnotherAdministrator(tx, userId);
    await suspendAsPart(services, tx, viewer, { userId, ...grounds });
    if (found.email) await queueMail(services, { kind: 'suspended', userId }, tx);
  }, accountTimeLimit);
}

/** Changes locked stories in steps, because all of a user would take longer than a statement may. */
async function updateStories(
  tx: Prisma.TransactionClient,
  where: Prisma.StoryWhereInput,
  data: Prisma.StoryUncheckedUpdateManyInput,
): Promise<void> {
  const found = await tx.story.findMany({ where, select: { id: true } });
  const ids = found.map(({ id }) => id);
  for (let first = 0; first < ids.length; first += storiesAtOnce)
    await tx.story.updateMany({ where: { id: { in: ids.slice(first, first + storiesAtOnce) } }, data });
}

/**
 * Returns the sources of a case about a user, by the open reports: those of their stories, and a machine's also of their
 * comments and explanations, but not of those of others.
 */
async function readReporters(
  tx: Prisma.TransactionClient,
  userId: string,
): Promise<{ readonly isReported: boolean; readonly byMachine: boolean } | undefined> {
  const [found] = await tx.$queryRaw<{ readonly isReported: boolean; readonly byMachine: boolean }[]>`
    SELECT coalesce(bool_or(r.reason NOT IN ('watched', 'first') AND s.user_id = ${userId}::uuid), false) AS "isReported",
      coalesce(bool_or(r.reason = 'watched' AND EXISTS (
        SELECT FROM jsonb_array_elements(r.watched) find LEFT JOIN comments c ON c.id = (find->>'commentId')::uuid
          LEFT JOIN corrections e ON e.id = (find->>'explanationId')::uuid
        WHERE CASE WHEN find->>'commentId' IS NOT NULL THEN c.user_id
          WHEN find->>'explanationId' IS NOT NULL THEN e.user_id ELSE s.user_id END = ${userId}::uuid
      )), false) AS "byMachine"
    FROM reports r JOIN stories s ON s.id = r.story_id WHERE r.status IN ('pending', 'reviewing')`;
  return found;
}

async function suspendAsPart(
  services: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { userId, reason, rule }: Restricted,
): Promise<void> {
  await lockStories(tx, { userId });
  const now = await readTime(tx);
  await tx.user.update({ where: { id: userId }, data: { suspendedAt: now, suspendedReason: reason } });
  await tx.session.deleteMany({ where: { userId } });
  await tx.mailToken.updateMany({
    where: { userId, usedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  await updateStories(tx, { userId, hiddenAt: null }, { hiddenAt: now, hiddenWithAuthor: true });
  await recountPosts(tx, userId);
  await withdrawMp3s(services, tx, { userId });
  const kind = 'account_suspended';
  const noticeId = await notify(tx, viewer, { userId, kind, targetId: userId, subject: '', reason });
  await writeStatement(tx, { ...(await readReporters(tx, userId)), noticeId, kind, rule });
  await writeLog(tx, viewer, { action: 'suspend-user', target: 'user', id: userId, reason });
}

/**
 * Ends a suspension. The user may sign in again and their stories are public again, except those that a decision hides.
 * Throws like `suspendUser`.
 */
export async function restoreUser(
  services: Services,
  viewer: Viewer,
  decision: { readonly userId: UserId; readonly reason: string },
): Promise<void> {
  const restore = (tx: Prisma.TransactionClient) => restoreUserAsPart(services, tx, viewer, decision);
  await services.database.prisma.$transaction(restore, accountTimeLimit);
}

/** Ends a suspension as part of a decision. */
export async function restoreUserAsPart(
  services: Services,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { userId, reason }: Decision,
): Promise<void> {
  const user = await lockUser(tx, viewer, userId);
  await requireUnchangedRole(tx, viewer);
  if (!canSuspend(viewer, user)) throw new DomainError('FORBIDDEN');
  if (!user.suspendedAt) throw await toAlreadyDecided(tx, userId);
  await lockStories(tx, { userId });
  await tx.user.update({ where: { id: userId }, data: { suspendedAt: null, suspendedReason: null } });
  // A session that was created during the suspension must not become valid later.
  await tx.session.deleteMany({ where: { userId } });
  const hidden = { userId, hiddenWithAuthor: true };
  const letIn = await tx.story.findMany({
    where: { ...hidden, published: true, waitingSince: { not: null } },
    select: { id: true },
  });
  await updateStories(tx, hidden, { hiddenAt: null, hiddenReason: null, hiddenWithAuthor: false });
  await announceFirst(
    services,
    tx,
    letIn.map(({ id }) => id),
  );
  await recountPosts(tx, userId);
  await wantMp3s(services, tx, { userId });
  await liftNotices(tx, viewer, { targetId: userId, kind: 'account_suspended', reason });
  await notify(tx, viewer, { userId, kind: 'account_restored', targetId: userId, subject: '', reason });
  await writeLog(tx, viewer, { action: 'restore-user', target: 'user', id: userId, reason });
  if (!user.email) return;
  const link = `${services.publicUrl}/profile`;
  await queueWrittenMail(services, { kind: 'account-restored', to: user.email, link }, tx);
}

/**
 * Deletes the picture and the text of a user's profile. They are notified of the reason, and may set others. Throws
 * PROFILE_NOT_FOUND, FORBIDDEN as `suspendUser` does, and CONFLICT with the last log entry if the profile is empty.
 */
export async function clearProfile(
  { database }: Services,
  viewer: Viewer,
  { userId, reason, rule }: Restricted,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const user = await lockUser(tx, viewer, userId);
    await requireUnchangedRole(tx, viewer);
    if (!canSuspend(viewer, user)) throw new DomainError('FORBIDDEN');
    const photos = await tx.photo.deleteMany({ where: { userId } });
    const lines = await tx.profile.updateMany({
      where: { id: userId, about: { not: '' } },
      data: { about: '' },
    });
    if (photos.count + lines.count === 0) throw await toAlreadyDecided(tx, userId);
    const kind = 'profile_cleared';
    const noticeId = await notify(tx, viewer, { userId, kind, targetId: userId, subject: '', reason });
    await writeStatement(tx, { noticeId, kind, rule });
    await writeLog(tx, viewer, { action: 'clear-profile', target: 'user', id: userId, reason });
  });
}

/** Throws PROFILE_NOT_FOUND, FORBIDDEN, LAST_ADMINISTRATOR. Does nothing if the user already has the role. */
export async function setRole(
  { database }: Services,
  viewer: Viewer,
  { userId, role }: { readonly userId: UserId; readonly role: Role },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const user = await lockUser(tx, viewer, userId);
    await requireUnchangedRole(tx, viewer);
    if (user.role === role) return;
    if (user.role === 'administrator' && !user.suspendedAt) await requireAnotherAdministrator(tx, userId);
    await tx.user.update({ where: { id: userId }, data: { role } });
    const reason = `${user.role} → ${role}`;
    await writeLog(tx, viewer, { action: 'set-role', target: 'user', id: userId, reason });
  });
}

export interface MadeAdministrator {
  readonly outcome: 'made' | 'already' | 'unknown' | 'unconfirmed' | 'suspended';
  /** Null until the user chooses one. Until then their actions must not show to others. */
  readonly username: string | null;
}

/**
 * Makes the confirmed account of an e-mail address an administrator; repeating it changes nothing. Only for a command on the
 * server itself, never for a request, because it checks no viewer.
 */
export async function makeAdministrator(
  { database }: Pick<Services, 'database'>,
  email: string,
): Promise<MadeAdministrator> {
  return database.prisma.$transaction(async (tx) => {
    const found = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!found) return { outcome: 'unknown', username: null };
    await lockUsersAndAdministrators(tx, found.id);
    const user = await tx.user.findUniqueOrThrow({
      where: { id: found.id },
      select: {
        role: true,
        emailVerifiedAt: true,
        suspendedAt: true,
        profile: { select: { username: true } },
      },
    });
    const username = user.profile?.username ?? null;
    if (!user.emailVerifiedAt) return { outcome: 'unconfirmed', username };
    if (user.suspendedAt) return { outcome: 'suspended', username };
    if (user.role === 'administrator') return { outcome: 'already', username };
    await tx.user.update({
      where: { id: found.id },
      data: { role: 'administrator' },
      select: { id: true },
    });
    const reason = `${user.role} → administrator, at the server`;
    await writeLog(tx, null, { action: 'set-role', target: 'user', id: found.id, reason });
    return { outcome: 'made', username };
  });
}
