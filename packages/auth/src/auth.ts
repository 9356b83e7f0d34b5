import {
  limits,
  type OwnAccount,
  type OwnSession,
  type SignInInput,
  type SignUpInput,
  type UserId,
} from '@relato/contract';
import type { Database } from '@relato/db';
import { createCookie, type CookieCodec } from './session/cookies.ts';
import {
  createAttachEmailToken,
  requestVerification,
  verifyEmail,
  type LinkMail,
  type ConfirmedAccount,
  type VerificationMail,
  type Verifier,
} from './email/verification.ts';
import type { AuthContext, WriteAlong } from './context.ts';
import {
  confirmEmailChange,
  requestEmailChange,
  type EmailChange,
  type EmailChangeRequest,
} from './email/change.ts';
import { deleteExpired } from './delete-expired.ts';
import { createOauth, type Oauth } from './oauth/oauth.ts';
import { createProviders, type ProvidersSettings } from './oauth/providers.ts';
import { isTrustedDevice, trustDevice } from './session/trusted-devices.ts';
import { endSession, getOwnAccount, listSessions } from './session/own-account.ts';
import { changePassword, type PasswordChange } from './password/change.ts';
import { requireReauthentication, type Credentials } from './session/reauthentication.ts';
import { requestPasswordReset, resetPassword, type PasswordReset } from './password/reset.ts';
import { hashToken } from './tokens.ts';
import { createSessionFinder } from './session/finder.ts';
import { createLucia, validateSession, type NewSession, type ValidSession } from './session/sessions.ts';
import { signIn } from './session/sign-in.ts';
import { signUp, type SignUpResult } from './sign-up/sign-up.ts';

export interface AuthOptions {
  readonly database: Database;
  /** True if the app is served over https: cookies are then Secure and their names carry the `__Host-` prefix. */
  readonly secure: boolean;
  /** The origin of the app, to which providers redirect. Without providers there is no sign-in by OAuth. */
  readonly publicUrl?: string;
  readonly providers?: ProvidersSettings;
  /** Replaces the database's clock in tests that move the time. */
  readonly now?: () => Date;
  /** Shortened by tests; see `AuthContext`. */
  readonly minimumDurationMs?: number;
}

// Several times the duration of a transaction on a slow disk, yet too short for a user to notice.
const defaultMinimumDurationMs = 150;

/** Accounts, sessions and mail tokens. Sends no mail itself: the caller gets what is to be mailed. */
export interface Auth {
  /** Throws PASSWORD_COMMON, PASSWORD_PERSONAL, USERNAME_TAKEN, UNAVAILABLE. */
  signUp(input: SignUpInput): Promise<SignUpResult>;
  /** Throws INVALID_CREDENTIALS, ACCOUNT_SUSPENDED, EMAIL_NOT_CONFIRMED, UNAVAILABLE. */
  signIn(input: SignInInput & { readonly userAgent: string | null }): Promise<NewSession>;
  /**
   * Returns null for a token without a session. Prolongs a session in the second half of its idle time, unless `prolongs` is false:
   * for callers that cannot send the cookie again, which would end before its session.
   */
  validateSession(token: string, options?: { readonly prolongs: boolean }): Promise<ValidSession | null>;
  signOut(token: string): Promise<void>;
  /** Ends all sessions of an account, except the one of `exceptToken`. */
  endAllSessions(userId: UserId, exceptToken?: string): Promise<void>;
  /**
   * Throws LINK_NEEDS_PASSWORD, LINK_INVALID, LINK_USED, LINK_EXPIRED, UNAUTHENTICATED, FORBIDDEN, OAUTH_EMAIL_IN_USE,
   * PASSWORD_COMMON, PASSWORD_PERSONAL, UNAVAILABLE.
   */
  verifyEmail(token: string, verifier?: Verifier): Promise<ConfirmedAccount>;
  /** Calls `deliver` only if the address has an account to confirm. */
  requestVerification(email: string, deliver: (mail: VerificationMail) => void): Promise<void>;
  /** Returns null if the account has an address or is suspended. */
  createAttachEmailToken(userId: UserId, email: string): Promise<string | null>;
  /** Calls `deliver` only if the address has an account that is not suspended. */
  requestPasswordReset(email: string, deliver: (mail: LinkMail) => void): Promise<void>;
  /** Throws LINK_INVALID, LINK_USED, LINK_EXPIRED, PASSWORD_COMMON, PASSWORD_PERSONAL, UNAVAILABLE. */
  resetPassword(
    token: string,
    password: string,
    writeAlong?: WriteAlong<PasswordReset>,
  ): Promise<PasswordReset>;
  /** Throws PASSWORD_WRONG, SESSION_NOT_FRESH, UNAVAILABLE. */
  requireReauthentication(credentials: Credentials): Promise<void>;
  /** Throws the errors of `requireReauthentication`, PASSWORD_REQUIRED, PASSWORD_COMMON, PASSWORD_PERSONAL, UNAUTHENTICATED, CONFLICT. */
  changePassword(
    credentials: Credentials,
    password: string,
    writeAlong?: WriteAlong<PasswordChange>,
  ): Promise<PasswordChange>;
  /** Throws the errors of `requireReauthentication`, EMAIL_UNCHANGED, UNAUTHENTICATED. */
  requestEmailChange(credentials: Credentials, email: string): Promise<EmailChangeRequest>;
  /** Returns the previous address. Throws LINK_INVALID, LINK_USED, LINK_EXPIRED, FORBIDDEN, UNAUTHENTICATED, EMAIL_IN_USE. */
  confirmEmailChange(
    viewer: Pick<Credentials, 'userId' | 'token'>,
    token: string,
    writeAlong?: WriteAlong<EmailChange>,
  ): Promise<EmailChange>;
  /** Returns null for a deleted account. */
  getOwnAccount(userId: UserId): Promise<OwnAccount | null>;
  /** Lists the active sessions, the one of `token` first, then the newest. */
  listSessions(userId: UserId, token: string): Promise<readonly OwnSession[]>;
  /** Ends a session by the id that `listSessions` gave it; does nothing if there is none. */
  endSession(userId: UserId, shownId: string): Promise<void>;
  /** Returns whether the account of this address has signed in on the device that holds this token. */
  isTrustedDevice(token: string, email: string): Promise<boolean>;
  /** Returns the token for the device to keep. */
  trustDevice(userId: UserId, token: string | null): Promise<string>;
  /**
   * `trustedDevice` outlives the session; `signUp` holds the proof of a sign-up; `oauth` lasts from leaving for a provider until the return; `writtenAt` until
   * every replica that is still read from shows the write.
   */
  readonly cookies: {
    readonly session: CookieCodec;
    readonly trustedDevice: CookieCodec;
    readonly signUp: CookieCodec;
    readonly oauth: CookieCodec;
    readonly writtenAt: CookieCodec;
  };
  readonly oauth: Oauth;
  /**
   * Deletes expired sessions, tokens and attempts, unused trusted devices, and accounts that were never confirmed.
   * Correctness does not depend on when or whether it runs.
   */
  deleteExpired(): Promise<void>;
}

