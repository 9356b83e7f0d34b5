import { randomBytes } from 'node:crypto';
import type { SignUpInput, UserId } from '@relato/contract';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createAuth, type Auth } from '../auth.ts';
import type { LinkMail, VerificationMail } from '../email/verification.ts';
import type { ProvidersSettings } from '../oauth/providers.ts';

export interface SignedInUser {
  readonly person: SignUpInput;
  readonly userId: UserId;
  readonly token: string;
  /** The session and the password of the user. */
  readonly credentials: { readonly userId: UserId; readonly token: string; readonly password: string };
}

export interface AuthFixture {
  readonly database: TestDatabase;
  readonly auth: Auth;
  /** Moves the clock that decides what has expired; it is set back before each test. */
  advance(hours: number): void;
  /** Returns the fields of a user who has not signed up yet. */
  newUser(): SignUpInput;
  /** Signs a user up and returns the token of the mail. */
  signUp(person: SignUpInput): Promise<string>;
  /** Confirms the address in the browser in which `person` signed up, or the one whose mail had the token. */
  verifyEmail(token: string, person?: SignUpInput): ReturnType<Auth['verifyEmail']>;
  /** Signs a new user up and confirms the address. */
  newMember(): Promise<SignUpInput>;
  signIn(person: Pick<SignUpInput, 'email' | 'password'>): ReturnType<Auth['signIn']>;
  /** A new member with a session. */
  newSignedInUser(): Promise<SignedInUser>;
  /** Requests another confirmation and returns its mail, or null if none is sent. */
  requestVerificationMail(email: string): Promise<VerificationMail | null>;
  /** Requests a password reset and returns its mail, or null if none is sent. */
  requestResetMail(email: string): Promise<LinkMail | null>;
  /** Requests a password reset and returns the token of its mail. Throws if none is sent. */
  requestResetToken(email: string): Promise<string>;
}

function newUser(): SignUpInput {
  const name = randomBytes(6).toString('hex');
  return { username: `u_${name}`, email: `${name}@correo.example`, password: `frase de ${name}` };
}

/** Registers the hooks of a test file that needs accounts in a real database and a clock to move. */
export function setupAuthFixture({
  createProviders = () => ({}),
}: { readonly createProviders?: () => ProvidersSettings } = {}): AuthFixture {
  let database: TestDatabase;
  let auth: Auth;
  let offsetMs = 0;
  /** What the browsers keep, by the tokens that were mailed for them and by username. */
  const proofs = new Map<string, string>();
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    offsetMs = 0;
    auth = createAuth({
      database,
      secure: true,
      publicUrl: 'https://relato.test',
      providers: createProviders(),
      now: () => new Date(Date.now() + offsetMs),
      minimumDurationMs: 0,
    });
  });
  afterAll(() => database.close());

  const fixture: AuthFixture = {
    get database() {
      return database;
    },
    get auth() {
      return auth;
    },
    advance: (hours) => {
      offsetMs += hours * 3_600_000;
    },
    newUser,
    signUp: async (person) => {
      const result = await auth.signUp(person);
      if (result.outcome !== 'confirm') throw new Error('The address is in use');
      for (const key of [result.token, person.username]) proofs.set(key, result.proof);
      return result.token;
    },
    verifyEmail: (token, person) =>
      auth.verifyEmail(token, { proof: proofs.get(person?.username ?? token) ?? null }),
    newMember: async () => {
      const person = newUser();
      await fixture.verifyEmail(await fixture.signUp(person));
      return person;
    },
    signIn: ({ email, password }) => auth.signIn({ email, password, userAgent: null }),
    newSignedInUser: async () => {
      const person = await fixture.newMember();
      const { token, user } = await fixture.signIn(person);
      const credentials = { userId: user.id, token, password: person.password };
      return { person, userId: user.id, token, credentials };
    },
    requestVerificationMail: async (email) => {
      const mails: VerificationMail[] = [];
      await auth.requestVerification(email, (mail) => mails.push(mail));
      return mails[0] ?? null;
    },
    requestResetMail: async (email) => {
      const mails: LinkMail[] = [];
      await auth.requestPasswordReset(email, (mail) => mails.push(mail));
      return mails[0] ?? null;
    },
    requestResetToken: async (email) => {
      const mail = await fixture.requestResetMail(email);
      if (!mail) throw new Error('No account to reset the password of');
      return mail.token;
    },
  };
  return fixture;
}
