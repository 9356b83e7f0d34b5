import { limits, type OauthProvider } from '@relato/contract';
import { plusHours, type Client } from './clock.ts';
import { hashGuessable } from './passwords.ts';

/** What signs in to an account, or is about to. */
export interface Ways {
  readonly email: string | null;
  readonly identities: readonly { readonly provider: OauthProvider; readonly providerUserId: string }[];
}

/** The names under which bars of these are stored. Throws UNAVAILABLE. */
export const toBarIds = ({ email, identities }: Ways): Promise<readonly string[]> =>
  Promise.all([
    ...(email === null ? [] : [hashGuessable(`email ${email.toLowerCase()}`)]),
    ...identities.map(({ provider, providerUserId }) => hashGuessable(`${provider} ${providerUserId}`)),
  ]);

/** Keeps these from every account for a while, as a part of deleting a suspended one: that must not end a suspension. */
export async function barSignUps(tx: Client, ids: readonly string[], now: Date): Promise<void> {
  const until = plusHours(now, limits.signUpBar.days * 24);
  for (const id of ids)
    await tx.signUpBar.upsert({ where: { id }, create: { id, until }, update: { until } });
}

/** After the account that might have them was looked for: whoever deletes it at this moment is seen here then. */
export const isBarred = async (tx: Client, ids: readonly string[], now: Date): Promise<boolean> =>
  (await tx.signUpBar.count({ where: { id: { in: [...ids] }, until: { gt: now } } })) > 0;
