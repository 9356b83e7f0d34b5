import { retention } from '@relato/contract';
import { plusHours, readClock } from './clock.ts';
import type { AuthContext } from './context.ts';
import { createLucia } from './session/sessions.ts';

/**
 * Deletes expired sessions, tokens and attempts, unused trusted devices, and accounts that were never confirmed. Correctness
 * does not depend on when or whether it runs.
 */
export async function deleteExpired(context: AuthContext): Promise<void> {
  const { prisma } = context.database;
  const time = await readClock(prisma, context.clock);
  await createLucia(context, prisma).deleteExpiredSessions();
  // Used and expired tokens stay for a while, so that a late click gets LINK_USED or LINK_EXPIRED.
  const oldest = plusHours(time, -retention.mailLink.days * 24);
  await prisma.mailToken.deleteMany({ where: { expiresAt: { lte: oldest } } });
  const unused = plusHours(time, -retention.trustedDevice.days * 24);
  await prisma.trustedDevice.deleteMany({ where: { usedAt: { lte: unused } } });
  await prisma.oauthAttempt.deleteMany({ where: { expiresAt: { lte: time } } });
  await prisma.formerUsername.deleteMany({ where: { heldUntil: { lte: time } } });
  await prisma.signUpBar.deleteMany({ where: { until: { lte: time } } });
  const forgotten = plusHours(time, -retention.unconfirmedAccount.days * 24);
  await prisma.user.deleteMany({
    where: {
      email: { not: null },
      emailVerifiedAt: null,
      suspendedAt: null,
      createdAt: { lte: forgotten },
      identities: { none: {} },
      // The link of a mail from near the end still works.
      mailTokens: { none: { usedAt: null, expiresAt: { gt: time } } },
    },
  });
}
