import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { recordingId, type RecordingId } from '@relato/contract';
import { createDatabase, type Database, type Statement } from '@relato/db';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';
import { toCreation, toPiece } from '../../testing/tus-requests.ts';
import { UploadStore } from './upload-store.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

/** Creates several servers as behind a balancer. Each has its own memory, and they share the database and the store. */
const startServers = (count: number) => Array.from({ length: count }, () => test.createWith());
type Server = ReturnType<typeof startServers>[number];

const audio = randomBytes(300_000);

async function beginUpload(server: Server | undefined): Promise<RecordingId> {
  const id = recordingId.parse(randomUUID());
  await test.world.callAs(ana.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  const answer = await server?.request('/upload', toCreation(id, ana));
  expect(answer?.status).toBe(201);
  return id;
}

async function patch(server: Server | undefined, id: string, offset: number, end: number, isLast = false) {
  const answer = await server?.request(
    `/upload/${id}`,
    toPiece(
      offset,
      audio.subarray(offset, end),
      ana,
      isLast ? { 'upload-length': String(audio.length) } : {},
    ),
  );
  return answer?.status;
}

async function askOffset(server: Server | undefined, id: string): Promise<number> {
  const headers = { ...ana.headers, 'tus-resumable': '1.0.0' };
  const answer = await server?.request(`/upload/${id}`, { method: 'HEAD', headers });
  return Number(answer?.headers.get('upload-offset'));
}

const storedOf = async (id: string): Promise<Uint8Array> => {
  const { originalKey } = await test.world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
  return test.world.services.storage.read(originalKey ?? '');
};

it('an upload that began at one server continues and ends at others', async () => {
  const [a, b, c] = startServers(3);
  const id = await beginUpload(a);
  expect(await patch(a, id, 0, 100_000)).toBe(204);
  expect(await askOffset(b, id)).toBe(100_000);
  expect(await patch(b, id, 100_000, 250_000)).toBe(204);
  expect(await patch(c, id, 250_000, 300_000, true)).toBe(204);
  expect(await askOffset(a, id)).toBe(300_000);
  expect(await storedOf(id)).toEqual(new Uint8Array(audio));
  expect(await test.world.database.prisma.uploadPiece.count({ where: { recordingId: id } })).toBe(0);
});

it('one of several requests at the same offset at several servers wins', async () => {
  const servers = startServers(4);
  const id = await beginUpload(servers[0]);
  for (let offset = 0; offset < audio.length; offset += 100_000) {
    const statuses = await Promise.all(
      // Each sends another number of bytes, like clients that were disconnected at different offsets.
      servers.map((server, n) => patch(server, id, offset, offset + 99_999 - n)),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    // The client reads the offset, and sends the rest of this part.
    expect(await patch(servers[1], id, await askOffset(servers[1], id), offset + 100_000)).toBe(204);
  }
  const ends = await Promise.all(servers.map((server) => patch(server, id, 300_000, 300_000, true)));
  expect(ends.filter((status) => status === 204).length).toBeGreaterThan(0);
  expect(await storedOf(id)).toEqual(new Uint8Array(audio));
  expect(
    test.world.queued.filter(({ data }) => 'recordingId' in data && data.recordingId === id),
  ).toHaveLength(1);
});

it('waits for the disk only with the last piece of a request, or with the last piece before it was cut', async () => {
  const id = await beginUpload(startServers(1)[0]);
  const chunk = Buffer.alloc(600_000, 'ñ');
  const { database } = test.world;
  const commits: unknown[] = [];
  const sql: Database['sql'] = async <Row extends object>({ text, ...statement }: Statement) => {
    const asking = text.replace(
      /RETURNING recording_id$/u,
      `$&, current_setting('synchronous_commit') AS waits`,
    );
    const rows = await durable.sql<Row & { readonly waits?: string }>({ ...statement, text: asking });
    commits.push(...rows.map(({ waits }) => waits));
    return rows;
  };
  // Makes connections wait for the disk at each commit, like those of a real database.
  await database.prisma.$executeRaw`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END $$`;
  const durable = await createDatabase({ url: database.url, statementTimeoutMs: 30_000 });
  const store = new UploadStore({ ...test.world.services, database: { ...durable, sql } });
  expect(await store.write(Readable.from([chunk, chunk, chunk]), id, 0)).toBe(1_800_000);
  expect(commits.splice(0)).toEqual(['off', 'off', 'on']);
  const cut = Readable.from(
    (async function* () {
      yield chunk;
      yield chunk;
      throw new Error('cut');
    })(),
  );
  await expect(store.write(cut, id, 1_800_000)).rejects.toThrow('cut');
  expect(commits).toEqual(['off', 'on']);
  expect((await store.getUpload(id)).offset).toBe(3_000_000);
  await durable.close();
});

it('a second, different length is refused', async () => {
  const id = await beginUpload(startServers(1)[0]);
  const store = new UploadStore(test.world.services);
  await store.declareUploadLength(id, 10);
  await store.declareUploadLength(id, 10);
  await expect(store.declareUploadLength(id, 11)).rejects.toThrow('UPLOAD_CONFLICT');
  await expect(store.write(Readable.from([audio.subarray(0, 11)]), id, 0)).rejects.toThrow('UPLOAD_CONFLICT');
});

it('SEC-29: the unfinished pieces of many requests take little memory', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const [requests, chunks] = [200, 7];
  const sentBytes = requests * chunks * chunk.byteLength;
  let stored = 0;
  const isMostStored = Promise.withResolvers<void>();
  const sql: Database['sql'] = async <Row extends object>({ values }: Statement) => {
    stored += Number(values[2]);
    if (sentBytes - stored < 32 * 1024 * 1024) isMostStored.resolve();
    return [{} as Row]; // no column of it is read
  };
  const services = { ...test.world.services, database: { ...test.world.database, sql } };
  const store = new UploadStore(services);
  const sends = Array.from({ length: requests }, () => new Readable({ read: () => {} }));
  const writes = sends.map((send) => store.write(send, randomUUID(), 0));
  for (let sent = 0; sent < chunks; sent += 1) {
    for (const send of sends) send.push(chunk);
    // The store reads these chunks before the next ones are sent.
    await setImmediate();
  }
  await isMostStored.promise;
  for (const send of sends) send.push(null);
  expect(await Promise.all(writes)).toEqual(sends.map(() => chunks * chunk.byteLength));
});
