import argon2 from '@node-rs/argon2';
import { afterEach, expect, it, vi } from 'vitest';
import { hashPassword, dummyHash, verifyPassword } from './passwords.ts';

afterEach(() => void vi.restoreAllMocks());

const cost = (hash: string): string => hash.split('$').slice(1, 4).join('$');

it('SEC-22: hashes with Argon2id, 19 MiB, two passes, one lane and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('caballo azul'), hashPassword('caballo azul')]);
  expect(cost(one)).toBe('argon2id$v=19$m=19456,t=2,p=1');
  expect(one).not.toBe(other);
});

it('accepts the same password in other code points and refuses another', async () => {
  const hash = await hashPassword('ma\u00f1ana ﬁn 🎙️');
  expect(await verifyPassword(hash, 'man\u0303ana fin 🎙️')).toBe(true);
  expect(await verifyPassword(hash, 'manana fin 🎙️')).toBe(false);
});

it('distinguishes passwords of 128 characters by the last one', async () => {
  const hash = await hashPassword(`${'ñ'.repeat(127)}a`);
  expect(await verifyPassword(hash, `${'ñ'.repeat(127)}b`)).toBe(false);
});

it('does the same work without a hash, and returns false', async () => {
  const verify = vi.spyOn(argon2, 'verify');
  expect(await verifyPassword(null, 'lo que sea')).toBe(false);
  expect(verify).toHaveBeenCalledExactlyOnceWith(dummyHash, 'lo que sea');
  // Returns false even for a password that matches the dummy hash.
  verify.mockResolvedValueOnce(true);
  expect(await verifyPassword(null, 'lo que sea')).toBe(false);
  expect(cost(dummyHash)).toBe(cost(await hashPassword('lo que sea')));
});

it('SEC-22: hashes and verifies at most two at once', async () => {
  let running = 0;
  let most = 0;
  const watch =
    <Result>(result: Result) =>
    async (): Promise<Result> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return result;
    };
  vi.spyOn(argon2, 'hash').mockImplementation(watch('$argon2id$'));
  vi.spyOn(argon2, 'verify').mockImplementation(watch(true));
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? hashPassword('a') : verifyPassword('$argon2id$', 'a'),
    ),
  );
  expect(most).toBe(2);
});
