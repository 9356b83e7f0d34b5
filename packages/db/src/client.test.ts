import { errorOf } from '@relato/testing/error-code';
import { startFaultyProxy } from '@relato/testing/network/faulty-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from './client.ts';
import type { Database } from './database.ts';
import { DatabaseUnreachableError, isDatabaseUnavailable, isTimeout } from './database-errors.ts';
import { createStory, createUser } from './testing/factories.ts';
import { useTestDatabase } from './testing/use-test-database.ts';
import { whenAvailable } from './when-available.ts';

const database = useTestDatabase();

const endOtherConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

describe('a hand-written statement', () => {
  it('is planned once per connection, and its name cannot be used for another text', async () => {
    const single = await createDatabase({ url: database.url, poolSize: 1 });
    const statement = { name: 'once', text: 'SELECT $1::int AS value' };
    await single.sql({ ...statement, values: [1] });
    await single.sql({ ...statement, values: [2] });
    const plans = {
      name: 'plans',
      text: "SELECT 1 FROM pg_prepared_statements WHERE name = 'once'",
      values: [],
    };
    expect(await single.sql(plans)).toHaveLength(1);
    await expect(single.sql({ name: 'once', text: 'SELECT 2', values: [] })).rejects.toThrow(/unique/);
    await single.close();
  });

  it('sees the times that Prisma writes, to the millisecond of a cursor', async () => {
    const createdAt = new Date('2026-11-21T10:00:00.987Z');
    const id = await createStory(database.prisma, { userId: await createUser(database.prisma), createdAt });
    const text = 'SELECT id FROM stories WHERE created_at = $1 AND id = $2::uuid';
    expect(await database.sql({ name: 'at', text, values: [createdAt, id] })).toEqual([{ id }]);
  });
});

describe('the text of the feed', () => {
  it('folds case, accents and ligatures in any notation', async () => {
    const text =
      "SELECT search_text($1, ARRAY['Película']) AS text, search_tags(ARRAY['TRAICIÓN', 'ñu']) AS tags";
    const [row] = await database.sql<{ text: string; tags: string[] }>({
      name: 'fold',
      text,
      values: ['Traicio\u0301n en el Ñandú'],
    });
    expect(row).toEqual({ text: 'traicion en el nandu\npelicula', tags: ['traicion', 'nu'] });
  });

  it.each([
    ['its lines', 'El Tren', ['Traición', 'ñu'], 'el tren\ntraicion\nnu\n'],
    ['a title alone', 'El Tren', [], 'el tren\n'],
    ['a line break in the title', 'El\ntren', ['amor'], null],
    ['a line break in a tag', 'El tren', ['a\nmor'], null],
    ['1,500 bytes', 'é'.repeat(1499), [], `${'e'.repeat(1499)}\n`],
    ['1,501 bytes', 'é'.repeat(1500), [], null],
  ])('has its text in the index, or none if it is unsuitable: %s', async (_, title, tags, expected) => {
    const values = [title, tags];
    const text = 'SELECT feed_text($1, $2::text[]) AS text';
    expect(await database.sql({ text, values })).toEqual([{ text: expected }]);
  });
});

it('searches never scan a table that has an index', async () => {
  const text = "SELECT current_setting('enable_seqscan') AS value";
  expect(await database.sql({ text, values: [] })).toEqual([{ value: 'on' }]);
  expect(await database.sql({ text, values: [], pool: 'search' })).toEqual([{ value: 'off' }]);
});

