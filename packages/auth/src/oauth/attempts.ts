import { createHmac } from 'node:crypto';
import { type OauthProvider, retention } from '@relato/contract';
import { plusHours, readClock } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { createToken, hashToken } from '../tokens.ts';
import type { AttemptSecrets } from './provider.ts';

export interface NewAttempt {
  readonly provider: OauthProvider;
  readonly returnTo: string;
  /** The account to link the identity to, or null for a sign-in. */
  readonly userId: string | null;
  /** Whether the attempt may create an account. */
  readonly acceptsTerms: boolean;
}

/**
 * Starts an attempt for the browser with `browserToken`, or without a token. Returns the token for the browser, which stays
 * the same, so that an attempt in another tab can continue.
 */
export async function createAttempt(
  { database: { prisma }, clock }: AuthContext,
  browserToken: string | null,
  attempt: NewAttempt,
): Promise<{ readonly secrets: AttemptSecrets; readonly browserToken: string }> {
  const now = await readClock(prisma, clock);
  const kept = browserToken !== null && (await isOurs(browserToken)) ? browserToken : createToken();
  const state = createToken();
  const expiresAt = plusHours(now, retention.oauthAttempt.minutes / 60);
  await prisma.oauthAttempt.create({
    data: { id: hashToken(state), browser: hashToken(kept), expiresAt, ...attempt },
  });
  return { secrets: toSecrets(kept, state), browserToken: kept };

  /** An attacker may know a token that the server did not create. */
  async function isOurs(token: string): Promise<boolean> {
    const where = { browser: hashToken(token), expiresAt: { gt: now } };
    return (await prisma.oauthAttempt.count({ where })) > 0;
  }
}

/**
 * Deletes an attempt and returns it, or null if this browser has no unused and unexpired attempt for this provider. Only one
 * of several parallel calls gets it. A call with a wrong token leaves it in place.
 */
export async function consumeAttempt(
  { database: { prisma }, clock }: AuthContext,
  provider: OauthProvider,
  { state, browserToken }: { readonly state: string; readonly browserToken: string },
): Promise<{
  readonly secrets: AttemptSecrets;
  readonly returnTo: string;
  readonly userId: string | null;
  readonly acceptsTerms: boolean;
} | null> {
  const now = await readClock(prisma, clock);
  const [attempt] = await prisma.$queryRaw<Omit<NewAttempt, 'provider'>[]>`
    DELETE FROM oauth_attempts
    WHERE id = ${hashToken(state)} AND browser = ${hashToken(browserToken)}
      AND provider = ${provider}::identity_provider AND expires_at > ${now}::timestamptz
    RETURNING return_to AS "returnTo", user_id AS "userId", accepts_terms AS "acceptsTerms"`;
  return attempt ? { ...attempt, secrets: toSecrets(browserToken, state) } : null;
}

/** Derives the secrets from values that only this browser and this attempt have, so that they need not be stored. */
function toSecrets(browserToken: string, state: string): AttemptSecrets {
  const derive = (purpose: string): string =>
    createHmac('sha256', browserToken).update(`${purpose} ${state}`).digest('base64url');
  return { state, codeVerifier: derive('code verifier'), nonce: derive('nonce') };
}
