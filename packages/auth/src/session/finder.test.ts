import type { Database, Statement } from '@relato/db';
import { createDatabase } from '@relato/db';
import { describe, expect, it } from 'vitest';
import { createAuth } from '../auth.ts';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

/** Returns the database with a replaced function for statements. */
const withSql = (sql: (statement: Statement) => Promise<object[]>): Database => ({
  ...fixture.database,
  sql: sql as Database['sql'], // the caller states the type of the rows
});

describe('look-ups of sessions', () => {
  it('that arrive together share a statement, and each gets its own answer', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => fixture.newSignedInUser()));
    const statements: Statement[] = [];
    const database = withSql(async (statement) => {
      statements.push(statement);
      return fixture.database.sql(statement);
    });
    const auth = createAuth({ database, secure: true });
    const made = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(40, 'x'));
    const tokens = [...people.map(({ token }) => token), ...made, people[0]?.token ?? ''];
    const answers = await Promise.all(tokens.map((token) => auth.validateSession(token)));
    expect(statements.map(({ name }) => name)).toEqual(['auth.find-sessions']);
    const ids = people.map(({ userId }) => userId);
    expect(answers.map((answer) => answer?.user.id ?? null)).toEqual([
      ...ids,
      ...made.map(() => null),
      ids[0],
    ]);
  });

  it('SEC-10: do not join a statement that was sent before them', async () => {
    const { token } = await fixture.newSignedInUser();
    const release = Promise.withResolvers<void>();
    let sent = 0;
    const database = withSql(async (statement) => {
      const rows = await fixture.database.sql(statement);
      sent += 1;
      if (sent === 1) await release.promise;
      return rows;
    });
    const auth = createAuth({ database, secure: true });
    const early = auth.validateSession(token);
    await expect.poll(() => sent).toBe(1);
    await fixture.auth.signOut(token);
    expect(await auth.validateSession(token)).toBeNull();
    release.resolve();
    expect(await early).not.toBeNull();
  });

  it('continue while a connection stalls', async () => {
    const { token } = await fixture.newSignedInUser();
    let sent = 0;
    const database = withSql(async (statement) => {
      sent += 1;
      return sent === 1 ? new Promise<object[]>(() => {}) : fixture.database.sql(statement);
    });
    const auth = createAuth({ database, secure: true });
    void auth.validateSession(token);
    await expect.poll(() => sent).toBe(1);
    expect(await auth.validateSession(token)).not.toBeNull();
  });

  it('fail with the statement, and work again with the next one', async () => {
    const { token } = await fixture.newSignedInUser();
    let isDown = true;
    const database = withSql(async (statement) =>
      isDown ? Promise.reject(new Error('ECONNREFUSED')) : fixture.database.sql(statement),
    );
    const auth = createAuth({ database, secure: true });
    const results = await Promise.allSettled([1, 2, 3].map(() => auth.validateSession(token)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isDown = false;
    expect(await auth.validateSession(token)).not.toBeNull();
  });

  it('SEC-10: see the changes of another process at once, under load', async () => {
    const database = await createDatabase({ url: fixture.database.url, statementTimeoutMs: 30_000 });
    const elsewhere = createAuth({ database, secure: true });
    const load = new AbortController();
    const { token: busy } = await fixture.newSignedInUser();
    const requests = Array.from({ length: 6 }, async () => {
      while (!load.signal.aborted) await elsewhere.validateSession(busy);
    });
    try {
      const [leaver, person] = [await fixture.newSignedInUser(), await fixture.newSignedInUser()];
      expect(await elsewhere.validateSession(leaver.token)).not.toBeNull();
      await fixture.auth.signOut(leaver.token);
      expect(await elsewhere.validateSession(leaver.token)).toBeNull();

      const where = { id: person.userId };
      await fixture.database.prisma.user.update({ where, data: { role: 'moderator' } });
      expect((await elsewhere.validateSession(person.token))?.user.role).toBe('moderator');
      await fixture.database.prisma.user.update({ where, data: { suspendedAt: new Date() } });
      expect(await elsewhere.validateSession(person.token)).toBeNull();
    } finally {
      load.abort();
      await Promise.all(requests);
      await database.close();
    }
  });
});