/** Creates the functions of accounts, sessions and sign-in on a database, without any call yet. */
export function createAuth({
  database,
  secure,
  publicUrl = '',
  providers = {},
  now,
  minimumDurationMs = defaultMinimumDurationMs,
}: AuthOptions): Auth {
  const clock = (): Date | null => now?.() ?? null;
  const findSession = createSessionFinder(database, clock);
  const context: AuthContext = { database, clock, findSession, minimumDurationMs };
  const { prisma } = database;
  const lucia = createLucia(context, prisma);
  const reader = createLucia(context, prisma, 0);
  return {
    signUp: (input) => signUp(context, input),
    signIn: (input) => signIn(context, input),
    validateSession: (token, { prolongs } = { prolongs: true }) =>
      validateSession(prolongs ? lucia : reader, token),
    signOut: (token) => lucia.invalidateSession(token),
    async endAllSessions(userId, exceptToken) {
      const kept = exceptToken === undefined ? {} : { NOT: { id: hashToken(exceptToken) } };
      await prisma.session.deleteMany({ where: { userId, ...kept } });
    },
    verifyEmail: (token, verifier = {}) => verifyEmail(context, token, verifier),
    requestVerification: (email, deliver) => requestVerification(context, email, deliver),
    createAttachEmailToken: (userId, email) => createAttachEmailToken(context, userId, email),
    requestPasswordReset: (email, deliver) => requestPasswordReset(context, email, deliver),
    resetPassword: (...reset) => resetPassword(context, ...reset),
    requireReauthentication: (credentials) => requireReauthentication(context, credentials),
    changePassword: (...change) => changePassword(context, ...change),
    requestEmailChange: (credentials, email) => requestEmailChange(context, credentials, email),
    confirmEmailChange: (...confirmed) => confirmEmailChange(context, ...confirmed),
    getOwnAccount: (userId) => getOwnAccount(context, userId),
    listSessions: (userId, token) => listSessions(context, userId, token),
    endSession: (userId, shownId) => endSession(context, userId, shownId),
    isTrustedDevice: (token, email) => isTrustedDevice(context, token, email),
    trustDevice: (userId, token) => trustDevice(context, userId, token),
    cookies: {
      session: createCookie('relato_session', { secure, maxAgeSeconds: limits.session.idleDays * 86_400 }),
      trustedDevice: createCookie('relato_browser', {
        secure,
        maxAgeSeconds: limits.trustedDevice.days * 86_400,
      }),
      signUp: createCookie('relato_sign_up', {
        secure,
        maxAgeSeconds: limits.unconfirmedAccount.days * 86_400,
      }),
      oauth: createCookie('relato_oauth', { secure, maxAgeSeconds: limits.oauth.attemptMinutes * 60 }),
      writtenAt: createCookie('relato_written_at', {
        secure,
        maxAgeSeconds: (2 * limits.replica.maxLagMs) / 1_000,
      }),
    },
    oauth: createOauth(context, createProviders(providers, publicUrl)),
    deleteExpired: () => deleteExpired(context),
  };
}
