import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from '@playwright/test';
import { getHeardWords } from './fake-transcriber.ts';
import { call, expect, query, signInAsNewUser, type HttpClient } from '../fixtures.ts';
import { getServedDatabase, served } from './serve-relato.ts';
import { untilJob } from './until-job.ts';

const recordings = new URL('../../../../../packages/testing/fixtures/audio/', import.meta.url);

/** Recordings that this worker's server has inspected and transcribed, by their files. */
const originals = new Map<string, Promise<string>>();

/**
 * Gives the user of the page an inspected recording of a file of packages/testing/fixtures/audio. An upload and its
 * inspection take a second, so the server does both once for each file, and the user gets a copy with the transcript of the
 * fake transcriber. If a test sets the words of the transcriber, the upload is real. Returns the id.
 */
export async function createInspectedRecording(page: HttpClient, fileName: string): Promise<string> {
  if (getHeardWords() !== null) return uploadRecording(page, fileName);
  const original = originals.get(fileName) ?? uploadOriginal(fileName);
  originals.set(fileName, original);
  return copyRecording(page, await original);
}

/** Uploads a recording as a user of its own, and waits for its transcript. Returns the id. */
async function uploadOriginal(fileName: string): Promise<string> {
  const { prisma } = await getServedDatabase();
  const client = { request: await request.newContext({ baseURL: served.url }) };
  await signInAsNewUser(client);
  const recordingId = await uploadRecording(client, fileName);
  await client.request.dispose();
  await expect
    .poll(() => prisma.transcript.count({ where: { recordingId, status: 'completed' } }), untilJob)
    .toBe(1);
  return recordingId;
}

/** Uploads a recording over HTTP and waits for its inspection. Returns the id. */
async function uploadRecording(page: HttpClient, fileName: string): Promise<string> {
  const id = randomUUID();
  await call(page, 'recordings.begin', { id, claimedType: 'audio/webm' });
  await upload(page, id, fileName);
  await expect
    .poll(async () => (await query<{ state: string }>(page, 'recordings.status', { id })).state, untilJob)
    .toBe('ready');
  return id;
}

async function copyRecording(page: HttpClient, originalId: string): Promise<string> {
  const { user } = await query<{ user: { id: string } }>(page, 'account.session', {});
  const { prisma } = await getServedDatabase();
  const { transcript, ...original } = await prisma.recording.findUniqueOrThrow({
    where: { id: originalId },
    include: { transcript: true },
  });
  const id = randomUUID();
  await prisma.recording.create({
    data: {
      ...original,
      id,
      userId: user.id,
      originalKey: await copyObject(original.originalKey),
      playbackKey: await copyObject(original.playbackKey),
      transcript: {
        create: {
          provider: transcript?.provider ?? '',
          status: 'completed',
          text: transcript?.text ?? '',
          words: transcript?.words ?? [],
        },
      },
    },
  });
  return id;
}

const toPath = (key: string): string => join(served.dataDir, 'audio', key);

/** Copies a stored object. Returns the key of the copy. */
async function copyObject(key: string | null): Promise<string> {
  if (key === null) throw new Error('An inspected recording has two objects');
  const name = randomBytes(20).toString('hex');
  const copy = key.replace(/\/.*\./, `/${name.slice(0, 2)}/${name}.`);
  await mkdir(dirname(toPath(copy)), { recursive: true });
  await copyFile(toPath(key), toPath(copy));
  return copy;
}

/** Uploads a whole recording by tus. */
async function upload(page: HttpClient, recordingId: string, fileName: string): Promise<void> {
  const audio = await readFile(fileURLToPath(new URL(fileName, recordings)));
  const headers = { origin: served.url, 'tus-resumable': '1.0.0' };
  const created = await page.request.post('/upload', {
    headers: {
      ...headers,
      'upload-length': String(audio.byteLength),
      'upload-metadata': `recordingId ${Buffer.from(recordingId).toString('base64')}`,
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const sent = await page.request.patch(`/upload/${recordingId}`, {
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    data: audio,
  });
  expect(sent.status(), await sent.text()).toBe(204);
}
