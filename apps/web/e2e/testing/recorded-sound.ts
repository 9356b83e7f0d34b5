import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { getServedDatabase, served } from './server/serve-relato.ts';

const toHex = (digest: readonly number[]): string => Buffer.from(digest).toString('hex');

/** Returns the hashes of the sounds that this browser has stored, by the ids of the drafts. */
export async function hashKept(page: Page): Promise<ReadonlyMap<string, string>> {
  const digests = await page.evaluate(async () => {
    const chunks = await new Promise<{ draftId: string; bytes: ArrayBuffer }[]>((resolve) => {
      const opening = indexedDB.open('relato');
      // The database may not exist yet, because the app creates it.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
      opening.addEventListener('error', () => resolve([]));
      opening.addEventListener('success', () => {
        const reading: IDBRequest<{ draftId: string; bytes: ArrayBuffer }[]> = opening.result
          .transaction('chunks')
          .objectStore('chunks')
          .getAll();
        reading.addEventListener('success', () => {
          opening.result.close();
          resolve(reading.result);
        });
      });
    });
    const byDraft = Map.groupBy(chunks, ({ draftId }) => draftId);
    return Promise.all(
      Array.from(byDraft, async ([id, parts]) => {
        const sound = await new Blob(parts.map(({ bytes }) => bytes)).arrayBuffer();
        return [id, Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', sound)))] as const;
      }),
    );
  });
  return new Map(digests.map(([id, digest]) => [id, toHex(digest)]));
}

/** Returns all sound that this browser has stored. */
export const readKept = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const opening = indexedDB.open('relato');
          opening.addEventListener('success', () => {
            const reading: IDBRequest<{ bytes: ArrayBuffer }[]> = opening.result
              .transaction('chunks')
              .objectStore('chunks')
              .getAll();
            reading.addEventListener('success', () => {
              opening.result.close();
              resolve(reading.result.flatMap(({ bytes }) => Array.from(new Uint8Array(bytes))));
            });
          });
        }),
    ),
  );

/** Waits until this browser has stored so much of the running recording, which a slow disk delays. */
export const expectStored = (page: Page, ms: number) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('relato');
            // The database does not exist yet, because the app creates it.
            opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
            opening.addEventListener('error', () => resolve(0));
            opening.addEventListener('success', () => {
              const reading: IDBRequest<{ createdAtMs: number; durationMs: number; isDue: boolean }[]> =
                opening.result.transaction('drafts').objectStore('drafts').getAll();
              reading.addEventListener('success', () => {
                opening.result.close();
                const drafts = reading.result
                  .filter(({ isDue }) => !isDue)
                  .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
                resolve(drafts[0]?.durationMs ?? 0);
              });
            });
          }),
      ),
    )
    .toBeGreaterThanOrEqual(ms);

/** Deletes the stored recordings, as the browser does when it needs room. */
export const evict = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase('relato').addEventListener('success', () => resolve());
      }),
  );

/** Returns the hash of the sound of the only draft of this browser. */
export async function hashDrafts(page: Page): Promise<string> {
  const [hash, ...others] = (await hashKept(page)).values();
  expect(others).toEqual([]);
  return hash ?? 'nothing is kept';
}

/** Waits until this browser keeps no sound. The screens do not tell, because they show drafts some time after the rest. */
export const expectNothingKept = (page: Page) => expect.poll(async () => (await hashKept(page)).size).toBe(0);

/** Collects the chunks that the recorder of the next pages delivers, whatever the app does with them. */
export const watchRecorder = (page: Page) =>
  page.addInitScript(() => {
    const recorded: Blob[] = [];
    Object.assign(window, { recorded });
    // Firefox also runs this in the empty page, which is not a secure context.
    if (!isSecureContext) return;
    window.MediaRecorder = class extends MediaRecorder {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        this.addEventListener('dataavailable', ({ data }) => recorded.push(data));
      }
    };
  });

/** Returns all chunks since `watchRecorder` as one sound. */
export const readRecorded = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const sound = new Blob(Reflect.get(window, 'recorded') as Blob[]); // put there by `watchRecorder`
      return Array.from(new Uint8Array(await sound.arrayBuffer()));
    }),
  );

/** Returns the hash of all chunks since `watchRecorder`. */
export const hashRecorded = async (page: Page): Promise<string> =>
  toHex(
    await page.evaluate(async () => {
      const sound = new Blob(Reflect.get(window, 'recorded') as Blob[]); // put there by `watchRecorder`
      if (sound.size === 0) return [];
      const digest = await crypto.subtle.digest('SHA-256', await sound.arrayBuffer());
      return Array.from(new Uint8Array(digest));
    }),
  );

/**
 * For `evaluate` and `addInitScript`: uploads that start from now on never leave the page, which may end at any time.
 * Resolves at the first one. Playwright's routes would not do, because they end a moment before a page is closed, and then
 * let their requests through.
 */
export const swallowUploads = () =>
  new Promise<void>((resolve) => {
    const fetch = window.fetch.bind(window);
    window.fetch = (input, init) => {
      if (!(typeof input === 'string' && /^\/upload(?:\/|$)/.test(input))) return fetch(input, init);
      resolve();
      return new Promise(() => {});
    };
  });

/**
 * Expects that the file on the server has this hash, or that of its draft. A title that other stories share needs the id of
 * the recording. Returns the duration that the server measured.
 */
export async function expectSameSound(
  title: string,
  hash: string | ReadonlyMap<string, string>,
  recordingId?: string,
): Promise<number> {
  const { prisma } = await getServedDatabase();
  const { id, originalKey, durationMs } = await prisma.recording.findFirstOrThrow({
    where: { story: { title }, ...(recordingId && { id: recordingId }) },
  });
  const received = await readFile(join(served.dataDir, 'audio', originalKey ?? ''));
  expect(createHash('sha256').update(received).digest('hex')).toBe(
    typeof hash === 'string' ? hash : hash.get(id),
  );
  return durationMs ?? 0;
}
