import {
  DomainError,
  type ErrorCode,
  type LinkedIdentity,
  type OauthProvider,
  type UserId,
} from '@relato/contract';
import { readClock } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { requireFreshSession } from '../proof.ts';
import type { NewSession } from '../sessions.ts';
import { createAttempt, takeAttempt } from './attempts.ts';
import { ProviderError } from './call-provider.ts';
import {
  findOwner,
  linkIdentity,
  listIdentities,
  signInWithIdentity,
  unlinkIdentity,
  type Notice,
} from './identities.ts';
import type { Identity } from './identity.ts';
import type { Provider } from './providers.ts';
import { toReturnPath } from './return-path.ts';

export interface StartOauth {
  readonly provider: OauthProvider;
  /** Where the person goes on: whatever was asked for, checked here. */
  readonly returnTo: string | null;
  /** What the browser holds of an attempt before, in another of its tabs. */
  readonly browserToken: string | null;
  /** Who adds the identity to their account, with their session's token; null for who signs in. */
  readonly link: { readonly userId: UserId; readonly token: string } | null;
}

/** What a provider sent a browser back with, and what that browser holds. */
export interface FinishOauth {
  readonly provider: OauthProvider;
  readonly state: string | null;
  readonly code: string | null;
  readonly error: string | null;
  readonly browserToken: string | null;
  /** Who comes back, by their session. */
  readonly viewer: { readonly userId: UserId; readonly token: string } | null;
  readonly userAgent: string | null;
}

export type OauthOutcome = { readonly returnTo: string } & (
  | { readonly outcome: 'signed-in'; readonly session: NewSession; readonly notice: Notice | null }
  | { readonly outcome: 'linked'; readonly notice: Notice | null }
  /** They are who they say, and may not come in. */
  | { readonly outcome: 'suspended'; readonly userId: UserId }
  /** `cause` is for the log. */
  | { readonly outcome: 'refused'; readonly code: ErrorCode; readonly cause?: unknown }
);

export interface Oauth {
  /** Those that have settings. */
  readonly providers: readonly OauthProvider[];
  /** Where to send the browser, and what it shall hold meanwhile. Throws NOT_FOUND, SESSION_NOT_FRESH. */
  start(input: StartOauth): Promise<{ readonly url: string; readonly browserToken: string }>;
  /** Throws NOT_FOUND for a provider without settings; everything else is an outcome. */
  finish(input: FinishOauth): Promise<OauthOutcome>;
  listIdentities(userId: UserId): Promise<readonly LinkedIdentity[]>;
  /** Throws IDENTITY_LAST. */
  unlinkIdentity(userId: UserId, provider: OauthProvider): Promise<void>;
}

export function createOauth(context: AuthContext, providers: ReadonlyMap<OauthProvider, Provider>): Oauth {
  const requireProvider = (name: OauthProvider): Provider => {
    const provider = providers.get(name);
    if (!provider) throw new DomainError('NOT_FOUND');
    return provider;
  };
  return {
    providers: [...providers.keys()],
    start: async ({ provider: name, returnTo, browserToken, link }) => {
      const provider = requireProvider(name);
      if (link) await requireFreshSession(context, link.token);
      const userId = link?.userId ?? null;
      const wanted = { provider: name, returnTo: toReturnPath(returnTo), userId };
      const attempt = await createAttempt(context, browserToken, wanted);
      const url = provider.createAuthorizationUrl(attempt.proofs);
      return { url: url.href, browserToken: attempt.browserToken };
    },
    finish: (input) => finish(context, requireProvider(input.provider), input),
    listIdentities: (userId) => listIdentities(context.database.prisma, userId),
    unlinkIdentity: (userId, provider) => unlinkIdentity(context, userId, provider),
  };
}

async function finish(context: AuthContext, provider: Provider, input: FinishOauth): Promise<OauthOutcome> {
  const { state, browserToken, viewer } = input;
  const attempt =
    state !== null && browserToken !== null
      ? await takeAttempt(context, input.provider, { state, browserToken })
      : null;
  if (!attempt) return { outcome: 'refused', returnTo: '/', code: 'OAUTH_EXPIRED' };
  const { returnTo, userId, proofs } = attempt;
  let identity: Identity | undefined;
  try {
    const code = requireCode(input);
    // Whoever left to add an identity to their account must be the one who comes back.
    if (userId !== null && userId !== viewer?.userId) throw new DomainError('UNAUTHENTICATED');
    const now = await readClock(context.database.prisma, context.clock);
    identity = await provider.requireIdentity(code, proofs, now);
    if (userId !== null && viewer)
      return { outcome: 'linked', returnTo, notice: await linkIdentity(context, identity, viewer) };
    return {
      outcome: 'signed-in',
      returnTo,
      ...(await signInWithIdentity(context, identity, input.userAgent)),
    };
  } catch (cause) {
    if (cause instanceof ProviderError) return { outcome: 'refused', returnTo, code: 'OAUTH_FAILED', cause };
    if (!(cause instanceof DomainError)) throw cause;
    const suspended =
      cause.code === 'ACCOUNT_SUSPENDED' && identity && userId === null
        ? await findOwner(context, identity)
        : null;
    if (suspended !== null) return { outcome: 'suspended', returnTo, userId: suspended };
    return { outcome: 'refused', returnTo, code: cause.code };
  }
}

const maxCodeLength = 4_096;

function requireCode({ code, error }: FinishOauth): string {
  if (error === 'access_denied') throw new DomainError('OAUTH_DENIED');
  if (error !== null || code === null || code.length === 0 || code.length > maxCodeLength)
    throw new ProviderError(error === null ? 'came back without a code' : 'came back with an error');
  return code;
}
