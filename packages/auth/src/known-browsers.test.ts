import { limits, userId } from '@relato/contract';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTrial, type Trial } from './trial.ts';

let database: TestDatabase;
let trial: Trial;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  trial = createTrial(database);
});
afterAll(() => database.close());

async function member() {
  const person = await trial.member();
  const { user } = await trial.signIn(person);
  return { ...person, id: userId.parse(user.id) };
}

it('knows a browser by the accounts that signed in in it, and by no other', async () => {
  const [ana, eva] = [await member(), await member()];
  const token = await trial.auth.rememberBrowser(ana.id, null);
  expect(await trial.auth.knowsBrowser(token, ana.email.toUpperCase())).toBe(true);
  expect(await trial.auth.knowsBrowser(token, eva.email)).toBe(false);
  expect(await trial.auth.rememberBrowser(eva.id, token)).toBe(token);
  expect(await trial.auth.knowsBrowser(token, eva.email)).toBe(true);
});

it('takes no token that it did not make', async () => {
  const ana = await member();
  expect(await trial.auth.rememberBrowser(ana.id, 'planted')).not.toBe('planted');
  expect(await trial.auth.knowsBrowser('planted', ana.email)).toBe(false);
});

it('SEC-11: keeps what tells a browser only as a hash', async () => {
  const ana = await member();
  const token = await trial.auth.rememberBrowser(ana.id, null);
  const rows = await database.prisma.knownBrowser.findMany({ where: { userId: ana.id } });
  expect(rows.map(({ id }) => id)).not.toContain(token);
  expect(await trial.auth.knowsBrowser(rows[0]?.id ?? '', ana.email)).toBe(false);
});

it('forgets a browser that was not used for long', async () => {
  const ana = await member();
  const token = await trial.auth.rememberBrowser(ana.id, null);
  trial.advance(limits.knownBrowser.days * 24 - 1);
  await trial.auth.deleteExpired();
  expect(await trial.auth.knowsBrowser(token, ana.email)).toBe(true);
  trial.advance(2);
  await trial.auth.deleteExpired();
  expect(await trial.auth.knowsBrowser(token, ana.email)).toBe(false);
});
