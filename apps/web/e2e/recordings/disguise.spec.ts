import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { readKept, readRecorded, watchRecorder } from '../testing/recorded-sound.ts';
import { expectRecorded, saveAs, startRecording, stopRecording } from '../testing/recorder.ts';
import { getServedDatabase, served } from '../testing/server/serve-relato.ts';

const runBytes = 32;

/** Returns how many runs of bytes of a sound, taken every 256 bytes, occur in other files. */
function countRuns(sound: Buffer, others: readonly Buffer[]): number {
  // Skips the head, which all WebM files share. Silence, too, consists of equal bytes.
  const starts = Array.from({ length: Math.floor(sound.length / 256) - 3 }, (_, index) => (index + 2) * 256);
  const runs = starts.map((start) => sound.subarray(start, start + runBytes));
  return runs.filter((run) => new Set(run).size > runBytes / 2 && others.some((other) => other.includes(run)))
    .length;
}

/**
 * Returns the server's files outside of its database, and the pieces of unfinished uploads from the database. Omits the
 * recordings of other tests, in which the fake microphone hears the same sound.
 */
async function readServer(username: string): Promise<Buffer[]> {
  const entries = await readdir(served.dataDir, { recursive: true, withFileTypes: true });
  const database = join(served.dataDir, 'postgres');
  const { prisma } = await getServedDatabase();
  const others = await prisma.recording.findMany({
    where: { user: { profile: { username: { not: username } } } },
    select: { id: true, originalKey: true, playbackKey: true },
  });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(database))
    .map(({ parentPath, name }) => join(parentPath, name))
    // The reserve of the disk is 64 MiB of random bytes, which take minutes to search.
    .filter((path) => path !== `${database}.reserve`)
    .filter((path) =>
      others.every(({ originalKey, playbackKey }) =>
        [originalKey, playbackKey].every((key) => key === null || !path.includes(key)),
      ),
    );
  const pieces = await prisma.uploadPiece.findMany({
    where: { recordingId: { notIn: others.map(({ id }) => id) } },
    orderBy: [{ recordingId: 'asc' }, { start: 'asc' }],
  });
  return [
    Buffer.concat(pieces.map(({ content }) => content)),
    // The file of an upload may have become an object by now, which the next call finds.
    ...(await Promise.all(files.map((path) => readFile(path).catch(() => Buffer.alloc(0))))),
  ];
}

const countKept = async (page: Page, sound: Buffer) => countRuns(sound, [await readKept(page)]);

test('a disguised voice replaces the original, of which neither the browser nor the server keeps a byte', async ({
  page,
}) => {
  await watchRecorder(page);
  const { username } = await signInAsNewUser(page);
  const countSent = async (sound: Buffer) => countRuns(sound, await readServer(username));
  await startRecording(page);
  await expectRecorded(page, 3);
  // The sound is sent while it is being recorded.
  await expect.poll(async () => countSent(await readRecorded(page))).toBeGreaterThan(0);
  await stopRecording(page);
  const voice = await readRecorded(page);
  await expect.poll(() => countKept(page, voice)).toBeGreaterThan(10);

  await page.getByRole('button', { name: 'Disfrazar mi voz' }).click();
  const sheet = page.getByRole('dialog', { name: 'Disfraza tu voz' });
  await sheet.getByRole('button', { name: 'Grave' }).click();
  const play = { name: 'Reproducir: Tu voz disfrazada', includeHidden: true };
  await expect(sheet.getByRole('button', play)).toBeVisible();
  await expect(sheet.locator('[inert]')).toHaveCount(0);
  const deletion = Promise.withResolvers<void>();
  await page.route('**/trpc/**recordings.discard**', async (route) => {
    await deletion.promise;
    await route.continue();
  });
  await sheet.getByRole('button', { name: 'Usar esta voz' }).click();
  // The preview can no longer be played.
  await expect(sheet.locator('[inert]').getByRole('button', play)).toBeVisible();
  deletion.resolve();
  await expect(page.getByText('Tu voz se borró de Relato en este dispositivo y del servidor.')).toBeVisible();
  expect([await countKept(page, voice), await countSent(voice)]).toEqual([0, 0]);
  const disguise = await readKept(page);
  expect(disguise.length).toBeGreaterThan(1_000);

  await expect(page.getByText(/· Voz disfrazada/)).toBeVisible();
  await saveAs(page, 'Contada con otra voz');
  expect(await countSent(disguise)).toBeGreaterThan(0);
  expect(await countSent(voice)).toBe(0);
  const { prisma } = await getServedDatabase();
  const { originalKey } = await prisma.recording.findFirstOrThrow({
    where: { story: { title: 'Contada con otra voz' } },
  });
  expect(await readFile(join(served.dataDir, 'audio', originalKey ?? ''))).toEqual(disguise);
});
