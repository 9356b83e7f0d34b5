import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { getServedDatabase, served } from './serve-relato.ts';

/** Returns the hash of the sound that this browser keeps, of one draft. */
export const hashDrafts = (page: Page) =>
  page.evaluate(async () => {
    const chunks = await new Promise<{ bytes: ArrayBuffer }[]>((resolve) => {
      const opening = indexedDB.open('relato');
      opening.addEventListener('success', () => {
        const reading: IDBRequest<{ bytes: ArrayBuffer }[]> = opening.result
          .transaction('chunks')
          .objectStore('chunks')
          .getAll();
        reading.addEventListener('success', () => {
          opening.result.close();
          resolve(reading.result);
        });
      });
    });
    const sound = await new Blob(chunks.map(({ bytes }) => bytes)).arrayBuffer();
    return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', sound)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  });

/** Compares the file on the server with that hash. Returns the duration that the server measured. */
export async function expectSameSound(title: string, hash: string): Promise<number> {
  const { prisma } = await getServedDatabase();
  const { originalKey, durationMs } = await prisma.recording.findFirstOrThrow({
    where: { story: { title } },
  });
  const received = await readFile(join(served.dataDir, 'audio', originalKey ?? ''));
  expect(createHash('sha256').update(received).digest('hex')).toBe(hash);
  return durationMs ?? 0;
}
