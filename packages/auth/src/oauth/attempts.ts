import { createHmac } from 'node:crypto';
import { limits, type OauthProvider } from '@relato/contract';
import { plusHours, readClock } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import type { Proofs } from './providers.ts';

export interface NewAttempt {
  readonly provider: OauthProvider;
  readonly returnTo: string;
  /** Who adds the identity to their account; null for who signs in. */
  readonly userId: string | null;
}

/**
 * Begins an attempt in the browser that holds `browserToken`, or in one that has none yet. Answers the token that the
 * browser shall keep: with the one it has, an attempt in another of its tabs goes on.
 */
export async function createAttempt(
  { database: { prisma }, clock }: AuthContext,
  browserToken: string | null,
  attempt: NewAttempt,
): Promise<{ readonly proofs: Proofs; readonly browserToken: string }> {
  const now = await readClock(prisma, clock);
  const kept = browserToken !== null && (await isOurs(browserToken)) ? browserToken : createSecret();
  const state = createSecret();
  const expiresAt = plusHours(now, limits.oauth.attemptMinutes / 60);
  await prisma.oauthAttempt.create({
    data: { id: hashSecret(state), browser: hashSecret(kept), expiresAt, ...attempt },
  });
  return { proofs: toProofs(kept, state), browserToken: kept };

  /** A token that we did not make may be known to others. */
  async function isOurs(token: string): Promise<boolean> {
    const where = { browser: hashSecret(token), expiresAt: { gt: now } };
    return (await prisma.oauthAttempt.count({ where })) > 0;
  }
}

/**
 * Uses an attempt up. Null when there is none in this browser, for this provider, that is neither used nor over; of any
 * number of parallel uses one gets it, and a wrong one takes it from nobody.
 */
export async function takeAttempt(
  { database: { prisma }, clock }: AuthContext,
  provider: OauthProvider,
  { state, browserToken }: { readonly state: string; readonly browserToken: string },
): Promise<{ readonly proofs: Proofs; readonly returnTo: string; readonly userId: string | null } | null> {
  const now = await readClock(prisma, clock);
  const [attempt] = await prisma.$queryRaw<{ returnTo: string; userId: string | null }[]>`
    DELETE FROM oauth_attempts
    WHERE id = ${hashSecret(state)} AND browser = ${hashSecret(browserToken)}
      AND provider = ${provider}::identity_provider AND expires_at > ${now}::timestamptz
    RETURNING return_to AS "returnTo", user_id AS "userId"`;
  return attempt ? { ...attempt, proofs: toProofs(browserToken, state) } : null;
}

/** Made of what only this browser and this attempt have, so that neither needs to be stored. */
function toProofs(browserToken: string, state: string): Proofs {
  const derive = (purpose: string): string =>
    createHmac('sha256', browserToken).update(`${purpose} ${state}`).digest('base64url');
  return { state, codeVerifier: derive('code verifier'), nonce: derive('nonce') };
}
