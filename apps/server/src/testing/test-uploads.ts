import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { recordingId, type RecordingId } from '@relato/contract';
import { beforeAll, expect } from 'vitest';
import { useTestApp, type TestUser } from './test-app.ts';
import { toCreation, toPiece } from './tus-requests.ts';

/** The sound that is uploaded. */
export const audio = readFileSync(
  new URL('../../../../packages/testing/fixtures/audio/chromium_timeslice_noduration.webm', import.meta.url),
);

export type Headers = Readonly<Record<string, string>>;

/** Serves uploads to two people during the tests of a file. Each request is ana's unless it names another person. */
export function serveUploads() {
  const test = useTestApp();
  let ana: TestUser;
  let beto: TestUser;
  beforeAll(async () => {
    ana = await test.signUp('ana');
    beto = await test.signUp('beto');
  });

  const send = (method: string, path: string, headers: Headers) =>
    test.app.request(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers } });

  async function beginRecording(person = ana): Promise<RecordingId> {
    const id = recordingId.parse(randomUUID());
    await test.world.callAs(person.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
    return id;
  }

  const create = (id: string, person = ana, headers: Headers = {}) =>
    test.app.request('/upload', toCreation(id, person, headers));

  async function beginUpload(): Promise<RecordingId> {
    const id = await beginRecording();
    expect((await create(id)).status).toBe(201);
    return id;
  }

  const patch = (id: string, offset: number, body: Uint8Array<ArrayBuffer>, headers: Headers = {}) =>
    test.app.request(
      `/upload/${id}`,
      toPiece(offset, body, ana, { 'content-length': String(body.byteLength), ...headers }),
    );

  const head = (id: string, person = ana) => send('HEAD', `/upload/${id}`, person.headers);

  /** Resolves with the stored part of an unfinished upload, or with null. */
  async function keptOf(id: string): Promise<Buffer | null> {
    const { prisma } = test.world.database;
    const upload = await prisma.upload.findUnique({
      where: { recordingId: id },
      select: { pieces: { orderBy: { start: 'asc' } } },
    });
    return upload && Buffer.concat(upload.pieces.map(({ content }) => content));
  }

  const statusOf = (id: RecordingId) => test.world.callAs(ana.viewer).recordings.status({ id });

  return {
    test,
    get ana() {
      return ana;
    },
    get beto() {
      return beto;
    },
    send,
    beginRecording,
    beginUpload,
    create,
    patch,
    head,
    keptOf,
    statusOf,
  };
}
