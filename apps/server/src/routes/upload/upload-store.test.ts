import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createUpload } from '@relato/api';
import { createDatabase, type Database, type Statement } from '@relato/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';
import { UploadStore } from './upload-store.ts';

const test = useTestApp();
/** Its connections wait for the disk at each commit, as those of a real database do. */
let durable: Database;
beforeAll(async () => {
  await test.world.database.prisma.$executeRaw`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END $$`;
  durable = await createDatabase({ url: test.world.database.url, statementTimeoutMs: 30_000 });
});
afterAll(() => durable.close());

/** A store for one announced upload. Keeps the settings with which the statements commit. */
async function createStore() {
  const { services } = test.world;
  const { viewer } = await test.signUp(`ana${Math.floor(Math.random() * 1e9)}`);
  const id = randomUUID();
  await test.world.callAs(viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  await createUpload(services, { id, length: null });
  const commits: unknown[] = [];
  const sql = async <Row extends object>({ text, ...statement }: Statement): Promise<Row[]> => {
    const asking = text.replace(
      /RETURNING recording_id$/u,
      `$&, current_setting('synchronous_commit') AS waits`,
    );
    const rows = await durable.sql<Row & { readonly waits?: string }>({
      ...statement,
      text: asking,
    });
    commits.push(...rows.map(({ waits }) => waits));
    return rows;
  };
  return { id, commits, store: new UploadStore({ ...services, database: { ...durable, sql } }) };
}

const chunk = Buffer.alloc(600_000, 'ñ');

it('waits for the disk with the last piece of a request alone', async () => {
  const { id, commits, store } = await createStore();
  expect(await store.write(Readable.from([chunk, chunk, chunk]), id, 0)).toBe(1_800_000);
  expect(commits).toEqual(['off', 'off', 'on']);
  expect(await store.write(Readable.from([Buffer.from('end')]), id, 1_800_000)).toBe(1_800_003);
  expect(commits.at(-1)).toBe('on');
});

it('waits for the disk with what arrived before the connection was cut', async () => {
  const { id, commits, store } = await createStore();
  const cut = Readable.from(
    (async function* () {
      yield chunk;
      yield chunk;
      throw new Error('cut');
    })(),
  );
  await expect(store.write(cut, id, 0)).rejects.toThrow('cut');
  expect(commits).toEqual(['off', 'on']);
  expect((await store.getUpload(id)).offset).toBe(1_200_000);
});
