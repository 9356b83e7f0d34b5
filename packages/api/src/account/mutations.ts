import type { Credentials, PasswordChange } from '@relato/auth';
import {
  DomainError,
  toMailbox,
  type ChangePasswordInput,
  type RequestEmailChangeInput,
  type Session,
  type SignedIn,
  type SignInInput,
  type SignUpInput,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Mail } from '@relato/mail';
import type { Context, Services, Viewer } from '../context.ts';
import { confirmationLink, emailChangeLink, recoveryLink } from '../links.ts';
import { queueMail, queueWrittenMail } from '../mail-queue.ts';
import { consumeQuietly } from '../rate-limiter.ts';
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
 * Sends a mail that anybody can have sent to a mailbox by naming it, unless it has had enough of them for a day. The caller gets
 * the same answer. Throws like `send`.
 */
async function sendToNamed(services: Services, mail: Mail): Promise<void> {
  const mailbox = toMailbox(mail.to);
  if (!(await consumeQuietly(services.rateLimiter, 'signUpMail', mailbox))) return;
  await send(services, mail).catch(async (error: unknown) => {
    await services.rateLimiter.giveBack('signUpMail', mailbox);
    throw error;
  });
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
      return sendToNamed(services, { kind: 'confirmation', to, link, username, isRepeated });
    }
    case 'address-in-use':
      return sendToNamed(services, {
        kind: 'address-in-use',
        to: result.email,
        link: recoveryLink(services),
      });
    case 'address-barred':
      return sendToNamed(services, { kind: 'address-barred', to: result.email, link: services.publicUrl });
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
  const mailbox = toMailbox(input.email);
  const guesser = isKnown ? `${browser} ${mailbox}` : mailbox;
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
 * one. A mailbox that has had enough of them for a day gets none, without a word to the caller.
 */
export async function resendVerification(
  { services }: Pick<Context, 'services'>,
  email: string,
): Promise<void> {
  if (await consumeQuietly(services.rateLimiter, 'signUpMail', toMailbox(email)))
    await queueMail(services, { kind: 'confirm-again', email });
}

/**
 * Queues the mail without a look at the account, as `resendVerification` does. Past the mails of a day, a mailbox gets a further
 * one when the link of the last no longer works, so that no stranger can keep its owner out.
 */
export async function requestPasswordReset(
  { services }: Pick<Context, 'services'>,
  email: string,
): Promise<void> {
  const { rateLimiter } = services;
  const mailbox = toMailbox(email);
  const isMailed =
    (await consumeQuietly(rateLimiter, 'recoveryMail', mailbox)) ||
    (await consumeQuietly(rateLimiter, 'lateRecoveryMail', mailbox));
  if (isMailed) await queueMail(services, { kind: 'recover', email });
}

/** Resets the password and signs the owner of the mailbox in. Returns null if the account is suspended. */
export async function resetPassword(
  { services, request, setCookie }: Pick<Context, 'services' | 'request' | 'setCookie'>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Session | null> {
  const { auth } = services;
  const { email, userId } = await auth.resetPassword(token, password, promiseNotice(services));
  // The link proves that the caller is the owner, so that a flood of guesses elsewhere does not lock this device out.
  setCookie(auth.cookies.trustedDevice.serialize(await auth.trustDevice(userId, request.deviceToken)));
  try {
    const signedIn = await auth.signIn({ email, password, userAgent: request.userAgent });
    setCookie(auth.cookies.session.serialize(signedIn.token));
    return toSession({ viewer: signedIn.user, session: signedIn.session });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Changes the password and mails the owner, because the caller may be an intruder. Of all devices this one stays trusted. */
export async function changePassword(
  owner: Owner & Pick<Context, 'request'>,
  { currentPassword, password }: ChangePasswordInput,
): Promise<void> {
  const { auth } = owner.services;
  await auth.changePassword(toCredentials(owner, currentPassword), password, promiseNotice(owner.services));
  const device = await auth.trustDevice(owner.viewer.id, owner.request.deviceToken);
  owner.setCookie(auth.cookies.trustedDevice.serialize(device));
}

/** Returns a function that promises the mail about another password in the transaction that changes it. */
const promiseNotice =
  (services: Services) =>
  async (
    tx: Prisma.TransactionClient,
    { email: to, unlinked }: Pick<PasswordChange, 'email' | 'unlinked'>,
  ): Promise<void> => {
    if (to === null) return;
    const link = recoveryLink(services);
    await queueWrittenMail(services, { kind: 'password-changed', to, link, unlinked }, tx);
  };

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
  const link = `${services.publicUrl}/profile`;
  const owner = { userId: viewer.id, token: session.token };
  await services.auth.confirmEmailChange(owner, token, async (tx, { before: to }) => {
    if (to !== null) await queueWrittenMail(services, { kind: 'email-changed', to, link }, tx);
  });
}

/** Ends a session of the viewer. Clears the cookie if it is the current one. */
export async function endSession({ services, viewer, session, setCookie }: Owner, id: string): Promise<void> {
  const { auth } = services;
  await auth.endSession(viewer.id, id);
  const current = await auth.validateSession(session.token, { prolongs: false });
  if (current === null) setCookie(auth.cookies.session.serialize(null));
}
