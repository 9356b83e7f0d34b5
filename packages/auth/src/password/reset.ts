import type { OauthProvider } from '@relato/contract';
import { readClock } from '../clock.ts';
import { refuseGuessablePassword } from './common-passwords.ts';
import { confirmAccount, lockAccountByEmail, type LinkMail } from '../email/verification.ts';
import type { AuthContext, WriteAlong } from '../context.ts';
import {
  createMailToken,
  revokeMailTokens,
  getPendingUsername,
  requireMailToken,
  consumeMailToken,
} from '../email/mail-tokens.ts';
import { unlinkAllIdentities } from '../oauth/linked-identities.ts';
import { forgetDevices } from '../session/trusted-devices.ts';
import { withMinimumDuration } from '../with-minimum-duration.ts';
import { hashPassword } from './passwords.ts';

/** Calls `deliver` if the address has an account that is not suspended. For its timing see `requestVerification`. */
export async function requestPasswordReset(
  { database: { prisma }, clock, minimumDurationMs }: AuthContext,
  email: string,
  deliver: (mail: LinkMail) => void,
): Promise<void> {
  await withMinimumDuration(minimumDurationMs, async () => {
    const mail = await prisma.$transaction(async (tx) => {
      const account = await lockAccountByEmail(tx, email);
      if (!account || account.suspendedAt) return null;
      const token = await createMailToken(tx, account, 'reset_password', await readClock(tx, clock));
      return { email: account.email, token };
    });
    if (mail) deliver(mail);
  });
}

export interface PasswordReset {
  /** The address for the notification. */
  readonly email: string;
  /** The providers of the unlinked identities, for the notification of the owner. */
  readonly unlinked: readonly OauthProvider[];
}

/**
 * Sets a new password, ends every session, forgets all trusted devices, revokes every other token and unlinks every
 * identity, because an attacker may have linked them. Also confirms the address, because the token proves the mailbox.
 * Throws LINK_INVALID, LINK_USED, LINK_EXPIRED, PASSWORD_COMMON and PASSWORD_PERSONAL (the token stays valid), UNAVAILABLE.
 */
export async function resetPassword(
  { database: { prisma }, clock }: AuthContext,
  token: string,
  password: string,
  writeAlong?: WriteAlong<PasswordReset>,
): Promise<PasswordReset> {
  // Checked before hashing, so that the refusal of invalid tokens is cheap.
  const { userId } = await requireMailToken(prisma, token, 'reset_password', await readClock(prisma, clock));
  const owner = await prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, profile: { select: { username: true } } },
  });
  const username = owner?.profile?.username ?? (await getPendingUsername(prisma, userId));
  refuseGuessablePassword(password, { username, email: owner?.email ?? null });
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (tx) => {
    const now = await readClock(tx, clock);
    const account = await consumeMailToken(tx, token, 'reset_password', now);
    await tx.user.update({ where: { id: account.id }, data: { passwordHash } });
    if (!account.emailVerifiedAt)
      await confirmAccount(tx, account, await getPendingUsername(tx, account.id), now);
    await revokeMailTokens(tx, account.id, now);
    await tx.session.deleteMany({ where: { userId: account.id } });
    await forgetDevices(tx, account.id);
    const unlinked = await unlinkAllIdentities(tx, account.id);
    const reset = { email: account.email, unlinked };
    await writeAlong?.(tx, reset);
    return reset;
  });
}
