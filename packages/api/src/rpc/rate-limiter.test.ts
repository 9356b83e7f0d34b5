import { randomUUID } from 'node:crypto';
import { RateLimitedError, rateLimits, toMailboxOwner, wideShare } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, work));
const countRefused = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter((result) => result.status === 'rejected' && isRateLimited(result.reason)).length;
const isRateLimited = (reason: unknown): boolean =>
  reason instanceof Error && ['RATE_LIMITED', 'SIGN_IN_LOCKED'].includes(reason.message);

const { calls, windowSeconds } = rateLimits.report;
const refusalOf = async (subject: string): Promise<RateLimitedError> => {
  const error: unknown = await createRateLimiter(world.database)
    .consume('report', subject)
    .catch((each: unknown) => each);
  if (error instanceof RateLimitedError) return error;
  throw new Error('The call was admitted', { cause: error });
};

describe('a rate limit', () => {
  it('admits exactly its number of calls across concurrent processes, and reports when to retry', async () => {
    const processes = [createRateLimiter(world.database), createRateLimiter(world.database)] as const;
    const subject = randomUUID();
    let turn = 0;
    const consume = () => processes[turn++ % 2 === 0 ? 0 : 1].consume('report', subject);
    expect(countRefused(await times(calls + 7, consume))).toBe(7);
    const { retryAfterSeconds } = await refusalOf(subject);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(windowSeconds);
    await expect(processes[0].consume('report', randomUUID())).resolves.toBeUndefined();
    await expect(processes[0].consume('appeal', subject)).resolves.toBeUndefined();
  });

  it('can revert a count', async () => {
    const limiter = createRateLimiter(world.database);
    const subject = randomUUID();
    for (let call = 0; call < calls * 2; call += 1) {
      await limiter.consume('report', subject);
      await limiter.giveBack('report', subject);
    }
    await expect(limiter.consume('report', subject)).resolves.toBeUndefined();
  });

  it('holds in each process while the database is down', async () => {
    const limiter = createRateLimiter({ sql: () => Promise.reject(new Error('ECONNREFUSED')) });
    const subject = randomUUID();
    expect(countRefused(await times(calls + 3, () => limiter.consume('report', subject)))).toBe(3);
  });

  it('REL-34: ends when its window does, also for a server whose clock is two days ahead or behind', async () => {
    const subject = randomUUID();
    for (const offsetMs of [2, -2].map((days) => days * 86_400_000)) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs });
      await times(calls, () => createRateLimiter(world.database).consume('report', subject)).finally(() =>
        vi.useRealTimers(),
      );
      expect((await refusalOf(subject)).retryAfterSeconds).toBeLessThanOrEqual(windowSeconds);
    }
  });

  it('stores no e-mail or IP address', async () => {
    const limiter = createRateLimiter(world.database);
    await limiter.consume('mailbox', 'ana@example.org');
    await limiter.consume('signIn', '203.0.113.9');
    const rows = await world.database.prisma.rateLimit.findMany();
    expect(JSON.stringify(rows.map(({ key }) => key))).not.toMatch(/ana@|example\.org|203\.0\.113/);
  });

  it('deletes only ended windows, by the clock of the database', async () => {
    const { rateLimit } = world.database.prisma;
    await rateLimit.deleteMany();
    const limiter = createRateLimiter(world.database);
    await limiter.consume('write', 'ana');
    await limiter.flush();
    await rateLimit.create({ data: { key: 'past', points: 1, expire: Date.now() - 60_000 } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    await limiter.deleteExpired().finally(() => vi.useRealTimers());
    expect(await rateLimit.findMany({ select: { key: true } })).toEqual([
      { key: expect.stringMatching(/^write:/) },
    ]);
  });
});

/** Uses up a part of the sign-ins of a network. */
const use = async (count: number, network: string, scope?: 'wide') => {
  for (let call = 0; call < count; call += 1)
    await world.services.rateLimiter.consume('signIn', network, scope);
};

