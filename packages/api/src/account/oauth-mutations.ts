import type { FinishOauth, OauthOutcome } from '@relato/auth';
import { DomainError, type ErrorCode, type OauthProvider } from '@relato/contract';
import { createAppealLink } from '../appeals/mutations.ts';
import type { Context } from '../context.ts';
import { recoveryLink } from '../links.ts';
import { promiseMail, promiseReady } from '../mail-queue.ts';

type Visit = Pick<Context, 'services' | 'viewer' | 'session' | 'request' | 'setCookie'> & {
  /** What the browser holds on its way to a provider. */
  readonly oauthToken: string | null;
};

interface StartIdentity {
  readonly provider: OauthProvider;
  readonly returnTo: string | null;
  /** For the account that is signed in, rather than to sign in. */
  readonly link: boolean;
}

/** Where to send the browser. Throws NOT_FOUND, UNAUTHENTICATED, SESSION_NOT_FRESH. */
export async function startOauth(visit: Visit, { link, ...wanted }: StartIdentity): Promise<string> {
  const { services, viewer, session, setCookie, oauthToken } = visit;
  const owner = viewer && session && { userId: viewer.id, token: session.token };
  if (link && !owner) throw new DomainError('UNAUTHENTICATED');
  const { oauth } = services.auth;
  const started = await oauth.start({ ...wanted, browserToken: oauthToken, link: link ? owner : null });
  setCookie(services.auth.cookies.oauth.serialize(started.browserToken));
  return started.url;
}

/** What the app tells a person who comes back; it is the end of the address, which no server sees. */
export type OauthResult = 'signed-in' | 'confirm-email' | 'linked' | ErrorCode;

interface Finished {
  readonly returnTo: string;
  readonly result: OauthResult;
  /** Where who is suspended and gets no mail reads why, and appeals. */
  readonly appealLink?: string | null;
  /** For the log: holds no secrets. */
  readonly cause?: unknown;
}

/** Sets the cookies of who is let in and mails what there is to say. Throws NOT_FOUND. */
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
  });
  const { returnTo } = outcome;
  if (outcome.outcome === 'refused') return { returnTo, result: outcome.code, cause: outcome.cause };
  if (outcome.outcome === 'suspended') {
    const appealLink = await createAppealLink(services, outcome.userId, 'shown');
    return { returnTo, result: 'ACCOUNT_SUSPENDED', appealLink };
  }
  const { notice } = outcome;
  if (notice?.kind === 'identity-linked') {
    const { kind, email: to, provider } = notice;
    await promiseReady(services, { kind, to, provider, link: recoveryLink(services) });
  }
  if (outcome.outcome === 'linked') return { returnTo, result: 'linked' };
  await setCookies(visit, outcome);
  if (notice?.kind === 'add-email') {
    const { kind, email, provider } = notice;
    await promiseMail(services, { kind, userId: outcome.session.user.id, email, provider });
  }
  return { returnTo, result: notice?.kind === 'add-email' ? 'confirm-email' : 'signed-in' };
}

async function setCookies(
  { services, request, setCookie }: Visit,
  { session }: Extract<OauthOutcome, { outcome: 'signed-in' }>,
): Promise<void> {
  const { auth } = services;
  setCookie(auth.cookies.session.serialize(session.token));
  const browser = await auth.trustDevice(session.user.id, request.deviceToken);
  setCookie(auth.cookies.trustedDevice.serialize(browser));
}
