import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { test } from '../testing/server/database-fixtures.ts';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { startRecording, storyCard } from '../testing/recorder.ts';
import { evict, expectSameSound, swallowUploads, watchRecorder } from '../testing/recorded-sound.ts';
import { getServedDatabase } from '../testing/server/serve-relato.ts';

/** Waits until the server has a part of this user's only recording. Returns its id. */
async function findRecording(username: string): Promise<string> {
  const { prisma } = await getServedDatabase();
  const where = { user: { profile: { username } }, state: 'uploading' } as const;
  await expect.poll(() => prisma.recording.count({ where }), { intervals: [100] }).toBe(1);
  return (await prisma.recording.findFirstOrThrow({ where })).id;
}

/** Dates a recording back by hours, because another device may still be recording a young one. */
async function makeOld(id: string): Promise<void> {
  const { prisma } = await getServedDatabase();
  const longAgo = new Date(Date.now() - 3 * 3_600_000);
  await prisma.recording.update({ where: { id }, data: { createdAt: longAgo, inspectedAt: longAgo } });
}

/**
 * Blocks the upload once the server has the first three seconds, and resolves when it has answered everything that was sent.
 * Later requests do not arrive.
 */
async function endSending(page: Page, recordingId: string): Promise<void> {
  const { prisma } = await getServedDatabase();
  const chunks = await page.waitForFunction(() => {
    const recorded = Reflect.get(window, 'recorded') as Blob[]; // put there by `watchRecorder`
    return recorded.length >= 3 && recorded.slice(0, 3).map(({ size }) => size);
  });
  const bytes = ((await chunks.jsonValue()) || []).reduce((sum, size) => sum + size, 0);
  const countArrived = async () => {
    const pieces = await prisma.uploadPiece.findMany({ where: { recordingId } });
    return pieces.reduce((sum, { content }) => sum + content.byteLength, 0);
  };
  await expect.poll(countArrived, { intervals: [100] }).toBeGreaterThanOrEqual(bytes);
  await page.evaluate(swallowUploads);
}

const begun = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: /^Sin título.*Solo el principio llegó a Relato/s });

test('REL-17: the received part of a recording is offered after its browser ended and lost it', async ({
  page,
  database: { prisma },
}) => {
  const { username } = await signInAsNewUser(page);
  await watchRecorder(page);
  await startRecording(page);
  const id = await findRecording(username);
  await endSending(page, id);
  await page.close({ runBeforeUnload: false });
  const next = await page.context().newPage();
  // A page of the site that is none of the app.
  await next.goto('/legal/aviso');
  await evict(next);
  await makeOld(id);
  const pieces = await prisma.uploadPiece.findMany({
    where: { recordingId: id },
    orderBy: { start: 'asc' },
  });
  const arrived = createHash('sha256');
  for (const { content } of pieces) arrived.update(content);

  await next.goto('/profile');
  await begun(next).getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(storyCard(next, 'Historia sin título').getByText('Privada')).toBeVisible();
  await expect(begun(next)).toHaveCount(0);
  expect(await expectSameSound('Historia sin título', arrived.digest('hex'), id)).toBeGreaterThanOrEqual(
    2_000,
  );
});
