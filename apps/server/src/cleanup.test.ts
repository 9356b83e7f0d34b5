import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectLeftovers } from '@relato/api';
import { limits, recordingId, type RecordingId } from '@relato/contract';
import { createUploadFolder } from '@relato/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from './testing/test-app.ts';

let test: TestApp;
let ana: Person;
beforeAll(async () => {
  test = await createTestApp();
  ana = await test.signUp('ana');
});
afterAll(() => test.close());

const longAgo = new Date(Date.now() - limits.recording.leftoverHours * 3_600_000 - 60_000);

/** What tus keeps of an upload: its bytes and what it knows of it. */
async function leave(id: string, changedAt: Date): Promise<void> {
  await mkdir(test.uploadDir, { recursive: true });
  for (const name of [id, `${id}.json`]) {
    const path = join(test.uploadDir, name);
    await writeFile(path, 'x');
    await utimes(path, changedAt, changedAt);
  }
}

async function announce(): Promise<RecordingId> {
  const id = recordingId.parse(randomUUID());
  await test.world.callAs(ana.viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  return id;
}

it('removes what uploads left, but nothing that goes on, is new, or is not theirs', async () => {
  const goingOn = await announce();
  const discarded = await announce();
  const fresh = randomUUID();
  await leave(goingOn, longAgo);
  await leave(discarded, longAgo);
  await leave(fresh, new Date());
  await leave('notas.txt', longAgo);
  await test.world.callAs(ana.viewer).recordings.discard({ id: discarded });
  await collectLeftovers(test.world.services);
  const kept = [goingOn, fresh, 'notas.txt'].flatMap((name) => [name, `${name}.json`]);
  expect((await readdir(test.uploadDir)).toSorted()).toEqual(kept.toSorted());
});

it('finds nothing to do before the first upload', async () => {
  const uploads = createUploadFolder(join(test.uploadDir, 'none yet'));
  const none = collectLeftovers({ ...test.world.services, uploads });
  await expect(none).resolves.toBeUndefined();
});
