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
import { queueMail, queueWrittenMail } from '../mail-queue.ts';
import { toSession } from './queries.ts';

/** The signed-in caller as the owner of the account. */
export type Owner = Pick<Context, 'services' | 'setCookie'> & {
  readonly viewer: Viewer;
  readonly session: { readonly token: string };
};

export const toCredentials = (
  { viewer, session }: Pick<Owner, 'viewer' | 'session'>,
  password: string | undefined,
): Credentials => ({ userId: viewer.id, token: session.token, password });

/**
 * Sends a mail that the caller waits for. Throws UNAVAILABLE if the mail server cannot be reached, because a later call
 * may succeed.
 */
async function send({ mailer }: Services, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (cause) {
    throw new DomainError('UNAVAILABLE', { cause });
  }
}

/**
 * Takes the same time and returns the same answer whether the address has an account or not; only the owner of the
 * mailbox learns which.
 */
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

/** Sets the session cookie and returns the token for programs that send it as a bearer. */
export async function signIn(
  { services, request, setCookie }: Pick<Context, 'services' | 'request' | 'setCookie'>,
  input: SignInInput,
): Promise<SignedIn> {
  const { auth, rateLimiter } = services;
  const browser = request.deviceToken;
  const isKnown = browser !== null && (await auth.isTrustedDevice(browser, input.email));
  const guesser = isKnown ? `${browser} ${input.email.toLowerCase()}` : input.email.toLowerCase();
  // Counts the guess before the password is checked, so that parallel guesses cannot exceed the limit.
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

/**
 * Queues the mail without a look at the account, so that neither the answer nor its duration reveals whether there is
 * one.
 */
export const resendVerification = ({ services }: Pick<Context, 'services'>, email: string): Promise<void> =>
  queueMail(services, { kind: 'confirm-again', email });

/** Queues the mail without a look at the account, as `resendVerification` does. */
export const requestPasswordReset = ({ services }: Pick<Context, 'services'>, email: string): Promise<void> =>
  queueMail(services, { kind: 'recover', email });

/** Resets the password and signs the owner of the mailbox in. Returns null if the account is suspended. */
export async function resetPassword(
  { services, request, setCookie }: Pick<Context, 'services' | 'request' | 'setCookie'>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Session | null> {
  const { auth } = services;
  const { email, userId, unlinked } = await auth.resetPassword(token, password);
  // The link proves that the caller is the owner, so that a flood of guesses elsewhere does not lock this device out.
  setCookie(auth.cookies.trustedDevice.serialize(await auth.trustDevice(userId, request.deviceToken)));
  await queueWrittenMail(services, {
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

/** Changes the password and mails the owner, because the caller may be an intruder. */
export async function changePassword(
  owner: Owner,
  { currentPassword, password }: ChangePasswordInput,
): Promise<void> {
  const { auth } = owner.services;
  const { email, unlinked } = await auth.changePassword(toCredentials(owner, currentPassword), password);
  if (email === null) return;
  const link = recoveryLink(owner.services);
  await queueWrittenMail(owner.services, { kind: 'password-changed', to: email, link, unlinked });
}

/**
 * Takes the same time and returns the same answer whether the address has an account or not; only the owner of the
 * mailbox learns which.
 */
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
  await queueWrittenMail(services, { kind: 'email-change-asked', to: request.before, link });
}

export async function confirmEmailChange({ services, viewer, session }: Owner, token: string): Promise<void> {
  const { auth, publicUrl } = services;
  const { before } = await auth.confirmEmailChange({ userId: viewer.id, token: session.token }, token);
  if (before === null) return;
  await queueWrittenMail(services, { kind: 'email-changed', to: before, link: `${publicUrl}/profile` });
}

/** Ends a session of the viewer. Clears the cookie if it is the current one. */
export async function endSession({ services, viewer, session, setCookie }: Owner, id: string): Promise<void> {
  const { auth } = services;
  await auth.endSession(viewer.id, id);
  if ((await auth.validateSession(session.token)) === null) setCookie(auth.cookies.session.serialize(null));
}
