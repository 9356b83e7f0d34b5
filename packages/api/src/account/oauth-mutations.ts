import type { FinishOauth, OauthOutcome } from '@relato/auth';
import { DomainError, RateLimitedError, type ErrorCode, type OauthProvider } from '@relato/contract';
import { createAppealLink } from '../appeals/mutations.ts';
import type { Context } from '../rpc/context.ts';
import { recoveryLink } from '../mail/links.ts';
import { queueMail, queueWrittenMail } from '../mail/queue.ts';
import { countMail } from '../mail/mailbox-limits.ts';
import { setSession } from './mutations.ts';

type Visit = Pick<Context, 'services' | 'viewer' | 'session' | 'request' | 'setCookie'> & {
  /** The token of the cookie that ties the attempt to this browser. */
  readonly oauthToken: string | null;
};

interface StartIdentity {
  readonly provider: OauthProvider;
  readonly returnTo: string | null;
  /** True to link the identity to the signed-in account instead of signing in. */
  readonly link: boolean;
  /** Whether an account may be created for the identity. */
  readonly acceptsTerms: boolean;
}

/** Returns the address to redirect the browser to. Throws NOT_FOUND, UNAUTHENTICATED, SESSION_NOT_FRESH. */
export async function startOauth(visit: Visit, { link, ...wanted }: StartIdentity): Promise<string> {
  const { services, viewer, session, setCookie, oauthToken } = visit;
  const owner = viewer && session && { userId: viewer.id, token: session.token };
  if (link && !owner) throw new DomainError('UNAUTHENTICATED');
  const { oauth } = services.auth;
  const started = await oauth.start({ ...wanted, browserToken: oauthToken, link: link ? owner : null });
  setCookie(services.auth.cookies.oauth.serialize(started.browserToken));
  return started.url;
}

/** The result that the app shows after the redirect. It travels in the fragment of the URL, which no server sees. */
export type OauthResult = 'signed-in' | 'confirm-email' | 'linked' | ErrorCode;

interface Finished {
  readonly returnTo: string;
  readonly result: OauthResult;
  /** The link to the reason and the appeal, for a suspended user without an e-mail address. */
  readonly appealLink?: string | null;
  /** For the log. Holds no secrets. */
  readonly cause?: unknown;
}

/** Finishes the attempt, sets the cookies of a user who may sign in, and queues the resulting mails. Throws NOT_FOUND. */
export async function finishOauth(
  visit: Visit,
  answer: Pick<FinishOauth, 'provider' | 'state' | 'code' | 'error'>,
): Promise<Finished> {
  const { services, viewer, session, request, oauthToken } = visit;
  const outcome = await services.auth.oauth.finish({
    ...answer,
    browserToken: oauthToken,
    viewer: viewer && session && { userId: viewer.id, token: session.token },
    userAgent: request.userAgent,
    writeAlong: (tx, { kind, email: to, provider }) =>
      queueWrittenMail(services, { kind, to, provider, link: recoveryLink(services) }, tx),
  });
  const { returnTo } = outcome;
  if (outcome.outcome === 'refused') return { returnTo, result: outcome.code, cause: outcome.cause };
  if (outcome.outcome === 'suspended') {
    const appealLink = await createAppealLink(services, outcome.userId, 'shown');
    return { returnTo, result: 'ACCOUNT_SUSPENDED', appealLink };
  }
  if (outcome.outcome === 'linked') return { returnTo, result: 'linked' };
  await setSession(visit, outcome.session);
  const isMailed = await mailAddEmail(visit, outcome);
  return { returnTo, result: isMailed ? 'confirm-email' : 'signed-in' };
}

/** Returns false if no mail is needed, or if the mailbox has reached its limit, in which case no mail is announced. */
async function mailAddEmail(
  visit: Visit,
  { notice, session }: Extract<OauthOutcome, { outcome: 'signed-in' }>,
): Promise<boolean> {
  if (notice?.kind !== 'add-email') return false;
  const { kind, email, provider } = notice;
  try {
    const mail = { kind, userId: session.user.id, email, provider };
    // Counted for the network, because any number of new accounts could come from it.
    await countMail({ ...visit, viewer: null }, 'sign-up', email, () => queueMail(visit.services, mail));
    return true;
  } catch (error) {
    if (error instanceof RateLimitedError) return false;
    throw error;
  }
}
