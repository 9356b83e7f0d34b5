import { type OauthProvider, retention, toMailbox, toMailboxOwner } from '@relato/contract';
import { plusHours, type Client } from '../clock.ts';
import { hashGuessable } from '../password/passwords.ts';

/** The present or future address and identities of an account. */
export interface SignInMethods {
  readonly email: string | null;
  readonly identities: readonly { readonly provider: OauthProvider; readonly providerUserId: string }[];
}

/**
 * Returns the ids under which bars of these methods are stored: hashes that are as slow to guess as passwords. An alias also
 * has the id of its mailbox. Throws UNAVAILABLE.
 */
export const toSignUpBarIds = ({ email, identities }: SignInMethods): Promise<readonly string[]> =>
  Promise.all([
    ...Array.from(email === null ? [] : new Set([toMailbox(email), toMailboxOwner(email)]), (mailbox) =>
      hashGuessable(`email ${mailbox}`),
    ),
    ...identities.map(({ provider, providerUserId }) => hashGuessable(`${provider} ${providerUserId}`)),
  ]);

/**
 * Bars these sign-in methods from every account for `retention.signUpBar.days`. The deletion of a suspended account calls
 * this, because it must not end the suspension.
 */
export async function barSignUps(tx: Client, ids: readonly string[], now: Date): Promise<void> {
  const until = plusHours(now, retention.signUpBar.days * 24);
  for (const id of ids)
    await tx.signUpBar.upsert({ where: { id }, create: { id, until }, update: { until } });
}

/**
 * Returns whether one of these ids is barred. Must be called after looking for an account with these sign-in methods, so
 * that a concurrent deletion of that account is noticed.
 */
export const isBarred = async (tx: Client, ids: readonly string[], now: Date): Promise<boolean> =>
  (await tx.signUpBar.count({ where: { id: { in: [...ids] }, until: { gt: now } } })) > 0;
