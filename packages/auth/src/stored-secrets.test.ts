import { expectRefusal } from '@relato/testing/error-code';
import { expect, it } from 'vitest';
import { setupAuthFixture } from './testing/auth-fixture.ts';

const fixture = setupAuthFixture();

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await fixture.database.prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
  const texts = await Promise.all(
    tables.map(({ name }) => fixture.database.prisma.$queryRawUnsafe(`SELECT t::text FROM ${name} t`)),
  );
  return JSON.stringify(texts);
}

it('SEC-11: D05: a dump of the database contains no password, session token or mail token', async () => {
  const [person, pending] = [await fixture.newMember(), fixture.newUser()];
  const { token, session } = await fixture.signIn(person);
  const links = [await fixture.signUp(pending), await fixture.requestResetToken(person.email)];
  const text = await dump();
  // The dump does contain these users, and the session id that may be logged.
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
    expect(await fixture.auth.validateSession(hash)).toBeNull();
    await expectRefusal(fixture.auth.verifyEmail(hash), 'LINK_INVALID');
    await expectRefusal(fixture.auth.resetPassword(hash, 'una frase nueva'), 'LINK_INVALID');
  }
});
