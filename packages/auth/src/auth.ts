import { retention, serverLimits } from '@relato/contract';
import type { Database } from '@relato/db';
import { createCookie, type CookieCodec } from './session/cookies.ts';
import {
  createAttachEmailToken,
  requestVerification,
  verifyEmail,
  type Verifier,
} from './email/verification.ts';
import type { AuthContext } from './context.ts';
import { confirmEmailChange, requestEmailChange, withdrawEmailChange } from './email/change.ts';
import { deleteExpired } from './delete-expired.ts';
import { createOauth } from './oauth/oauth.ts';
import { createProviders, type ProvidersSettings } from './oauth/providers.ts';
import { isTrustedDevice, trustDevice } from './session/trusted-devices.ts';
import { endOtherSessions, endSession, getOwnAccount, listSessions } from './session/own-account.ts';
import { changePassword } from './password/change.ts';
import { requireReauthentication } from './session/reauthentication.ts';
import { requestPasswordReset, resetPassword } from './password/reset.ts';
import { createSessionFinder } from './session/session-finder.ts';
import { createLucia, validateSession } from './session/sessions.ts';
import { signIn } from './session/sign-in.ts';
import { signUp } from './sign-up/sign-up.ts';

interface AuthOptions {
  readonly database: Database;
  /** True if the app is served over https, so that cookies are Secure and their names have the `__Host-` prefix. */
  readonly secure: boolean;
  /** The origin of the app, to which providers redirect. Without providers there is no sign-in by OAuth. */
  readonly publicUrl?: string;
  readonly providers?: ProvidersSettings;
  /** Replaces the database's clock in tests that move the time. */
  readonly now?: () => Date;
  /** Tests shorten it. See `AuthContext`. */
  readonly minimumDurationMs?: number;
}

// Several times the duration of a transaction on a slow disk, yet too short for a user to notice.
const defaultMinimumDurationMs = 150;

/**
 * Creates the functions of accounts, sessions and sign-in on a database, without any query yet. They send no mail, but
 * return it to their caller.
 */
export function createAuth({
  database,
  secure,
  publicUrl = '',
  providers = {},
  now,
  minimumDurationMs = defaultMinimumDurationMs,
}: AuthOptions) {
  const clock = (): Date | null => now?.() ?? null;
  const findSession = createSessionFinder(database, clock);
  const context: AuthContext = { database, clock, findSession, minimumDurationMs };
  const { prisma } = database;
  const lucia = createLucia(context, prisma);
  const reader = createLucia(context, prisma, 0);
  const bind =
    <Given extends unknown[], Result>(work: (context: AuthContext, ...given: Given) => Result) =>
    (...given: Given): Result =>
      work(context, ...given);
  const cookie = (name: string, maxAgeSeconds: number): CookieCodec =>
    createCookie(name, { secure, maxAgeSeconds });
  return {
    signUp: bind(signUp),
    signIn: bind(signIn),
    /**
     * Returns null for a token without a session. Prolongs a session in the second half of its idle time, except with
     * `prolongs: false`, for callers that cannot send the cookie again, which would end before its session.
     */
    validateSession: (token: string, { prolongs } = { prolongs: true }) =>
      validateSession(prolongs ? lucia : reader, token),
    signOut: (token: string) => lucia.invalidateSession(token),
    verifyEmail: (token: string, verifier: Verifier = {}) => verifyEmail(context, token, verifier),
    requestVerification: bind(requestVerification),
    createAttachEmailToken: bind(createAttachEmailToken),
    requestPasswordReset: bind(requestPasswordReset),
    resetPassword: bind(resetPassword),
    requireReauthentication: bind(requireReauthentication),
    changePassword: bind(changePassword),
    requestEmailChange: bind(requestEmailChange),
    withdrawEmailChange: bind(withdrawEmailChange),
    confirmEmailChange: bind(confirmEmailChange),
    getOwnAccount: bind(getOwnAccount),
    listSessions: bind(listSessions),
    endSession: bind(endSession),
    endOtherSessions: bind(endOtherSessions),
    isTrustedDevice: bind(isTrustedDevice),
    trustDevice: bind(trustDevice),
    cookies: {
      session: cookie('relato_session', retention.session.days * 86_400),
      /** Outlives the session. */
      trustedDevice: cookie('relato_browser', retention.trustedDevice.days * 86_400),
      /** Contains the proof of a sign-up. */
      signUp: cookie('relato_sign_up', retention.unconfirmedAccount.days * 86_400),
      /** Lasts from the redirect to a provider until the return. */
      oauth: cookie('relato_oauth', retention.oauthAttempt.minutes * 60),
      /** Lasts until every usable replica shows the write. */
      writtenAt: cookie('relato_written_at', (2 * serverLimits.replica.maxLagMs) / 1_000),
    },
    oauth: createOauth(context, createProviders(providers, publicUrl)),
    deleteExpired: () => deleteExpired(context),
  };
}
export type Auth = ReturnType<typeof createAuth>;
