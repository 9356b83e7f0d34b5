import {
  DomainError,
  type Session,
  type SignedIn,
  type SignInInput,
  type SignUpInput,
} from '@relato/contract';
import type { Mail } from '@relato/mail';
import type { Context, Services } from '../context.ts';
import { promiseMail, promiseReady } from '../mails/mutations.ts';
import { toSession } from './queries.ts';

// The token is behind the #: browsers keep that part to themselves, so that it is in no log and no Referer.
export const confirmationLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/confirmar#token=${token}`;
export const resetLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/restablecer#token=${token}`;
/** Where a person asks for a new password themselves. */
export const recoveryLink = ({ publicUrl }: Services): string => `${publicUrl}/profile?entrar=recuperar`;

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
