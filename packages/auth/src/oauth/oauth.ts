import {
  DomainError,
  type ErrorCode,
  type LinkedIdentity,
  type OauthProvider,
  type UserId,
} from '@relato/contract';
import { readClock } from '../clock.ts';
import type { AuthContext, WriteAlong } from '../context.ts';
import { requireFreshSession } from '../session/reauthentication.ts';
import type { NewSession } from '../session/sessions.ts';
import { createAttempt, consumeAttempt } from './attempts.ts';
import { ProviderError } from './call-provider.ts';
import {
  findIdentityOwner,
  linkIdentity,
  listIdentities,
  signInWithIdentity,
  unlinkIdentity,
  type LinkNotice,
  type OauthNotice,
} from './linked-identities.ts';
import type { Identity } from './provider-identity.ts';
import type { Provider } from './provider.ts';
import { toReturnPath } from './return-path.ts';

interface StartOauth {
  readonly provider: OauthProvider;
  /** The path to return to, as the client sent it. `start` checks it. */
  readonly returnTo: string | null;
  /** The token in the browser from an earlier attempt, perhaps in another tab. */
  readonly browserToken: string | null;
  /** The account and session to link the identity to, or null for a sign-in. */
  readonly link: { readonly userId: UserId; readonly token: string } | null;
  /** Whether the user accepted the terms of a new account. */
  readonly acceptsTerms: boolean;
}

/** The parameters of a provider's redirect back, and the tokens of the browser that followed it. */
export interface FinishOauth {
  readonly provider: OauthProvider;
  readonly state: string | null;
  readonly code: string | null;
  readonly error: string | null;
  readonly browserToken: string | null;
  /** The session of the browser, if any. */
  readonly viewer: { readonly userId: UserId; readonly token: string } | null;
  readonly userAgent: string | null;
  /** Called when an identity is linked to an account with an address. */
  readonly writeAlong?: WriteAlong<LinkNotice>;
}

export type OauthOutcome = { readonly returnTo: string } & (
  | { readonly outcome: 'signed-in'; readonly session: NewSession; readonly notice: OauthNotice | null }
  | { readonly outcome: 'linked'; readonly notice: OauthNotice | null }
  /** The identity is proven, but its account is suspended. */
  | { readonly outcome: 'suspended'; readonly userId: UserId }
  /** `cause` is for the log. */
  | { readonly outcome: 'refused'; readonly code: ErrorCode; readonly cause?: unknown }
);

interface Oauth {
  /** The configured providers. */
  readonly providers: readonly OauthProvider[];
  /**
   * Returns the URL to redirect to, and the token that the browser must keep until it returns. Throws NOT_FOUND,
   * SESSION_NOT_FRESH.
   */
  start(input: StartOauth): Promise<{ readonly url: string; readonly browserToken: string }>;
  /** Throws NOT_FOUND for a provider that is not configured; every other failure is an outcome. */
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
    start: async ({ provider: name, returnTo, browserToken, link, acceptsTerms }) => {
      const provider = requireProvider(name);
      if (link) await requireFreshSession(context, link.token);
      const userId = link?.userId ?? null;
      const wanted = { provider: name, returnTo: toReturnPath(returnTo), userId, acceptsTerms };
      const attempt = await createAttempt(context, browserToken, wanted);
      const url = provider.createAuthorizationUrl(attempt.secrets);
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
      ? await consumeAttempt(context, input.provider, { state, browserToken })
      : null;
  if (!attempt) return { outcome: 'refused', returnTo: '/', code: 'OAUTH_EXPIRED' };
  const { returnTo, userId, acceptsTerms, secrets } = attempt;
  let identity: Identity | undefined;
  try {
    const code = requireCode(input);
    // The user who started to link an identity must be the one who returns.
    if (userId !== null && userId !== viewer?.userId) throw new DomainError('UNAUTHENTICATED');
    const now = await readClock(context.database.prisma, context.clock);
    identity = await provider.requireIdentity(code, secrets, now);
    if (userId !== null && viewer)
      return { outcome: 'linked', returnTo, notice: await linkIdentity(context, identity, viewer, input) };
    return {
      outcome: 'signed-in',
      returnTo,
      ...(await signInWithIdentity(context, identity, { ...input, acceptsTerms })),
    };
  } catch (cause) {
    if (cause instanceof ProviderError) return { outcome: 'refused', returnTo, code: 'OAUTH_FAILED', cause };
    if (!(cause instanceof DomainError)) throw cause;
    const suspended =
      cause.code === 'ACCOUNT_SUSPENDED' && identity && userId === null
        ? await findIdentityOwner(context, identity)
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
