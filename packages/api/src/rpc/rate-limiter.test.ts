import { randomUUID } from 'node:crypto';
import {
  batchShare,
  DomainError,
  RateLimitedError,
  rateLimits,
  wideShare,
  type RateLimitName,
} from '@relato/contract';
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

const { calls } = rateLimits.report;

describe('a rate limit', () => {
  it('admits exactly its number of calls, however many come at once', async () => {
    const limiter = createRateLimiter(world.database);
    const subject = randomUUID();
    expect(countRefused(await times(calls + 7, () => limiter.consume('report', subject)))).toBe(7);
    await expect(limiter.consume('report', randomUUID())).resolves.toBeUndefined();
    await expect(limiter.consume('appeal', subject)).resolves.toBeUndefined();
  });

  it('says when to retry', async () => {
    const limiter = createRateLimiter(world.database);
    const subject = randomUUID();
    await times(calls, () => limiter.consume('report', subject));
    const error: unknown = await limiter.consume('report', subject).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(RateLimitedError);
    const { retryAfterSeconds } = error as RateLimitedError; // as the line above says
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(rateLimits.report.windowSeconds);
  });

  it('is shared by all processes of a database', async () => {
    const subject = randomUUID();
    await times(calls, () => createRateLimiter(world.database).consume('report', subject));
    await expect(createRateLimiter(world.database).consume('report', subject)).rejects.toThrow(DomainError);
  });

  it.each(Object.keys(rateLimits) as RateLimitName[])(
    'on %s counts the calls of all processes together',
    async (name) => {
      const processes = [createRateLimiter(world.database), createRateLimiter(world.database)];
      const subject = randomUUID();
      const { calls, counted } = rateLimits[name];
      const results: PromiseSettledResult<unknown>[] = [];
      for (let round = 0; round < Math.ceil(calls * 0.8); round += 1)
        results.push(...(await Promise.allSettled(processes.map((each) => each.consume(name, subject)))));
      const admitted = results.length - countRefused(results);
      const kept = counted === 'shared' ? 0 : calls * batchShare * processes.length;
      expect(admitted).toBeGreaterThanOrEqual(Math.min(calls, results.length));
      expect(admitted).toBeLessThanOrEqual(calls + kept);
    },
  );

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
    const { windowSeconds } = rateLimits.report;
    for (const offsetMs of [2, -2].map((days) => days * 86_400_000)) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs });
      await times(calls, () => createRateLimiter(world.database).consume('report', subject)).finally(() =>
        vi.useRealTimers(),
      );
      const error: unknown = await createRateLimiter(world.database)
        .consume('report', subject)
        .catch((each: unknown) => each);
      expect(error).toBeInstanceOf(RateLimitedError);
      expect((error as RateLimitedError).retryAfterSeconds).toBeLessThanOrEqual(windowSeconds); // as the line above says
    }
  });

  it('stores no e-mail or IP address', async () => {
    const limiter = createRateLimiter(world.database);
    await limiter.consume('mailbox', 'ana@example.org');
    await limiter.consume('signIn', '203.0.113.9');
    const rows = await world.database.prisma.rateLimit.findMany();
    expect(JSON.stringify(rows.map(({ key }) => key))).not.toMatch(/ana@|example\.org|203\.0\.113/);
  });

  it('deletes past windows alone, by the clock of the database', async () => {
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

describe('SEC-23: guessing a password', () => {
  const wrong = { email: 'victima@example.org', password: 'otra cosa' };
  const guess = (network: string) => world.callAs(null, '', { network }).account.signIn(wrong);

  it('SEC-53: is stopped for all networks of a household together after a larger number of attempts', async () => {
    const wideNetwork = '2001:db8:1:200::/56';
    const tryFrom = (network: string, wide = wideNetwork) =>
      world
        .callAs(null, '', { network, wideNetwork: wide })
        .account.signIn({ ...wrong, email: `${randomUUID()}@example.org` });
    const { calls } = rateLimits.signIn;
    for (let call = 0; call < calls * wideShare; call += 1) {
      await expectRefusal(tryFrom(`2001:db8:1:2${10 + (call % 65)}::/64`), 'INVALID_CREDENTIALS');
    }
    await expectRefusal(tryFrom('2001:db8:1:2ff::/64'), 'RATE_LIMITED');
    await expectRefusal(tryFrom('2001:db8:1:300::/64', '2001:db8:1:300::/56'), 'INVALID_CREDENTIALS');
  });

  it('is stopped after its number of attempts from one network', async () => {
    const network = randomUUID();
    const others = Array.from({ length: rateLimits.signIn.calls + 2 }, (_, index) => `u${index}@example.org`);
    const results = await Promise.allSettled(
      others.map((email) => world.callAs(null, '', { network }).account.signIn({ ...wrong, email })),
    );
    expect(countRefused(results)).toBe(2);
  });

  it('of one account is stopped after its number of attempts from any network', async () => {
    const results = await times(rateLimits.signInAccount.calls + 3, () => guess(randomUUID()));
    expect(countRefused(results)).toBe(3);
  });

  it('SEC-59: of one account by one network locks no other network out, also of one household', async () => {
    const person = await world.signUp('golpeada');
    const wideNetwork = '2001:db8:7:100::/56';
    const results = await times(rateLimits.signIn.calls, () =>
      world
        .callAs(null, '', { network: randomUUID(), wideNetwork })
        .account.signIn({ ...person, password: 'otra cosa' }),
    );
    expect(countRefused(results)).toBe(rateLimits.signIn.calls - rateLimits.signInOwn.calls);
    expect((await world.visitor.account.signIn(person)).user.username).toBe(person.username);
  });

  it('SEC-59: of one account by many networks leaves the mailed link, which opens it at once', async () => {
    const person = await world.signUp('rodeada');
    const { email } = person;
    const networks = Array.from({ length: rateLimits.mailbox.calls }, () => randomUUID());
    for (const network of networks) {
      const { account } = world.callAs(null, '', { network });
      await Promise.allSettled([
        account.signIn({ email, password: 'otra cosa' }),
        account.requestPasswordReset({ email }),
      ]);
    }
    await expectRefusal(world.visitor.account.signIn(person), 'SIGN_IN_LOCKED');
    await world.visitor.account.requestPasswordReset({ email });
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

    await times(rateLimits.signInAccount.calls + 1, () =>
      world.callAs(null, '', { network: randomUUID() }).account.signIn({ ...person, password: 'otra cosa' }),
    );
    await expectRefusal(world.visitor.account.signIn(person), 'SIGN_IN_LOCKED');
    const atHome = world.callAs(null, '', { deviceToken: known });
    expect((await atHome.account.signIn(person)).user.username).toBe(person.username);

    await world.visitor.account.requestPasswordReset(person);
    const token = await world.readMailedToken(person.email);
    await world.visitor.account.resetPassword({ token, password: 'tortuga-verde-8' });
    const recovered = world.callAs(null, '', { deviceToken: lastBrowser() ?? null });
    await recovered.account.signIn({ ...person, password: 'tortuga-verde-8' });
    // A trusted device has as many guesses as an unknown one, not more.
    const results = await times(rateLimits.signInAccount.calls + 2, () =>
      world
        .callAs(null, '', { network: randomUUID(), deviceToken: known })
        .account.signIn({ ...person, password: 'otra cosa' }),
    );
    expect(countRefused(results)).toBeGreaterThanOrEqual(2);
  });
});
