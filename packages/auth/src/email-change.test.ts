import * as argon2 from '@node-rs/argon2';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuth } from './auth.ts';
import { createTrial, type Trial } from './trial.ts';

vi.mock('@node-rs/argon2', { spy: true });

let database: TestDatabase;
let trial: Trial;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  trial = createTrial(database);
});
afterAll(() => database.close());

async function signedIn() {
  const person = await trial.member();
  const { token, user } = await trial.signIn(person);
  return { person, user, token, claim: { userId: user.id, token, password: person.password } };
}
type Claim = Awaited<ReturnType<typeof signedIn>>['claim'];

/** The token of the link that is mailed to the new address. */
async function ask(claim: Claim, email: string): Promise<string> {
  const request = await trial.auth.requestEmailChange(claim, email);
  if (request.outcome !== 'confirm') throw new Error('The address is in use');
  return request.token;
}
const emailOf = async (id: string) => (await database.prisma.user.findUniqueOrThrow({ where: { id } })).email;

describe('another e-mail', () => {
  it('is the account’s when its mailbox says so, and not before', async () => {
    const { person, user, claim } = await signedIn();
    const { email } = trial.stranger();
    const token = await ask(claim, email);
    expect(await emailOf(user.id)).toBe(person.email);
    expect(await trial.auth.getOwnAccount(user.id)).toEqual({
      email: person.email,
      hasPassword: true,
      pendingEmail: email,
    });
    expect(await trial.auth.confirmEmailChange(claim, token)).toEqual({ before: person.email });
    await expect(trial.signIn(person)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect((await trial.signIn({ ...person, email })).user.id).toBe(user.id);
    expect(await trial.auth.getOwnAccount(user.id)).toMatchObject({ email, pendingEmail: null });
  });

  it('SEC-10: ends every other session, and every link to the old address', async () => {
    const { person, claim, token } = await signedIn();
    const other = await trial.signIn(person);
    const reset = await trial.requestReset(person.email);
    await trial.auth.confirmEmailChange(claim, await ask(claim, trial.stranger().email));
    expect(await trial.auth.validateSession(other.token)).toBeNull();
    expect(await trial.auth.validateSession(token)).not.toBeNull();
    await expect(trial.auth.resetPassword(reset, 'otra frase 9')).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
  });

  it('takes the password or a session of the last minutes', async () => {
    const { claim } = await signedIn();
    const { email } = trial.stranger();
    await expect(ask({ ...claim, password: 'otra cosa' }, email)).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    const { password: _known, ...open } = claim;
    await trial.auth.requestEmailChange({ ...open, password: undefined }, email);
    trial.advance(0.26);
    await expect(
      trial.auth.requestEmailChange({ ...open, password: undefined }, email),
    ).rejects.toMatchObject({ code: 'SESSION_NOT_FRESH' });
    await ask(claim, email);
  });

  it('is not the present one, in whatever case', async () => {
    const { person, claim } = await signedIn();
    await expect(ask(claim, person.email.toUpperCase())).rejects.toMatchObject({ code: 'EMAIL_UNCHANGED' });
  });

  it('is the first one of an account that has none', async () => {
    const { user, claim } = await signedIn();
    await database.prisma.user.update({
      where: { id: user.id },
      data: { email: null, emailVerifiedAt: null },
    });
    const { email } = trial.stranger();
    expect(await trial.auth.confirmEmailChange(claim, await ask(claim, email))).toEqual({ before: null });
    expect(await emailOf(user.id)).toBe(email);
  });

  it('SEC-25: is added by its link to no account but the one that is signed in there', async () => {
    const attacker = await signedIn();
    const victim = await signedIn();
    const token = await ask(attacker.claim, trial.stranger().email);
    await expect(trial.auth.confirmEmailChange(victim.claim, token)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await trial.auth.signOut(attacker.token);
    await expect(trial.auth.confirmEmailChange(attacker.claim, token)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await emailOf(attacker.user.id)).toBe(attacker.person.email);
  });
});

describe('SEC-24: the link of an e-mail change', () => {
  it('of 50 parallel uses one succeeds', async () => {
    const { claim } = await signedIn();
    const token = await ask(claim, trial.stranger().email);
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => trial.auth.confirmEmailChange(claim, token)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['LINK_USED']));
  });

  it('is over after a day, after another one, and after a recovery', async () => {
    const { person, claim } = await signedIn();
    const first = await ask(claim, trial.stranger().email);
    const second = await ask(claim, trial.stranger().email);
    await expect(trial.auth.confirmEmailChange(claim, first)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
    await trial.auth.resetPassword(await trial.requestReset(person.email), 'otra frase 9');
    const { token } = await trial.signIn({ ...person, password: 'otra frase 9' });
    const renewed = { ...claim, token, password: 'otra frase 9' };
    await expect(trial.auth.confirmEmailChange(renewed, second)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
    const third = await ask(renewed, trial.stranger().email);
    trial.advance(24);
    await expect(trial.auth.confirmEmailChange(renewed, third)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
  });

  it('is good for its own purpose only', async () => {
    const { person, claim } = await signedIn();
    const token = await ask(claim, trial.stranger().email);
    const invalid = { code: 'LINK_INVALID' };
    await expect(trial.auth.verifyEmail(token)).rejects.toMatchObject(invalid);
    await expect(trial.auth.resetPassword(token, 'otra frase 9')).rejects.toMatchObject(invalid);
    const reset = await trial.requestReset(person.email);
    await expect(trial.auth.confirmEmailChange(claim, reset)).rejects.toMatchObject(invalid);
    const [stored] = await database.prisma.mailToken.findMany({
      where: { userId: claim.userId, purpose: 'change_email' },
    });
    await expect(trial.auth.confirmEmailChange(claim, stored?.id ?? '')).rejects.toMatchObject(invalid);
  });
});

describe('an address that somebody else has', () => {
  it('SEC-20: costs the same work and leaves the same behind as a free one', async () => {
    const known = await trial.member();
    const statements: string[] = [];
    const counted = createAuth({
      database: {
        ...database,
        prisma: database.prisma.$extends({
          query: {
            $allOperations: ({ model, operation, args, query }) => {
              statements.push(`${model ?? ''}.${operation}`);
              return query(args);
            },
          },
        }) as unknown as typeof database.prisma, // the extension only looks on
      },
      secure: true,
      paceMs: 0,
    });
    const runs = [];
    for (const email of [known.email, trial.stranger().email]) {
      const { user, claim } = await signedIn();
      statements.length = 0;
      vi.mocked(argon2.verify).mockClear();
      const { outcome } = await counted.requestEmailChange(claim, email);
      const verified = vi.mocked(argon2.verify).mock.calls.length;
      const { pendingEmail } = (await trial.auth.getOwnAccount(user.id)) ?? {};
      runs.push({ outcome, shown: pendingEmail === email, verified, statements: [...statements] });
    }
    const [taken, free] = runs;
    expect([taken?.outcome, free?.outcome]).toEqual(['address-in-use', 'confirm']);
    expect(taken?.statements.length).toBeGreaterThan(3);
    expect({ ...taken, outcome: null }).toEqual({ ...free, outcome: null });
    expect(free).toMatchObject({ shown: true, verified: 1 });
  });

  it('stays theirs, also when two prove it at once', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const { email } = trial.stranger();
    const tokens = [await ask(one.claim, email), await ask(two.claim, email)] as const;
    const answers = await Promise.allSettled([
      trial.auth.confirmEmailChange(one.claim, tokens[0]),
      trial.auth.confirmEmailChange(two.claim, tokens[1]),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'EMAIL_IN_USE' },
    });
    expect(await database.prisma.user.count({ where: { email } })).toBe(1);
  });

  it('and never confirmed is no obstacle for who owns the mailbox', async () => {
    const squatter = trial.stranger();
    const old = await trial.signUp(squatter);
    const { user, claim } = await signedIn();
    await trial.auth.confirmEmailChange(claim, await ask(claim, squatter.email));
    expect(await emailOf(user.id)).toBe(squatter.email);
    await expect(trial.auth.verifyEmail(old)).rejects.toMatchObject({ code: 'LINK_INVALID' });
  });
});