describe('SEC-23: guessing a password', () => {
  const wrong = 'otra cosa';
  const guessFrom = (
    network: string,
    email: string,
    more: { wideNetwork?: string; deviceToken?: string } = {},
  ) => world.callAs(null, '', { network, ...more }).account.signIn({ email, password: wrong });
  const guess = (email: string, more = {}) => guessFrom(randomUUID(), email, more);

  it('is stopped after its number of attempts from one network, whatever the account', async () => {
    const network = randomUUID();
    await use(rateLimits.signIn.calls - 1, network);
    await expectRefusal(guessFrom(network, 'una@example.org'), 'INVALID_CREDENTIALS');
    await expectRefusal(guessFrom(network, 'otra@example.org'), 'RATE_LIMITED');
  });

  it('SEC-53: is stopped for all networks of a household together after more attempts', async () => {
    const wideNetwork = '2001:db8:1:200::/56';
    await use(rateLimits.signIn.calls * wideShare - 1, wideNetwork, 'wide');
    await expectRefusal(guess('una@example.org', { wideNetwork }), 'INVALID_CREDENTIALS');
    await expectRefusal(guess('una@example.org', { wideNetwork }), 'RATE_LIMITED');
    const neighbours = { wideNetwork: '2001:db8:1:300::/56' };
    await expectRefusal(guess('una@example.org', neighbours), 'INVALID_CREDENTIALS');
  });

  it('for one account is stopped after its number of attempts from any network', async () => {
    const { email } = await world.signUp('victima');
    const results = await times(rateLimits.signInAccount.calls + 3, () => guess(email));
    expect(countRefused(results)).toBe(3);
  });

  it('SEC-59: for one account from one network locks no other network out, also within a household', async () => {
    const person = await world.signUp('golpeada');
    const wideNetwork = '2001:db8:7:100::/56';
    const results = await times(rateLimits.signIn.calls, () => guess(person.email, { wideNetwork }));
    expect(countRefused(results)).toBe(rateLimits.signIn.calls - rateLimits.signInOwn.calls);
    expect((await world.visitor.account.signIn(person)).user.username).toBe(person.username);
  });

  it('SEC-59: for one account from many networks leaves the mailed link, which unlocks it at once', async () => {
    const person = await world.signUp('rodeada');
    const { email } = person;
    await times(rateLimits.signInAccount.calls, () => guess(email));
    const mailbox = `recovery ${toMailboxOwner(email)}`;
    await world.services.rateLimiter.charge('mailbox', mailbox, rateLimits.mailbox.calls);
    await expectRefusal(world.visitor.account.signIn(person), 'SIGN_IN_LOCKED');
    await world.visitor.account.requestPasswordReset({ email });
    // That was the one mail past the limit.
    await expectRefusal(world.visitor.account.requestPasswordReset({ email }), 'MAILED_ENOUGH');
    const token = await world.readMailedToken(email);
    const session = await world.visitor.account.resetPassword({ token, password: person.password });
    expect(session?.user.username).toBe(person.username);
  });

  it('locks the owner out neither of a trusted device nor after a recovery by mail', async () => {
    const person = await world.signUp('asediada');
    const lastBrowser = () =>
      world.cookies
        .map((line) => world.services.auth.cookies.trustedDevice.read(line))
        .findLast((token) => token);
    const known = lastBrowser() ?? null;

    await times(rateLimits.signInAccount.calls + 1, () => guess(person.email));
    await expectRefusal(world.visitor.account.signIn(person), 'SIGN_IN_LOCKED');
    const atHome = world.callAs(null, '', { deviceToken: known });
    expect((await atHome.account.signIn(person)).user.username).toBe(person.username);
    // A trusted device has as many guesses as an unknown one.
    const results = await times(rateLimits.signInAccount.calls + 2, () =>
      guess(person.email, { deviceToken: known }),
    );
    expect(countRefused(results)).toBeGreaterThanOrEqual(2);

    await world.visitor.account.requestPasswordReset(person);
    const token = await world.readMailedToken(person.email);
    await world.visitor.account.resetPassword({ token, password: 'tortuga-verde-8' });
    const recovered = world.callAs(null, '', { deviceToken: lastBrowser() ?? null });
    await recovered.account.signIn({ ...person, password: 'tortuga-verde-8' });
  });
});
