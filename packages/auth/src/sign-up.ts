import { DomainError, type SignUpInput } from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import { readClock, type Client } from './clock.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import type { AuthContext } from './context.ts';
import { createLink, endLinks, listPromises } from './links.ts';
import { paced } from './pace.ts';
import { hashPassword } from './passwords.ts';
import { isBarred, toBarIds } from './sign-up-bars.ts';
import { findUsernameHolder } from './usernames.ts';

/** What to mail after a sign-up. What is answered must be the same for both. */
export type SignUpOutcome =
  | {
      readonly outcome: 'confirm';
      readonly email: string;
      readonly username: string;
      readonly token: string;
      /** There is another sign-up with the address, which this one did not end. */
      readonly isRepeated: boolean;
    }
  /** The address has an account: its owner is told, the one who signed up is not. */
  | { readonly outcome: 'address-in-use'; readonly email: string }
  /** A suspended account had it and was deleted: its owner is told, and no account is made. */
  | { readonly outcome: 'address-barred'; readonly email: string };

/**
 * Makes an account that can do nothing until its address is confirmed. Throws PASSWORD_COMMON, USERNAME_TAKEN,
 * UNAVAILABLE.
 *
 * Whoever signs up with somebody else's address gains nothing, before its owner or after them: the password and the
 * name of a sign-up wait in its own link, and the account gets those of the link that is followed. The username belongs
 * to nobody until then, so that it does not tell whether the address was known.
 */
export async function signUp(
  { database: { prisma }, clock, paceMs }: AuthContext,
  input: SignUpInput,
): Promise<SignUpOutcome> {
  const { username, email } = input;
  refuseCommonPassword(input.password, input);
  if ((await findUsernameHolder(prisma, username)) !== null) throw new DomainError('USERNAME_TAKEN');
  // Also when the address is known, for the time must not tell.
  const passwordHash = await hashPassword(input.password);
  const bars = await toBarIds({ email, identities: [] });
  return paced(paceMs, () =>
    prisma.$transaction(async (tx) => {
      const now = await readClock(tx, clock);
      const id = await saveUnconfirmed(tx, { email, passwordHash, now });
      if (id === null) return { outcome: 'address-in-use', email };
      if (await isBarred(tx, bars, now)) {
        await tx.user.delete({ where: { id } });
        return { outcome: 'address-barred', email };
      }
      await tx.session.deleteMany({ where: { userId: id } });
      await endLinks(tx, id, now, { purpose: 'reset_password' });
      const isRepeated = (await listPromises(tx, id)).length > 0;
      const promise = { passwordHash, wantedUsername: username };
      const token = await createLink(tx, { id, email }, 'verify_email', now, promise);
      return { outcome: 'confirm', email, username, token, isRepeated };
    }),
  );
}

interface Unconfirmed {
  readonly email: string;
  readonly passwordHash: string;
  readonly now: Date;
}

/** The id of the account, locked; null when the address has one that is not for replacing. One statement, no race. */
async function saveUnconfirmed(tx: Client, account: Unconfirmed): Promise<string | null> {
  const { email, passwordHash, now } = account;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (id, email, password_hash, created_at)
    VALUES (${uuidv7()}::uuid, ${email}::citext, ${passwordHash}, ${now}::timestamptz)
    ON CONFLICT (email) DO UPDATE
      SET email = excluded.email, password_hash = excluded.password_hash, created_at = excluded.created_at
      WHERE users.email_verified_at IS NULL AND users.suspended_at IS NULL
        AND NOT EXISTS (SELECT FROM identities i WHERE i.user_id = users.id)
    RETURNING id`;
  return row?.id ?? null;
}
