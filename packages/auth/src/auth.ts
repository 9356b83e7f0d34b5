import { limits, type SignInInput, type SignUpInput, type UserId } from '@relato/contract';
import type { Database } from '@relato/db';
import { plusHours, readClock } from './clock.ts';
import { createVerification, verifyEmail, type LinkMail } from './confirmation.ts';
import type { AuthContext } from './context.ts';
import { requestPasswordReset, resetPassword } from './recovery.ts';
import { hashSecret } from './secrets.ts';
import { readSessionCookie, toSessionCookie } from './session-cookie.ts';
import { createLucia, signIn, validateSession, type NewSession, type ValidSession } from './sessions.ts';
import { signUp, type SignUpOutcome } from './sign-up.ts';

export interface AuthOptions {
  readonly database: Database;
  /** Whether people come over https: then the cookie is Secure and bound to this host by its name. */
  readonly secure: boolean;
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
  verifyEmail(token: string): Promise<{ readonly username: string | null }>;
  createVerification(email: string): Promise<(LinkMail & { readonly username: string }) | null>;
  requestPasswordReset(email: string): Promise<LinkMail | null>;
  resetPassword(token: string, password: string): Promise<{ readonly email: string }>;
  /** A line for Set-Cookie. */
  sessionCookie(token: string): string;
  blankSessionCookie(): string;
  /** The token in a Cookie header. */
  readSessionCookie(header: string): string | null;
  /** Housekeeping: sessions and links that are over. Nothing depends on when or whether it runs. */
  deleteExpired(): Promise<void>;
}

export function createAuth({ database, secure, now, paceMs = defaultPaceMs }: AuthOptions): Auth {
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
    verifyEmail: (token) => verifyEmail(context, token),
    createVerification: (email) => createVerification(context, email),
    requestPasswordReset: (email) => requestPasswordReset(context, email),
    resetPassword: (token, password) => resetPassword(context, token, password),
    sessionCookie: (token) => toSessionCookie(secure, token),
    blankSessionCookie: () => toSessionCookie(secure, null),
    readSessionCookie: (header) => readSessionCookie(secure, header),
    async deleteExpired() {
      await lucia.deleteExpiredSessions();
      // Used and expired links are kept for a while: who follows one late is told why it does not work.
      const oldest = plusHours(await readClock(prisma, context.clock), -limits.mailToken.keptHours);
      await prisma.mailToken.deleteMany({ where: { expiresAt: { lte: oldest } } });
    },
  };
}
