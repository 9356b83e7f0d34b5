import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NamedQuery } from './named-query.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let client: Client;
let described = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  client.connection.on('rowDescription', () => (described += 1));
  await client.query('CREATE TABLE things (id int PRIMARY KEY, name text, at timestamptz)');
  await client.query(`INSERT INTO things VALUES (1, 'ñu', '2026-11-23T05:00:00.123Z'), (2, NULL, NULL)`);
});
afterAll(async () => {
  await client.end();
  await database.close();
});

/** Runs a named statement, and returns its rows and how often PostgreSQL described columns. */
function run(name: string, text: string, values: unknown[] = []) {
  const before = described;
  return new Promise<{ rows: unknown[]; described: number }>((resolve, reject) => {
    const query = new NamedQuery({ name, text, values });
    client.query(
      Object.assign(query, {
        callback: (error: Error | null, result?: { rows: unknown[] }) =>
          error ? reject(error) : resolve({ rows: result?.rows ?? [], described: described - before }),
      }),
    );
  });
}

const things = (id: number) =>
  run('things', 'SELECT id, name, at FROM things WHERE id >= $1 ORDER BY id', [id]);
const divide = (by: number) => run('divide', 'SELECT 6 / $1::int AS share', [by]);
const all = () => run('all', 'SELECT * FROM things WHERE id = 1');
const echo = (value: unknown) => run('echo', 'SELECT $1::text[] AS value', [value]);
const first = { id: 1, name: 'ñu', at: new Date('2026-11-23T05:00:00.123Z') };
const second = { id: 2, name: null, at: null };

describe('a named statement', () => {
  it('asks for its columns once, and reads its rows with their types each time', async () => {
    expect(await things(1)).toEqual({ rows: [first, second], described: 1 });
    expect(await things(1)).toEqual({ rows: [first, second], described: 0 });
    expect(await things(2)).toEqual({ rows: [second], described: 0 });
    expect(await things(3)).toEqual({ rows: [], described: 0 });
  });

  it('may return no columns', async () => {
    for (let id = 10; id < 13; id += 1)
      expect(await run('add', 'INSERT INTO things VALUES ($1)', [id])).toEqual({ rows: [], described: 0 });
  });

  it('works again after it has failed, before and after its columns are known', async () => {
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect((await divide(2)).rows).toEqual([{ share: 3 }]);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect(await divide(3)).toEqual({ rows: [{ share: 2 }], described: 0 });
  });

  it('is refused by PostgreSQL when its columns have changed', async () => {
    await all();
    await client.query('ALTER TABLE things ADD COLUMN more int');
    await expect(all()).rejects.toThrow('cached plan must not change result type');
  });

  it('that is not described is bound like others to values of every type', async () => {
    for (const value of [['a', 'ñ'], [], null]) expect((await echo(value)).rows).toEqual([{ value }]);
  });
});
