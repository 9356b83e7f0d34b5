import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { call, expect, query } from './fixtures.ts';
import { served } from './serve-relato.ts';

const recordings = new URL('../../../../packages/testing/fixtures/audio/', import.meta.url);

export interface UploadStoryOptions {
  readonly title: string;
  /** By default, the text of the fake transcriber. */
  readonly transcript?: string;
  readonly tags?: readonly string[];
  readonly published?: boolean;
  /** A file of packages/testing/fixtures/audio; this one lasts four seconds. */
  readonly recording?: string;
}

/** Creates a story over HTTP for the user of the page. Returns its id. */
export async function uploadStory(
  page: Page,
  { title, transcript, tags = [], published = true, recording }: UploadStoryOptions,
): Promise<string> {
  const recordingId = randomUUID();
  await call(page, 'recordings.begin', { id: recordingId, claimedType: 'audio/webm' });
  await upload(page, recordingId, recording ?? 'chromium_timeslice_noduration.webm');
  await expect
    .poll(
      async () => (await query<{ state: string }>(page, 'recordings.status', { id: recordingId })).state,
      { timeout: 30_000, intervals: [50] },
    )
    .toBe('ready');
  const { id } = await call<{ id: string }>(page, 'stories.create', { recordingId, title, transcript, tags });
  if (published) await call(page, 'stories.publish', { id });
  return id;
}

/** Uploads a whole recording by tus. */
async function upload(page: Page, recordingId: string, fileName: string): Promise<void> {
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
