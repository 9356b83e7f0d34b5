import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectLeftovers } from '@relato/api';
import { limits, recordingId, type RecordingId } from '@relato/contract';
import { createUploadFolder } from '@relato/storage';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp, type TestUser } from './testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

const longAgo = new Date(Date.now() - limits.recording.leftoverHours * 3_600_000 - 60_000);

/** Writes the two files that tus keeps per upload: its bytes and its metadata. */
async function createUploadFiles(id: string, changedAt: Date): Promise<void> {
  await mkdir(test.uploadDir, { recursive: true });
  for (const name of [id, `${id}.json`]) {
    const path = join(test.uploadDir, name);
    await writeFile(path, 'x');
    await utimes(path, changedAt, changedAt);
  }
}

async function beginRecording(): Promise<RecordingId> {
  const id = recordingId.parse(randomUUID());
  await test.world.callAs(ana.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  return id;
}

it('removes leftovers of uploads, but no active or recent ones and no other files', async () => {
  const active = await beginRecording();
  const discarded = await beginRecording();
  const fresh = randomUUID();
  await createUploadFiles(active, longAgo);
  await createUploadFiles(discarded, longAgo);
  await createUploadFiles(fresh, new Date());
  await createUploadFiles('notas.txt', longAgo);
  await test.world.callAs(ana.viewer).recordings.discard({ id: discarded });
  await collectLeftovers(test.world.services);
  const kept = [active, fresh, 'notas.txt'].flatMap((name) => [name, `${name}.json`]);
  expect((await readdir(test.uploadDir)).toSorted()).toEqual(kept.toSorted());
});

it('removes nothing before the first upload', async () => {
  const uploads = createUploadFolder(join(test.uploadDir, 'none yet'));
  const none = collectLeftovers({ ...test.world.services, uploads });
  await expect(none).resolves.toBeUndefined();
});
