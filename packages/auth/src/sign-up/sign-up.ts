import { DomainError, type SignUpInput } from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import { readClock, type Client } from '../clock.ts';
import { refuseGuessablePassword } from '../password/common-passwords.ts';
import type { AuthContext } from '../context.ts';
import { createMailToken, revokeMailTokens, toSignUpProof } from '../email/mail-tokens.ts';
import { withMinimumDuration } from '../with-minimum-duration.ts';
import { hashPassword } from '../password/passwords.ts';
import { isBarred, toSignUpBarIds } from './bar-suspended.ts';

/** The mail to send after a sign-up. The client must get the same response for every outcome. */
export type SignUpOutcome =
  | {
      readonly outcome: 'confirm';
      readonly email: string;
      readonly username: string;
      readonly token: string;
    }
  /** The address has an account, whose owner is notified, but not the new user. */
  | { readonly outcome: 'address-in-use'; readonly email: string }
  /** A deleted suspended account had the address. The mailbox is notified, and no account is created. */
  | { readonly outcome: 'address-barred'; readonly email: string };

/** `proof` is for the browser, and shows that its user chose the password. Every outcome has one. */
export type SignUpResult = SignUpOutcome & { readonly proof: string };

/**
 * Creates an account that cannot sign in until its address is confirmed. Throws PASSWORD_COMMON, PASSWORD_PERSONAL,
 * USERNAME_TAKEN, UNAVAILABLE.
 *
 * An attacker who signs up with a victim's address gains nothing, before or after the victim. Each sign-up has its own
 * password and username, and the account gets those of the browser that follows a link from the mailbox (see `verifyEmail`).
 * The username is not reserved until then, because its availability would reveal whether the address is known.
 */
export async function signUp(
  { database: { prisma }, clock, minimumDurationMs }: AuthContext,
  input: Omit<SignUpInput, 'confirmedAge'>,
): Promise<SignUpResult> {
  const { username, email } = input;
  refuseGuessablePassword(input.password, input);
  if (!(await isUsernameFree(prisma, username, null))) throw new DomainError('USERNAME_TAKEN');
  // Hashed even if the address is known, because the duration must not reveal it.
  const passwordHash = await hashPassword(input.password);
  const bars = await toSignUpBarIds({ email, identities: [] });
  const outcome = await withMinimumDuration(minimumDurationMs, () =>
    prisma.$transaction(async (tx): Promise<SignUpOutcome> => {
      const now = await readClock(tx, clock);
      const id = await saveUnconfirmed(tx, { email, passwordHash, now });
      if (id === null) return { outcome: 'address-in-use', email };
      if (await isBarred(tx, bars, now)) {
        await tx.user.delete({ where: { id } });
        return { outcome: 'address-barred', email };
      }
      await tx.session.deleteMany({ where: { userId: id } });
      await revokeMailTokens(tx, id, now, { purpose: 'reset_password' });
      const pendingSignUp = { passwordHash, wantedUsername: username };
      const token = await createMailToken(tx, { id, email }, 'verify_email', now, pendingSignUp);
      return { outcome: 'confirm', email, username, token };
    }),
  );
  return { ...outcome, proof: toSignUpProof(passwordHash) };
}

interface Unconfirmed {
  readonly email: string;
  readonly passwordHash: string;
  readonly now: Date;
}

/**
 * Creates or replaces an unconfirmed account in one statement, without a race. Returns the id of the locked account, or null
 * if the address has an account that must not be replaced.
 */
async function saveUnconfirmed(tx: Client, account: Unconfirmed): Promise<string | null> {
  const { email, passwordHash, now } = account;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, password_hash, created_at, accepted_terms_at)
    VALUES (${uuidv7()}::uuid, ${email}::citext, ${passwordHash}, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (email) DO UPDATE
      SET email = excluded.email, password_hash = excluded.password_hash, created_at = excluded.created_at,
        accepted_terms_at = excluded.accepted_terms_at
      WHERE users.email_verified_at IS NULL AND users.suspended_at IS NULL
        AND NOT EXISTS (SELECT FROM identities i WHERE i.user_id = users.id)
    RETURNING id`;
  return row?.id ?? null;
}

/**
 * Returns whether a user may take a username: another user has neither it, nor a hold on it, nor a name that looks like it.
 * `userId` is null for a new user.
 */
export async function isUsernameFree(
  client: Client,
  username: string,
  userId: string | null,
): Promise<boolean> {
  const [row] = await client.$queryRaw<{ isFree: boolean }[]>`
    SELECT NOT EXISTS (
      SELECT FROM profiles
      WHERE (username = ${username}::citext OR skeleton = username_skeleton(${username}))
        AND (id = ${userId}::uuid) IS NOT TRUE
    ) AND NOT is_held_username(${username}, ${userId}::uuid) AS "isFree"`;
  return row?.isFree ?? false;
}
