import type { Credentials } from '@relato/auth';
import {
  DomainError,
  type ChangePasswordInput,
  type RequestEmailChangeInput,
  type Session,
  type SignedIn,
  type SignInInput,
  type SignUpInput,
} from '@relato/contract';
import type { Mail } from '@relato/mail';
import type { Context, Services, Viewer } from '../context.ts';
import { confirmationLink, emailChangeLink, recoveryLink } from '../links.ts';
import { promiseMail, promiseReady } from '../mail-queue.ts';
import { toSession } from './queries.ts';

/** Who signed in, and changes their account. */
export type Owner = Pick<Context, 'services' | 'setCookie'> & {
  readonly viewer: Viewer;
  readonly session: { readonly token: string };
};

export const toCredentials = (
  { viewer, session }: Pick<Owner, 'viewer' | 'session'>,
  password: string | undefined,
): Credentials => ({ userId: viewer.id, token: session.token, password });

/** A mail that the person waits for. A server of mails that is away is UNAVAILABLE: asking again later helps. */
export async function send({ mailer }: Services, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', { cause });
  }
}

/** The answer and what it costs are the same whether the address has an account or not; only its owner learns that. */
export async function signUp({ services }: Pick<Context, 'services'>, input: SignUpInput): Promise<void> {
  const result = await services.auth.signUp(input);
  switch (result.outcome) {
    case 'confirm': {
      const link = confirmationLink(services, result.token);
      const { email: to, username, isRepeated } = result;
      return send(services, { kind: 'confirmation', to, link, username, isRepeated });
    }
    case 'address-in-use':
      return send(services, { kind: 'address-in-use', to: result.email, link: recoveryLink(services) });
    case 'address-barred':
      return send(services, { kind: 'address-barred', to: result.email, link: services.publicUrl });
  }
}

/** Sets the cookie, and answers the token for programs that send it as a bearer. */
export async function signIn(
  { services, request, setCookie }: Pick<Context, 'services' | 'request' | 'setCookie'>,
  input: SignInInput,
): Promise<SignedIn> {
  const { auth, rateLimiter } = services;
  const browser = request.deviceToken;
  const isKnown = browser !== null && (await auth.isTrustedDevice(browser, input.email));
  const guesser = isKnown ? `${browser} ${input.email.toLowerCase()}` : input.email.toLowerCase();
  // Counted before it is known to be wrong: of many at once none slips through.
  await rateLimiter.consume('signInAccount', guesser);
  const { token, session, user } = await auth.signIn({ ...input, userAgent: request.userAgent });
  await rateLimiter.giveBack('signInAccount', guesser);
  setCookie(auth.cookies.session.serialize(token));
  setCookie(auth.cookies.trustedDevice.serialize(await auth.trustDevice(user.id, browser)));
  const shown = toSession({ viewer: user, session });
  return { ...shown, token };
}

export async function signOut({
  services,
  session,
  setCookie,
}: Pick<Context, 'services' | 'setCookie'> & {
  readonly session: { readonly token: string };
}): Promise<void> {
  await services.auth.signOut(session.token);
  setCookie(services.auth.cookies.session.serialize(null));
}

/** Whether there is something to send is looked up when it is sent: the answer and what it costs tell nothing. */
export const resendVerification = ({ services }: Pick<Context, 'services'>, email: string): Promise<void> =>
  promiseMail(services, { kind: 'confirm-again', email });

/** As above. */
export const requestPasswordReset = ({ services }: Pick<Context, 'services'>, email: string): Promise<void> =>
  promiseMail(services, { kind: 'recover', email });

/** Signs in who proved the mailbox, but nobody whose account is suspended: null. */
export async function resetPassword(
  { services, request, setCookie }: Pick<Context, 'services' | 'request' | 'setCookie'>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Session | null> {
  const { auth } = services;
  const { email, userId, unlinked } = await auth.resetPassword(token, password);
  // Who reads the mailbox is the owner: a flood of guesses keeps this browser from nothing.
  setCookie(auth.cookies.trustedDevice.serialize(await auth.trustDevice(userId, request.deviceToken)));
  await promiseReady(services, {
    kind: 'password-changed',
    to: email,
    link: recoveryLink(services),
    unlinked,
  });
  try {
    const signedIn = await auth.signIn({ email, password, userAgent: request.userAgent });
    setCookie(auth.cookies.session.serialize(signedIn.token));
    return toSession({ viewer: signedIn.user, session: signedIn.session });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The owner is told: it may have been somebody else. */
export async function changePassword(
  owner: Owner,
  { currentPassword, password }: ChangePasswordInput,
): Promise<void> {
  const { auth } = owner.services;
  const { email, unlinked } = await auth.changePassword(toCredentials(owner, currentPassword), password);
  if (email === null) return;
  const link = recoveryLink(owner.services);
  await promiseReady(owner.services, { kind: 'password-changed', to: email, link, unlinked });
}

/** The answer and what it costs are the same whether the address has an account or not; only its owner learns that. */
export async function requestEmailChange(
  owner: Owner,
  { currentPassword, email }: RequestEmailChangeInput,
): Promise<void> {
  const { services } = owner;
  const request = await services.auth.requestEmailChange(toCredentials(owner, currentPassword), email);
  const link = recoveryLink(services);
  await (request.outcome === 'confirm'
    ? send(services, { kind: 'email-change', to: email, link: emailChangeLink(services, request.token) })
    : send(services, { kind: 'address-in-use', to: email, link }));
  if (request.before === null) return;
  await promiseReady(services, { kind: 'email-change-asked', to: request.before, link });
}

export async function confirmEmailChange({ services, viewer, session }: Owner, token: string): Promise<void> {
  const { auth, publicUrl } = services;
  const { before } = await auth.confirmEmailChange({ userId: viewer.id, token: session.token }, token);
  if (before === null) return;
  await promiseReady(services, { kind: 'email-changed', to: before, link: `${publicUrl}/profile` });
}

/** Ends an own session; the cookie goes with the present one. */
export async function endSession({ services, viewer, session, setCookie }: Owner, id: string): Promise<void> {
  const { auth } = services;
  await auth.endSession(viewer.id, id);
  if ((await auth.validateSession(session.token)) === null) setCookie(auth.cookies.session.serialize(null));
}
