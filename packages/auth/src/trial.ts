import { randomBytes } from 'node:crypto';
import type { SignUpInput } from '@relato/contract';
import type { Database } from '@relato/db';
import { createAuth, type Auth } from './auth.ts';
import type { ProvidersSettings } from './oauth/providers.ts';

export interface Trial {
  readonly auth: Auth;
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
  return {
    auth,
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
      const mail = await auth.requestPasswordReset(email);
      if (!mail) throw new Error('Nothing to recover');
      return mail.token;
    },
  };
}
