import { randomBytes } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { defaultMinimumAge, type SignUpInput, type UserId } from '@relato/contract';
import { useTestDatabase } from '@relato/db/testing/use-test-database';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
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

/** Returns the fields of a user who has not signed up yet. */
function newUser(): SignUpInput {
  const name = randomBytes(6).toString('hex');
  return {
    username: `u_${name}`,
    email: `${name}@correo.example`,
    password: `frase de ${name}`,
    acceptsTerms: true,
    confirmedAge: defaultMinimumAge,
  };
}

/** Registers the hooks of a test file that needs accounts in a real database and a clock to move. */
export function setupAuthFixture({
  createProviders = () => ({}),
}: { readonly createProviders?: () => ProvidersSettings } = {}) {
  const database = useTestDatabase();
  let auth: Auth;
  let offsetMs = 0;
  /** The proofs in the browsers, by the mailed tokens and by username. */
  const proofs = new Map<string, string>();
  beforeAll(() => {
    const { hash } = argon2;
    // These real hashes have the lowest cost. `passwords.test.ts` tests the cost of production.
    vi.spyOn(argon2, 'hash').mockImplementation((password, options) =>
      hash(password, { ...options, memoryCost: 8, timeCost: 1 }),
    );
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
  afterAll(() => vi.mocked(argon2.hash).mockRestore());

  /** Signs up a user and returns the token of the mail. */
  async function signUp(person: SignUpInput): Promise<string> {
    const result = await auth.signUp(person);
    if (result.outcome !== 'confirm') throw new Error('The address is in use');
    for (const key of [result.token, person.username]) proofs.set(key, result.proof);
    return result.token;
  }
  /** Confirms the address in the browser of `person`, or by default in that of the mail's sign-up. */
  const verifyEmail = (token: string, person?: SignUpInput) =>
    auth.verifyEmail(token, { proof: proofs.get(person?.username ?? token) ?? null });
  /** Signs up a new user and confirms the address. */
  async function newMember(): Promise<SignUpInput> {
    const person = newUser();
    await verifyEmail(await signUp(person));
    return person;
  }
  const signIn = ({ email, password }: Pick<SignUpInput, 'email' | 'password'>) =>
    auth.signIn({ email, password, userAgent: null });
  /** Creates a new member with a session. */
  async function newSignedInUser(): Promise<SignedInUser> {
    const person = await newMember();
    const { token, user } = await signIn(person);
    const credentials = { userId: user.id, token, password: person.password };
    return { person, userId: user.id, token, credentials };
  }
  const suspend = (email: string) =>
    database.prisma.user.update({ where: { email }, data: { suspendedAt: new Date() } });
  /** Requests another confirmation and returns its mail, or null without a mail. */
  async function requestVerificationMail(email: string): Promise<VerificationMail | null> {
    const mails: VerificationMail[] = [];
    await auth.requestVerification(email, (mail) => mails.push(mail));
    return mails[0] ?? null;
  }
  /** Requests a password reset and returns its mail, or null without a mail. */
  async function requestResetMail(email: string): Promise<LinkMail | null> {
    const mails: LinkMail[] = [];
    await auth.requestPasswordReset(email, (mail) => mails.push(mail));
    return mails[0] ?? null;
  }
  /** Requests a password reset and returns the token of its mail. Throws without a mail. */
  async function requestResetToken(email: string): Promise<string> {
    const mail = await requestResetMail(email);
    if (!mail) throw new Error('No account to reset the password of');
    return mail.token;
  }

  return {
    database,
    get auth() {
      return auth;
    },
    /** Moves the clock that decides what has expired. It is reset before each test. */
    advance: (hours: number) => void (offsetMs += hours * 3_600_000),
    newUser,
    signUp,
    verifyEmail,
    newMember,
    signIn,
    newSignedInUser,
    suspend,
    requestVerificationMail,
    requestResetMail,
    requestResetToken,
  };
}