describe('an unreachable database', () => {
  it.each([
    ['postgres://someone:secreto@127.0.0.1:1/stories', 'Cannot reach the database stories at 127.0.0.1:1 ('],
    ['postgres://someone:secreto@:no-port/stories', 'Cannot reach the database ('],
  ])('is reported in one line without the password: %s', async (url, beginning) => {
    const error = await errorOf(createDatabase({ url }));
    expect(error).toBeInstanceOf(DatabaseUnreachableError);
    expect(String(error)).toContain(beginning);
    expect(String(error)).not.toContain('secreto');
    expect(String(error)).not.toContain('\n');
  });

  it('is distinguished from a wrong statement', async () => {
    const refused = await errorOf(createDatabase({ url: 'postgres://someone@127.0.0.1:1/stories' }));
    expect(isDatabaseUnavailable(refused)).toBe(true);
    expect(isDatabaseUnavailable(await errorOf(createUser(database.prisma, { email: 'x' })))).toBe(false);
    expect(isDatabaseUnavailable(new Error('something else'))).toBe(false);
  });

  it('fails Prisma and statements alike, and works again with the next connection', async () => {
    const options = { url: database.url, poolSize: 1, statementTimeoutMs: 600_000 };
    const other = await createDatabase(options);
    // Prisma listens for errors of idle connections only after it has used them.
    const idle = await createDatabase(options);
    const admin = await createDatabase(options);
    const patient = await createDatabase({ ...options, poolSize: 2 });
    const slow = [
      other.sql({ name: 'slow', text: 'SELECT pg_sleep(100)', values: [] }),
      patient.prisma.$executeRaw`SELECT pg_sleep(100)`,
      patient.prisma.$transaction((tx) => tx.$executeRaw`SELECT pg_sleep(100)`),
    ].map(errorOf);
    const text =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
    await expect.poll(() => admin.sql({ name: 'sleeping', text, values: [] })).toHaveLength(3);
    await admin.sql({ name: 'end', text: endOtherConnections, values: [] });
    for (const error of await Promise.all(slow)) expect(isDatabaseUnavailable(error)).toBe(true);
    // The pool hands out a broken connection until its end event arrives, after an unknown time.
    for (const each of [other, idle, patient, database]) {
      await expect
        .poll(() =>
          each.ping().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    }
    await Promise.all([other, idle, admin, patient].map((each) => each.close()));
  });

  it('fails a ping in time when all connections are in use', async () => {
    const busy = await createDatabase({ url: database.url, poolSize: 1 });
    await busy.sql({ text: 'SET statement_timeout = 0', values: [] });
    // The ping gives up after four seconds, because a later ping would succeed.
    const sleeping = errorOf(busy.sql({ name: 'sleep', text: 'SELECT pg_sleep(10)', values: [] }));
    expect(isDatabaseUnavailable(await errorOf(busy.ping()))).toBe(true);
    await sleeping;
    await busy.close();
  });
});

/** Lists the statements that PostgreSQL still runs, even without a client. */
const listWaiting = () =>
  database.prisma.$queryRaw`SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND (wait_event = 'PgSleep' OR wait_event_type = 'Lock')`;

/** Shorter than in production, so that the tests are quick, and long enough to connect on a busy machine. */
const statementTimeoutMs = 3_000;

describe('a statement that takes too long', () => {
  let impatient: Database;
  beforeAll(async () => {
    impatient = await whenAvailable(() =>
      createDatabase({ url: database.url, poolSize: 2, statementTimeoutMs }),
    );
  });
  afterAll(() => impatient.close());

  it('is cancelled by the database and counts as unavailable', async () => {
    const errors = await Promise.all([
      errorOf(impatient.sql({ text: 'SELECT pg_sleep(600)', values: [] })),
      errorOf(impatient.prisma.$queryRaw`SELECT pg_sleep(600)::text`),
      errorOf(impatient.sql({ text: 'SELECT pg_sleep(600)', values: [], pool: 'search' })),
    ]);
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true]);
    // The list is empty at once, unless a very busy machine made the client give up first.
    await expect.poll(listWaiting).toEqual([]);
  });

  it('counts as unavailable when it waits for a row lock, as a statement and through Prisma', async () => {
    const id = await createUser(database.prisma);
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const text = "UPDATE users SET suspended_reason = 'x' WHERE id = $1::uuid";
    const errors = await Promise.all(
      [
        impatient.sql({ text, values: [id] }),
        impatient.prisma.user.update({ where: { id }, data: { suspendedReason: 'x' } }),
      ].map((work) => errorOf(work)),
    );
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true]);
    await expect.poll(listWaiting).toEqual([]);
    release.resolve();
    await holding;
  });

  it('SEC-55: reads have less time than writes', async () => {
    const text = "SELECT extract(epoch FROM current_setting('statement_timeout')::interval)::int AS seconds";
    const patient = await createDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 30_000 });
    expect([
      await patient.sql({ text, values: [] }),
      await patient.sql({ text, values: [], pool: 'write' }),
    ]).toEqual([[{ seconds: 12 }], [{ seconds: 30 }]]);
    await patient.close();
  });

  it('REL-26: reads succeed while writes wait for a row', async () => {
    const id = await createUser(database.prisma);
    const patient = await createDatabase({ url: database.url, poolSize: 2, statementTimeoutMs: 30_000 });
    const work: Promise<unknown>[] = [];
    await database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
      const text = "UPDATE users SET suspended_reason = 'x' WHERE id = $1::uuid";
      // There are more writes than connections.
      for (let write = 0; write < 6; write += 1)
        work.push(patient.sql({ text, values: [id], pool: 'write' }));
      await expect.poll(listWaiting).toHaveLength(2);
      expect(await patient.sql({ text: 'SELECT 1 AS one', values: [] })).toEqual([{ one: 1 }]);
    });
    await Promise.all(work);
    await patient.close();
  });

  it('SEC-55: searches wait for each other without delaying anything else', async () => {
    const patient = await createDatabase({ url: database.url, poolSize: 2, statementTimeoutMs: 60_000 });
    const isSlow = { text: 'SELECT pg_sleep(30)', values: [], pool: 'search' } as const;
    const searches = Array.from({ length: 10 }, () => errorOf(patient.sql(isSlow)));
    expect(await patient.sql({ text: 'SELECT 1 AS one', values: [] })).toEqual([{ one: 1 }]);
    const errors = await Promise.all(searches);
    expect(errors.map(isTimeout)).toEqual(errors.map(() => true));
    await patient.close();
  });
});

it('REL-28: an outage of the database is noticed, and so is its end', async () => {
  const proxy = await startFaultyProxy(Number(new URL(database.url).port));
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const behind = await whenAvailable(() =>
    createDatabase({ url: url.href, poolSize: 4, statementTimeoutMs }),
  );
  const read = () => behind.sql<{ one: number }>({ name: 'one', text: 'SELECT 1 AS one', values: [] });
  const write = () => behind.prisma.$transaction((tx) => tx.$queryRaw`SELECT 1`);
  const background = () => behind.background('SELECT 1');
  // A busy machine may look like an unreachable database, but not for long.
  const whenAllWork = (count: number) =>
    expect
      .poll(() =>
        Promise.all([read(), write(), background(), ...Array.from({ length: count }, write)]).then(
          () => 'all work',
          String,
        ),
      )
      .toBe('all work');
  await whenAllWork(1);

  proxy.dropData();
  // Some calls reuse a connection, others need a new one.
  const startedAt = performance.now();
  const errors = await Promise.all(
    Array.from({ length: 20 }, (_, index) => [read, write, background][index % 3] ?? read).map((call) =>
      errorOf(call()),
    ),
  );
  const afterwards = await errorOf(read());
  // Without the health check, the background statements would wait for a minute.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect([...errors, afterwards].map(isDatabaseUnavailable)).toEqual(Array(21).fill(true));

  proxy.restore();
  await whenAllWork(20);
  await behind.close();
  await proxy.close();
});
