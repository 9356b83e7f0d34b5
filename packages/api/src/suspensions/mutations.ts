import { DomainError, type Role, type UserId } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { promiseMail, promiseReady } from '../mails/mutations.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { liftNotices, notify } from '../notices/mutations.ts';
import { canSuspend } from './policy.ts';

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

/**
 * Locks an account with those of all administrators, in one order: two who take the role from each other wait here.
 * Whatever else a decision about a person locks, it locks later.
 */
export async function lockPeople(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users
    WHERE id = ${id}::uuid OR role = 'administrator' ORDER BY id FOR NO KEY UPDATE`;
}

/** Throws PROFILE_NOT_FOUND. */
async function lockUser(tx: Prisma.TransactionClient, id: string): Promise<LockedUser> {
  await lockPeople(tx, id);
  const user = await tx.user.findUnique({
    where: { id },
    select: { id: true, email: true, role: true, suspendedAt: true },
  });
  if (!user) throw new DomainError('PROFILE_NOT_FOUND');
  return user;
}

/**
 * Begins a write of the viewer, on `otherId` if that is a person: a suspension waits for its end or is seen by it, as is
 * the end of the account. Before anything else is locked. Throws ACCOUNT_SUSPENDED, UNAUTHENTICATED; PROFILE_NOT_FOUND
 * for the other.
 */
export async function requireActive(
  tx: Prisma.TransactionClient,
  viewerId: string,
  otherId: string = viewerId,
): Promise<void> {
  const people = await tx.$queryRaw<{ id: string; isSuspended: boolean }[]>`
    SELECT id, suspended_at IS NOT NULL AS "isSuspended" FROM users
    WHERE id IN (${viewerId}::uuid, ${otherId}::uuid) ORDER BY id FOR SHARE`;
  const viewer = people.find(({ id }) => id === viewerId);
  if (!viewer) throw new DomainError('UNAUTHENTICATED');
  if (viewer.isSuspended) throw new DomainError('ACCOUNT_SUSPENDED');
  const other = people.find(({ id }) => id === otherId);
  if (!other || other.isSuspended) throw new DomainError('PROFILE_NOT_FOUND');
}

/** Begins a decision of the viewer, who may have lost the role since the request came. Throws as above, and FORBIDDEN. */
export async function requireActiveModerator(tx: Prisma.TransactionClient, viewer: Viewer): Promise<void> {
  await requireActive(tx, viewer.id);
  await requireStill(tx, viewer);
}

/** Who was an administrator when the request came may be none any more. Throws FORBIDDEN. */
export async function requireStill(tx: Prisma.TransactionClient, viewer: Viewer): Promise<void> {
  const still = await tx.user.count({ where: { id: viewer.id, role: viewer.role, suspendedAt: null } });
  if (still === 0) throw new DomainError('FORBIDDEN');
}

/** Throws LAST_ADMINISTRATOR when nobody would be left without this one. All of them are locked. */
export async function requireAnotherAdministrator(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const others = await tx.user.count({
    where: { role: 'administrator', suspendedAt: null, id: { not: id } },
  });
  if (others === 0) throw new DomainError('LAST_ADMINISTRATOR');
}

/**
 * Counts what all can see of a person, instead of a step up or down: a counter that is wrong must not keep anybody from
 * hiding a story. The lock comes first: what is counted then is what others who move the counter left.
 */
export async function recountPosts(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM profiles WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  await tx.$executeRaw`UPDATE profiles SET posts_count = (
      SELECT count(*) FROM stories WHERE user_id = ${userId}::uuid AND published AND hidden_at IS NULL
    ) WHERE id = ${userId}::uuid`;
}

/**
 * Ends the person's sessions and links and hides their stories, those that are hidden already apart. They are told by
 * mail, from where they can appeal. Throws PROFILE_NOT_FOUND, FORBIDDEN for oneself and, as a moderator, for moderators
 * and administrators, LAST_ADMINISTRATOR, and CONFLICT with what happened.
 */
export async function suspendUser(
  services: Services,
  viewer: Viewer,
  { userId, reason }: { readonly userId: UserId; readonly reason: string },
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    const found = await lockUser(tx, userId);
    await requireStill(tx, viewer);
    if (!canSuspend(viewer, found)) throw new DomainError('FORBIDDEN');
    if (found.suspendedAt) throw await toAlreadyDecided(tx, userId);
    if (found.role === 'administrator') await requireAnotherAdministrator(tx, userId);
    await suspendAsPart(tx, viewer, { userId, reason });
    if (found.email) await promiseMail(services, { kind: 'suspended', userId }, tx);
  });
}

async function suspendAsPart(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { userId, reason }: Decision,
): Promise<void> {
  const now = await readTime(tx);
  await tx.user.update({ where: { id: userId }, data: { suspendedAt: now, suspendedReason: reason } });
  await tx.session.deleteMany({ where: { userId } });
  await tx.mailToken.updateMany({
    where: { userId, usedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  await tx.story.updateMany({
    where: { userId, hiddenAt: null },
    data: { hiddenAt: now, hiddenWithAuthor: true },
  });
  await recountPosts(tx, userId);
  await notify(tx, viewer, {
    userId,
    kind: 'account_suspended',
    targetId: userId,
    subject: '',
    reason,
  });
  await writeLog(tx, viewer, { action: 'suspend-user', target: 'user', id: userId, reason });
}

/** The person may sign in again and their stories are back, but those that a decision hides. Throws as `suspendUser`. */
export async function restoreUser(
  services: Services,
  viewer: Viewer,
  decision: { readonly userId: UserId; readonly reason: string },
): Promise<void> {
  await services.database.prisma.$transaction((tx) => restoreUserAsPart(services, tx, viewer, decision));
}

/** A part of a decision. */
export async function restoreUserAsPart(
  services: Services,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { userId, reason }: Decision,
): Promise<void> {
  const user = await lockUser(tx, userId);
  await requireStill(tx, viewer);
  if (!canSuspend(viewer, user)) throw new DomainError('FORBIDDEN');
  if (!user.suspendedAt) throw await toAlreadyDecided(tx, userId);
  await tx.user.update({ where: { id: userId }, data: { suspendedAt: null, suspendedReason: null } });
  // One that began in the moment of the suspension opens nothing later either.
  await tx.session.deleteMany({ where: { userId } });
  await tx.story.updateMany({
    where: { userId, hiddenWithAuthor: true },
    data: { hiddenAt: null, hiddenReason: null, hiddenWithAuthor: false },
  });
  await recountPosts(tx, userId);
  await liftNotices(tx, viewer, { targetId: userId, kind: 'account_suspended', reason });
  await notify(tx, viewer, { userId, kind: 'account_restored', targetId: userId, subject: '', reason });
  await writeLog(tx, viewer, { action: 'restore-user', target: 'user', id: userId, reason });
  if (!user.email) return;
  const link = `${services.publicUrl}/profile`;
  await promiseReady(services, { kind: 'account-restored', to: user.email, link }, tx);
}

/** Throws PROFILE_NOT_FOUND, FORBIDDEN, LAST_ADMINISTRATOR. A role that somebody has already is given again quietly. */
export async function setRole(
  { database }: Services,
  viewer: Viewer,
  { userId, role }: { readonly userId: UserId; readonly role: Role },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    await requireStill(tx, viewer);
    if (user.role === role) return;
    if (user.role === 'administrator' && !user.suspendedAt) await requireAnotherAdministrator(tx, userId);
    await tx.user.update({ where: { id: userId }, data: { role } });
    const reason = `${user.role} → ${role}`;
    await writeLog(tx, viewer, { action: 'set-role', target: 'user', id: userId, reason });
  });
}

export interface MadeAdministrator {
  readonly outcome: 'made' | 'already' | 'unknown' | 'unconfirmed' | 'suspended';
  /** Null while they have not chosen one: until then they may do nothing that others see. */
  readonly username: string | null;
}

/**
 * Makes an administrator of the confirmed account of an e-mail address, as nobody: for who is at the server itself, and
 * never for a request. Again is once.
 */
export async function makeAdministrator(
  { database }: Pick<Services, 'database'>,
  email: string,
): Promise<MadeAdministrator> {
  return database.prisma.$transaction(async (tx) => {
    const found = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!found) return { outcome: 'unknown', username: null };
    await lockPeople(tx, found.id);
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
