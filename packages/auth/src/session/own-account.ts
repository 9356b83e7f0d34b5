import { limits, type OwnAccount, type OwnSession, retention, type UserId } from '@relato/contract';
import { plusHours, readClock } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { hashToken } from '../tokens.ts';
import { deleteOtherSessions, lockOwnAccount, type OwnSessionToken } from './reauthentication.ts';

/** Returns null for a deleted account. `pendingEmail` is the address of an unconfirmed change. */
export async function getOwnAccount(
  { database: { prisma }, clock }: AuthContext,
  userId: UserId,
): Promise<OwnAccount | null> {
  const now = await readClock(prisma, clock);
  const account = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      passwordHash: true,
      mailTokens: {
        where: { purpose: 'change_email', usedAt: null, expiresAt: { gt: now } },
        select: { email: true },
      },
    },
  });
  if (!account) return null;
  const { email, passwordHash, mailTokens } = account;
  return { email, hasPassword: passwordHash !== null, pendingEmail: mailTokens[0]?.email ?? null };
}

/** Returns the public id of a session, from which neither its token nor the stored hash can be derived. */
const toShownId = (hash: string): string => hashToken(`session ${hash}`).slice(0, 32);

/** Lists the active sessions of an account: the one of `token` first, then the newest. */
export async function listSessions(
  { database: { prisma }, clock }: AuthContext,
  userId: UserId,
  token: string,
): Promise<readonly OwnSession[]> {
  const now = await readClock(prisma, clock);
  const bornAfter = plusHours(now, -retention.longSession.days * 24);
  const rows = await prisma.session.findMany({
    where: { userId, expiresAt: { gt: now }, createdAt: { gt: bornAfter } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: limits.session.maxCount,
  });
  const present = hashToken(token);
  return rows
    .map(({ id, userAgent, createdAt, expiresAt }) => ({
      id: toShownId(id),
      userAgent,
      createdAt,
      expiresAt: new Date(
        Math.min(expiresAt.getTime(), plusHours(createdAt, retention.longSession.days * 24).getTime()),
      ),
      isCurrent: id === present,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/**
 * Ends the session that `listSessions` lists under `shownId`. Does nothing if it has already ended. Throws UNAUTHENTICATED
 * if the present one has: an intruder whom the owner has put out must not end the owner's.
 */
export const endSession = (
  { database: { prisma } }: AuthContext,
  present: OwnSessionToken,
  shownId: string,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const { id: userId } = await lockOwnAccount(tx, present);
    const rows = await tx.session.findMany({ where: { userId }, select: { id: true } });
    const ended = rows.filter(({ id }) => toShownId(id) === shownId).map(({ id }) => id);
    await tx.session.deleteMany({ where: { userId, id: { in: ended } } });
  });

/** Ends all sessions of an account except its present one. Throws UNAUTHENTICATED if that has ended. */
export const endOtherSessions = (
  { database: { prisma } }: AuthContext,
  present: OwnSessionToken,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    await lockOwnAccount(tx, present);
    await deleteOtherSessions(tx, present);
  });
