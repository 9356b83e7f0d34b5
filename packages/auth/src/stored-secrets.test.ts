import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTrial, type Trial } from './trial.ts';

let database: TestDatabase;
let trial: Trial;

beforeAll(async () => {
  database = await createTestDatabase();
  trial = createTrial(database);
});
afterAll(() => database.close());

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await database.prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
  const texts = await Promise.all(
    tables.map(({ name }) => database.prisma.$queryRawUnsafe(`SELECT t::text FROM ${name} t`)),
  );
  return JSON.stringify(texts);
}

it('SEC-11: D05: a dump of the database holds no password and opens no session or link', async () => {
  const [person, pending] = [await trial.member(), trial.stranger()];
  const { token, session } = await trial.signIn(person);
  const links = [await trial.signUp(pending), await trial.requestReset(person.email)];
  const text = await dump();
  // It is a dump of these people at all, and the id for logs is the one in it.
  expect(text).toContain(person.username);
  expect(text).toContain(session.id);
  const secrets = [token, ...links, person.password, pending.password];
  for (const secret of secrets) {
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(text).not.toContain(form);
    }
  }
  for (const [hash] of text.matchAll(/[0-9a-f]{64}/g)) {
    expect(await trial.auth.validateSession(hash)).toBeNull();
    await expect(trial.auth.verifyEmail(hash)).rejects.toMatchObject({ code: 'LINK_INVALID' });
    await expect(trial.auth.resetPassword(hash, 'una frase nueva')).rejects.toMatchObject({
      code: 'LINK_INVALID',
    });
  }
});
