import { randomBytes } from 'node:crypto';
import type { SignUpInput } from '@relato/contract';
import type { Database } from '@relato/db';
import { createAuth, type Auth } from './auth.ts';
import type { LinkMail, VerificationMail } from './confirmation.ts';
import type { ProvidersSettings } from './oauth/providers.ts';

export interface Trial {
  readonly auth: Auth;
  /** What a request for another confirmation, or for recovery, mails; null for nothing. */
  verificationFor(email: string): Promise<VerificationMail | null>;
  recoveryFor(email: string): Promise<LinkMail | null>;
  /** Moves the clock that rules what expires. */
  advance(hours: number): void;
  /** Somebody new, not signed up yet. */
  stranger(): SignUpInput;
  /** The token that a sign-up mails. */
  signUp(person: SignUpInput): Promise<string>;
  /** Somebody who signed up and confirmed. */
  member(): Promise<SignUpInput>;
  signIn(person: Pick<SignUpInput, 'email' | 'password'>): ReturnType<Auth['signIn']>;
  /** The token that a request for recovery mails. */
  requestReset(email: string): Promise<string>;
}

const stranger = (): SignUpInput => {
  const name = randomBytes(6).toString('hex');
  return { username: `u_${name}`, email: `${name}@correo.example`, password: `frase de ${name}` };
};

/** For tests of this package: accounts on a real database, and a clock to move. */
export function createTrial(database: Database, providers: ProvidersSettings = {}): Trial {
  let offsetMs = 0;
  const auth = createAuth({
    database,
    secure: true,
    publicUrl: 'https://relato.test',
    providers,
    now: () => new Date(Date.now() + offsetMs),
    paceMs: 0,
  });

  const signUp = async (person: SignUpInput): Promise<string> => {
    const result = await auth.signUp(person);
    if (result.outcome !== 'confirm') throw new Error('The address is in use');
    return result.token;
  };
  const verificationFor = async (email: string): Promise<VerificationMail | null> => {
    const mails: VerificationMail[] = [];
    await auth.createVerification(email, (mail) => mails.push(mail));
    return mails[0] ?? null;
  };
  const recoveryFor = async (email: string): Promise<LinkMail | null> => {
    const mails: LinkMail[] = [];
    await auth.requestPasswordReset(email, (mail) => mails.push(mail));
    return mails[0] ?? null;
  };
  return {
    auth,
    verificationFor,
    recoveryFor,
    stranger,
    signUp,
    advance: (hours) => {
      offsetMs += hours * 3_600_000;
    },
    member: async () => {
      const person = stranger();
      await auth.verifyEmail(await signUp(person));
      return person;
    },
    signIn: ({ email, password }) => auth.signIn({ email, password, userAgent: null }),
    requestReset: async (email) => {
      const mail = await recoveryFor(email);
      if (!mail) throw new Error('Nothing to recover');
      return mail.token;
    },
  };
}
