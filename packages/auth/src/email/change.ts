import { DomainError, toMailbox, type UserId } from '@relato/contract';
import { readClock, type Client } from '../clock.ts';
import type { AuthContext, WriteAlong } from '../context.ts';
import { createMailToken, revokeMailTokens, requireMailToken } from './mail-tokens.ts';
import { withMinimumDuration } from '../with-minimum-duration.ts';
import {
  deleteOtherSessions,
  lockOwnAccount,
  requireReauthentication,
  type Credentials,
} from '../session/reauthentication.ts';
import { hashToken } from '../tokens.ts';
import { toSignUpBarIds } from '../sign-up/bar-suspended.ts';
import { claimVerifiedEmail } from './claim.ts';

/** The mail to send after a request for another address. The client must get the same response for both outcomes. */
type EmailChangeRequest = {
  /** The present address, which gets a notification, or null for an account without one. */
  readonly before: string | null;
  readonly email: string;
} & (
  | { readonly outcome: 'confirm'; readonly token: string }
  /** The address has an account, whose owner is notified, but not the requesting user. */
  | { readonly outcome: 'address-in-use' }
);

/**
 * Requests another address, or the first one of an account. The address changes when its mailbox confirms it. Throws
 * EMAIL_UNCHANGED, PASSWORD_REQUIRED, PASSWORD_WRONG, SESSION_NOT_FRESH, UNAUTHENTICATED, UNAVAILABLE.
 */
export async function requestEmailChange(
  context: AuthContext,
  credentials: Credentials,
  email: string,
): Promise<EmailChangeRequest> {
  await requireReauthentication(context, credentials);
  const { database, clock, minimumDurationMs } = context;
  return withMinimumDuration(minimumDurationMs, () =>
    database.prisma.$transaction(async (tx) => {
      const { id, email: before } = await lockOwnAccount(tx, credentials);
      if (before !== null && toMailbox(before) === toMailbox(email)) throw new DomainError('EMAIL_UNCHANGED');
      // Creates a token even if it is never mailed, because the rows must not reveal that the address has an account.
      const token = await createMailToken(tx, { id, email }, 'change_email', await readClock(tx, clock));
      return (await isTaken(tx, email))
        ? { outcome: 'address-in-use', before, email }
        : { outcome: 'confirm', before, email, token };
    }),
  );
}

/** Ends the request for an address to which no mail can be sent. */
export async function withdrawEmailChange(
  { database: { prisma } }: AuthContext,
  userId: UserId,
  email: string,
): Promise<void> {
  await prisma.mailToken.deleteMany({ where: { userId, email, purpose: 'change_email', usedAt: null } });
}

/** Returns whether an account owns the address. An account that was never confirmed does not own its address. */
const isTaken = async (tx: Client, email: string): Promise<boolean> => {
  const where = { email, OR: [{ emailVerifiedAt: { not: null } }, { suspendedAt: { not: null } }] };
  return (await tx.user.count({ where })) > 0;
};

export interface EmailChange {
  /** The previous address. */
  readonly before: string | null;
}

/**
 * Sets the address to which the token was mailed, revokes every other token and ends every other session. Returns the
 * previous address.
 *
 * Requires the session of that account, because an attacker can request a victim's address. A victim who follows the link in
 * that mail must not attach the address, and with it later sign-ins by a provider, to the attacker's account. Throws
 * LINK_INVALID, LINK_USED, LINK_EXPIRED, FORBIDDEN, UNAUTHENTICATED, EMAIL_IN_USE.
 */
export async function confirmEmailChange(
  { database, clock }: AuthContext,
  viewer: { readonly userId: UserId; readonly token: string },
  token: string,
  writeAlong?: WriteAlong<EmailChange>,
): Promise<EmailChange> {
  const { prisma } = database;
  const { userId: id, email } = await requireMailToken(
    prisma,
    token,
    'change_email',
    await readClock(prisma, clock),
  );
  if (id !== viewer.userId) throw new DomainError('FORBIDDEN');
  const bars = await toSignUpBarIds({ email, identities: [] });
  return prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const { email: before } = await lockOwnAccount(tx, viewer);
    const { count } = await tx.mailToken.updateMany({
      where: { id: hashToken(token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (count === 0) {
      await requireMailToken(tx, token, 'change_email', now);
      throw new DomainError('LINK_INVALID');
    }
    await claimVerifiedEmail(tx, { id, email, bars, now }, 'EMAIL_IN_USE');
    await revokeMailTokens(tx, id, now);
    await deleteOtherSessions(tx, viewer);
    await writeAlong?.(tx, { before });
    return { before };
  });
}
