import {
  limits,
  type OauthProvider,
  type OwnAccount,
  type OwnSession,
  type SignInInput,
  type SignUpInput,
  type UserId,
} from '@relato/contract';
import type { Database } from '@relato/db';
import { plusHours, readClock } from './clock.ts';
import { createCookie, type CookieJar } from './cookies.ts';
import {
  createEmailLink,
  createVerification,
  verifyEmail,
  type LinkMail,
  type VerificationMail,
} from './confirmation.ts';
import type { AuthContext } from './context.ts';
import { confirmEmailChange, requestEmailChange, type EmailChangeRequest } from './email-change.ts';
import { createOauth, type Oauth } from './oauth/oauth.ts';
import { createProviders, type ProvidersSettings } from './oauth/providers.ts';
import { knowsBrowser, rememberBrowser } from './known-browsers.ts';
import { endSession, getOwnAccount, listSessions } from './own-account.ts';
import { changePassword } from './password-change.ts';
import { requireProof, type Claim } from './proof.ts';
import { requestPasswordReset, resetPassword, type Recovered } from './recovery.ts';
import { hashSecret } from './secrets.ts';
import { createLucia, signIn, validateSession, type NewSession, type ValidSession } from './sessions.ts';
import { signUp, type SignUpOutcome } from './sign-up.ts';

export interface AuthOptions {
  readonly database: Database;
  /** Whether people come over https: then the cookie is Secure and bound to this host by its name. */
  readonly secure: boolean;
  /** The address people see, where providers send them back to, and the providers. None without. */
  readonly publicUrl?: string;
  readonly providers?: ProvidersSettings;
  /** For tests that move the time; without it the database's clock rules. */
  readonly now?: () => Date;
  /** For tests that cannot wait; see AuthContext. */
  readonly paceMs?: number;
}

// Several times what a transaction takes on a slow disk, and still nothing that a person notices.
const defaultPaceMs = 150;

/** Accounts, sessions and the links that are mailed. It mails nothing itself: it answers what is to be mailed. */
export interface Auth {
  signUp(input: SignUpInput): Promise<SignUpOutcome>;
  signIn(input: SignInInput & { readonly userAgent: string | null }): Promise<NewSession>;
  validateSession(token: string): Promise<ValidSession | null>;
  signOut(token: string): Promise<void>;
  /** All sessions of an account, or all but the one of this token. */
  endAllSessions(userId: UserId, exceptToken?: string): Promise<void>;
  verifyEmail(token: string, viewerId?: UserId | null): Promise<{ readonly username: string | null }>;
  createVerification(email: string, deliver: (mail: VerificationMail) => void): Promise<void>;
  createEmailLink(userId: UserId, email: string): Promise<string | null>;
  requestPasswordReset(email: string, deliver: (mail: LinkMail) => void): Promise<void>;
  resetPassword(token: string, password: string): Promise<Recovered>;
  /** Throws when it is not the owner who asks; see `requireProof`. */
  requireProof(claim: Claim): Promise<void>;
  changePassword(
    claim: Claim,
    password: string,
  ): Promise<{ readonly email: string | null; readonly unlinked: readonly OauthProvider[] }>;
  requestEmailChange(claim: Claim, email: string): Promise<EmailChangeRequest>;
  confirmEmailChange(
    viewer: Pick<Claim, 'userId' | 'token'>,
    token: string,
  ): Promise<{ readonly before: string | null }>;
  getOwnAccount(userId: UserId): Promise<OwnAccount | null>;
  listSessions(userId: UserId, token: string): Promise<readonly OwnSession[]>;
  endSession(userId: UserId, shownId: string): Promise<void>;
  knowsBrowser(token: string, email: string): Promise<boolean>;
  rememberBrowser(userId: UserId, token: string | null): Promise<string>;
  /** `session` holds the token of the session; `browser` stays when it ends; `oauth` is there on the way to a provider. */
  readonly cookies: {
    readonly session: CookieJar;
    readonly browser: CookieJar;
    readonly oauth: CookieJar;
  };
  readonly oauth: Oauth;
  /** Housekeeping: sessions and links that are over, accounts that were never confirmed. Nothing depends on when or whether it runs. */
  deleteExpired(): Promise<void>;
}

export function createAuth({
  database,
  secure,
  publicUrl = '',
  providers = {},
  now,
  paceMs = defaultPaceMs,
}: AuthOptions): Auth {
  const context: AuthContext = { database, clock: () => now?.() ?? null, paceMs };
  const { prisma } = database;
  const lucia = createLucia(context, prisma);
  return {
    signUp: (input) => signUp(context, input),
    signIn: (input) => signIn(context, input),
    validateSession: (token) => validateSession(context, token),
    signOut: (token) => lucia.invalidateSession(token),
    async endAllSessions(userId, exceptToken) {
      const kept = exceptToken === undefined ? {} : { NOT: { id: hashSecret(exceptToken) } };
      await prisma.session.deleteMany({ where: { userId, ...kept } });
    },
    verifyEmail: (token, viewerId) => verifyEmail(context, token, viewerId),
    createVerification: (email, deliver) => createVerification(context, email, deliver),
    createEmailLink: (userId, email) => createEmailLink(context, userId, email),
    requestPasswordReset: (email, deliver) => requestPasswordReset(context, email, deliver),
    resetPassword: (token, password) => resetPassword(context, token, password),
    requireProof: (claim) => requireProof(context, claim),
    changePassword: (claim, password) => changePassword(context, claim, password),
    requestEmailChange: (claim, email) => requestEmailChange(context, claim, email),
    confirmEmailChange: (viewer, token) => confirmEmailChange(context, viewer, token),
    getOwnAccount: (userId) => getOwnAccount(context, userId),
    listSessions: (userId, token) => listSessions(context, userId, token),
    endSession: (userId, shownId) => endSession(context, userId, shownId),
    knowsBrowser: (token, email) => knowsBrowser(context, token, email),
    rememberBrowser: (userId, token) => rememberBrowser(context, userId, token),
    cookies: {
      session: createCookie('relato_session', { secure, maxAgeSeconds: limits.session.idleDays * 86_400 }),
      browser: createCookie('relato_browser', { secure, maxAgeSeconds: limits.knownBrowser.days * 86_400 }),
      oauth: createCookie('relato_oauth', { secure, maxAgeSeconds: limits.oauth.attemptMinutes * 60 }),
    },
    oauth: createOauth(context, createProviders(providers, publicUrl)),
    async deleteExpired() {
      await lucia.deleteExpiredSessions();
      // Used and expired links are kept for a while: who follows one late is told why it does not work.
      const oldest = plusHours(await readClock(prisma, context.clock), -limits.mailToken.keptHours);
      await prisma.mailToken.deleteMany({ where: { expiresAt: { lte: oldest } } });
      const unused = plusHours(await readClock(prisma, context.clock), -limits.knownBrowser.days * 24);
      await prisma.knownBrowser.deleteMany({ where: { usedAt: { lte: unused } } });
      const now = await readClock(prisma, context.clock);
      await prisma.oauthAttempt.deleteMany({ where: { expiresAt: { lte: now } } });
      await prisma.signUpBar.deleteMany({ where: { until: { lte: now } } });
      const forgotten = plusHours(now, -limits.unconfirmedAccount.days * 24);
      await prisma.user.deleteMany({
        where: {
          email: { not: null },
          emailVerifiedAt: null,
          suspendedAt: null,
          createdAt: { lte: forgotten },
          identities: { none: {} },
          // Who asked for another mail at the end may still follow it.
          mailTokens: { none: { usedAt: null, expiresAt: { gt: now } } },
        },
      });
    },
  };
}
