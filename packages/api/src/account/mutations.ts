import {
  hashToken,
  type Credentials,
  type NewSession,
  type PasswordChange,
  type SignUpOutcome,
} from '@relato/auth';
import {
  DomainError,
  toMailbox,
  type ChangePasswordInput,
  type RequestEmailChangeInput,
  type Session,
  type SignedIn,
  type SignInInput,
  type SignUpInput,
  type UserId,
  type VerifiedEmail,
  type VerifyEmailInput,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { MailError, type Mail } from '@relato/mail';
import type { Context, Services, Viewer } from '../rpc/context.ts';
import { confirmationLink, emailChangeLink, recoveryLink } from '../mail/links.ts';
import { queueMail, queueWrittenMail } from '../mail/queue.ts';
import { countMail, toCallerKey } from '../mail/mailbox-limits.ts';
import { consumeAll } from '../rpc/rate-limiter.ts';
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
 * Sends a mail while the caller waits. Throws EMAIL_INVALID if the mail server knows no such address, and UNAVAILABLE for other
 * failures, which are the operator's and may end.
 */
async function send({ mailer }: Services, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (cause) {
    const isUnknown = cause instanceof MailError && cause.reason === 'recipient';
    throw new DomainError(isUnknown ? 'EMAIL_INVALID' : 'UNAVAILABLE', { cause });
  }
}

type Visit = Pick<Context, 'services' | 'viewer' | 'session' | 'request' | 'setCookie'>;

/**
 * Takes the same time and returns the same answer whether the address has an account or not; only the owner of the mailbox
 * learns which. The browser keeps the proof that its user chose the password. Throws AGE_NOT_CONFIRMED if the form named a
 * lower age than the server requires.
 */
export async function signUp(visit: Visit, input: SignUpInput): Promise<void> {
  const { services, setCookie } = visit;
  if (input.confirmedAge < services.operator.minimumAge) throw new DomainError('AGE_NOT_CONFIRMED');
  await countMail(visit, 'sign-up', input.email, async () => {
    const result = await services.auth.signUp(input);
    await send(services, toSignUpMail(services, result));
    setCookie(services.auth.cookies.signUp.serialize(result.proof));
  });
}

function toSignUpMail(services: Services, result: SignUpOutcome): Mail {
  const { email: to } = result;
  switch (result.outcome) {
    case 'confirm': {
      const { username } = result;
      return { kind: 'confirmation', to, link: confirmationLink(services, result.token), username };
    }
    case 'address-in-use':
      return { kind: 'address-in-use', to, link: recoveryLink(services) };
    case 'address-barred':
      return { kind: 'address-barred', to, link: services.publicUrl };
  }
}

/**
 * Confirms an address. Signs the reader of the mailbox in if they chose the password with the link; otherwise they enter
 * that of their sign-up. Throws the errors of `Auth.verifyEmail`.
 */
export async function verifyEmail(
  visit: Visit,
  { token, password }: VerifyEmailInput,
): Promise<VerifiedEmail> {
  const { services, viewer, request, setCookie } = visit;
  const { auth } = services;
  const proof = request.signUpProof;
  if (password !== undefined) await services.rateLimiter.consume('password', token);
  const { email, username, isAdded } = await auth.verifyEmail(token, {
    viewerId: viewer?.id,
    proof,
    password,
  });
  if (proof !== null) setCookie(auth.cookies.signUp.serialize(null));
  const isOwn = viewer === null && password !== undefined;
  const started = isOwn ? await startSession(visit, { email, password }) : null;
  return { username, isAdded, session: started };
}

/**
 * Gives the browser a new session, and marks it as trusted. Ends the session of another user, because nothing here could end
 * it later, and its notifications would be shown to the new user. Those of the same user end with the new session.
 */
export async function setSession(
  visit: Visit,
  { token, user }: Pick<NewSession, 'token' | 'user'>,
): Promise<void> {
  const { viewer, session, setCookie } = visit;
  const { auth, database } = visit.services;
  if (viewer && session && viewer.id !== user.id) await auth.signOut(session.token);
  if (viewer && session && viewer.id === user.id)
    await database.prisma.pushSubscription.updateMany({
      where: { sessionId: hashToken(session.token) },
      data: { sessionId: hashToken(token) },
    });
  setCookie(auth.cookies.session.serialize(token));
  await trustBrowser(visit, user.id);
}

/**
 * Trusts the browser, which is then not locked out by a flood of guesses elsewhere. A failure is logged alone, because the
 * session or the password that the user asked for is already theirs.
 */
async function trustBrowser(
  {
    services: { auth, runInBackground },
    request,
    setCookie,
  }: Pick<Visit, 'services' | 'request' | 'setCookie'>,
  userId: UserId,
): Promise<void> {
  const trust = async (): Promise<void> =>
    setCookie(auth.cookies.trustedDevice.serialize(await auth.trustDevice(userId, request.deviceToken)));
  const trusted = trust();
  await trusted.catch(() => runInBackground(trusted));
}

/** Signs in an account whose password was just set. Returns null if the account is suspended. */
async function startSession(visit: Visit, credentials: SignInInput): Promise<Session | null> {
  const { services, request } = visit;
  try {
    const started = await services.auth.signIn({ ...credentials, userAgent: request.userAgent });
    await setSession(visit, started);
    return toSession({ viewer: started.user, session: started.session });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Sets the session cookie and returns the token for programs that send it as a bearer. */
export async function signIn(visit: Visit, input: SignInInput): Promise<SignedIn> {
  const { services, request } = visit;
  const giveBack = await countGuess(visit, input.email);
  const started = await services.auth.signIn({ ...input, userAgent: request.userAgent });
  await giveBack();
  await setSession(visit, started);
  const shown = toSession({ viewer: started.user, session: started.session });
  return { ...shown, token: started.token };
}

/**
 * Counts a guess before the password is checked, so that parallel guesses cannot exceed the limits. Returns a function that
 * uncounts it. The guesses of a trusted device are counted separately. Throws SIGN_IN_LOCKED.
 */
async function countGuess({ services, request }: Visit, email: string): Promise<() => Promise<void>> {
  const { auth, rateLimiter } = services;
  const device = request.deviceToken;
  const mailbox = toMailbox(email);
  if (device !== null && (await auth.isTrustedDevice(device, email)))
    return consumeAll(rateLimiter, [['signInAccount', `${device} ${mailbox}`]], 'SIGN_IN_LOCKED');
  const network = toCallerKey({ viewer: null, request });
  return consumeAll(
    rateLimiter,
    [
      ['signInOwn', `${network} ${mailbox}`],
      ['signInAccount', mailbox],
    ],
    'SIGN_IN_LOCKED',
  );
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
 * Queues the mail without reading the account, so that neither the answer nor its duration reveals whether there is one.
 * Throws MAILED_ENOUGH.
 */
export const resendVerification = (visit: Visit, email: string): Promise<void> =>
  countMail(visit, 'confirm-again', email, () => queueMail(visit.services, { kind: 'confirm-again', email }));

/** Queues the mail without reading the account, as `resendVerification` does. Throws MAILED_ENOUGH. */
export const requestPasswordReset = (visit: Visit, email: string): Promise<void> =>
  countMail(visit, 'recovery', email, () => queueMail(visit.services, { kind: 'recover', email }));

/**
 * Resets the password and signs the owner of the mailbox in. Returns the session and the providers that were unlinked, or null
 * if the account is suspended.
 */
export async function resetPassword(
  visit: Visit,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<(Session & Unlinked) | null> {
  const { services } = visit;
  await services.rateLimiter.consume('password', token);
  const { email, unlinked } = await services.auth.resetPassword(token, password, promiseNotice(services));
  const session = await startSession(visit, { email, password });
  return session && { ...session, unlinked };
}

/**
 * Changes the password and mails the owner, because the caller may be an intruder. Only this device stays trusted. Returns the
 * providers that were unlinked.
 */
export async function changePassword(
  owner: Owner & Pick<Context, 'request'>,
  { currentPassword, password }: ChangePasswordInput,
): Promise<Unlinked> {
  const { auth } = owner.services;
  const proof = toCredentials(owner, currentPassword);
  const { unlinked } = await auth.changePassword(proof, password, promiseNotice(owner.services));
  await trustBrowser(owner, owner.viewer.id);
  return { unlinked };
}

type Unlinked = Pick<PasswordChange, 'unlinked'>;

/** Returns a function that queues the mail about a new password in the transaction that changes it. */
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
 * mailbox learns which. Throws MAILED_ENOUGH, EMAIL_INVALID, UNAVAILABLE.
 */
export async function requestEmailChange(
  owner: Owner & Visit,
  { currentPassword, email }: RequestEmailChangeInput,
): Promise<void> {
  const { services } = owner;
  const link = recoveryLink(services);
  await countMail(owner, 'change', email, async () => {
    const request = await services.auth.requestEmailChange(toCredentials(owner, currentPassword), email);
    const mail: Mail =
      request.outcome === 'confirm'
        ? { kind: 'email-change', to: email, link: emailChangeLink(services, request.token) }
        : { kind: 'address-in-use', to: email, link };
    await send(services, mail).catch(async (error: unknown) => {
      // A server that answers too late may have taken the mail.
      const cause = error instanceof Error ? error.cause : undefined;
      const isOpen = cause instanceof MailError && cause.reason === 'timeout';
      if (!isOpen) await services.auth.withdrawEmailChange(owner.viewer.id, email);
      throw error;
    });
    if (request.before === null) return;
    await queueWrittenMail(services, { kind: 'email-change-asked', to: request.before, link });
  });
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
  await auth.endSession({ userId: viewer.id, token: session.token }, id);
  const current = await auth.validateSession(session.token, { prolongs: false });
  if (current === null) setCookie(auth.cookies.session.serialize(null));
}
