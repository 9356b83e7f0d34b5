import type { Page } from '@playwright/test';
import { createStory } from '@relato/db/testing/factories';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { expect, query, signInAsNewUser } from '../testing/fixtures.ts';
import { closeSheet, dialog, toast, visit } from '../testing/people.ts';
import { uploadStories } from '../testing/player.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { patience } from '../testing/slowness.ts';

const transcript =
  'El mar estaba en calma aquella tarde de abril. Mi abuela cantaba bajito mientras llovía sobre el tejado.';

/** Publishes a recording of five seconds from a browser, because software encodes video slowly. */
async function tell(page: Page): Promise<string> {
  const recording = 'chromium_timeslice_noduration.webm';
  const { told } = await uploadStories(page, [{ title: 'La barca', transcript, recording }]);
  const [{ id }] = told as [{ title: string; id: string }];
  const read = () =>
    query<{ readonly transcriptWords: readonly unknown[] | null }>(page, 'stories.byId', { id });
  await expect.poll(async () => (await read()).transcriptWords?.length ?? 0).toBeGreaterThan(0);
  return id;
}

/** Keeps the saved file, because not every driver hands over downloads. */
const keepSaved = () => {
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file) => {
    Object.assign(window, { saved: file });
    return create(file);
  };
};
const readSaved = (page: Page) =>
  page.evaluate(async () => {
    const reader = new FileReader();
    const read = new Promise((resolve) => reader.addEventListener('load', resolve));
    reader.readAsDataURL(Reflect.get(window, 'saved') as Blob);
    await read;
    return (reader.result as string).replace(/^[^,]*,/, '');
  });

const openClip = async (page: Page, id: string) => {
  await page.goto(`/?story=${id}`);
  await page.getByRole('button', { name: 'Compartir' }).click();
  await dialog(page).getByRole('button', { name: 'Hacer un vídeo' }).click();
};

// Only long in Firefox, whose driver listens to every worker: one of 30 that start a worker of their own, as the encoder of
// AAC does, then waits for good. Without the driver none of 1,500 did.
test(
  'the device makes a video of a part of a story, with its sound and its words, and sends nothing',
  { tag: '@firefox-long' },
  async ({ page }) => {
    const id = await tell(page);
    await page.addInitScript(keepSaved);
    await openClip(page, id);
    await dialog(page).getByRole('button', { name: 'La frase' }).click();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await dialog(page).getByRole('button', { name: 'Crear vídeo' }).click();
    await expect(dialog(page).getByText(/^Listo: 0:0\d/)).toBeVisible({ timeout: 60_000 * patience });
    await dialog(page).getByRole('button', { name: 'Guardar vídeo' }).click();
    const saved = Buffer.from(await readSaved(page), 'base64');
    expect(sent).toEqual([]);

    using input = new Input({ source: new BufferSource(saved), formats: ALL_FORMATS });
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
    expect(video?.codec).toBe('avc');
    expect([video?.displayWidth, video?.displayHeight]).toEqual([1080, 1920]);
    expect(audio?.codec).toBe('aac');
    const seconds = await input.computeDuration();
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(9);
    expect(Math.abs(seconds - ((await audio?.computeDuration()) ?? 0))).toBeLessThan(0.08);
  },
);

test('an author can disable videos of a story', async ({ page, database: { prisma } }) => {
  const { username } = await signInAsNewUser(page);
  const { id: userId } = await prisma.profile.findUniqueOrThrow({ where: { username } });
  const transcriptWords = transcript
    .split(' ')
    .map((text, index) => ({ text, startMs: index * 300, endMs: index * 300 + 250, confidence: null }));
  const id = await createStory(prisma, { userId, title: 'La barca', transcript, transcriptWords });
  await page.goto(`/?story=${id}`);
  await page.getByRole('button', { name: 'Compartir' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Hacer un vídeo' })).toBeVisible();
  await closeSheet(page);
  await visit(page, '/profile');
  const allow = page.getByRole('switch', { name: 'Permitir vídeos con fragmentos' });
  await expect(allow).toBeChecked();
  await allow.click();
  await expect
    .poll(async () => (await query<{ clips: boolean }>(page, 'stories.byId', { id })).clips)
    .toBe(false);
  await visit(page, `/?story=${id}`);
  await page.getByRole('button', { name: 'Compartir' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Cambiar frase' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Hacer un vídeo' })).toHaveCount(0);
});

test.describe('without a recording', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });
  test('a video that fails or is cancelled can be made again, and goes to the share sheet of the system', async ({
    page,
  }) => {
    const id = await tell(page);
    await page.addInitScript(() => {
      navigator.canShare = () => true;
      navigator.share = async (data) => void Object.assign(window, { shared: data });
    });
    await openClip(page, id);
    const create = dialog(page).getByRole('button', { name: 'Crear vídeo' });
    await dialog(page).getByRole('button', { name: 'Cuadrado' }).click();
    await dialog(page).getByRole('button', { name: 'La frase' }).click();
    await page.route('**/audio/**', (route) => route.abort());
    await create.click();
    await expect(toast(page, 'No se pudo crear el vídeo')).toBeVisible();
    await page.unroute('**/audio/**');

    const asked = page.waitForRequest(/\/audio\//);
    await page.route('**/audio/**', () => {});
    await create.click();
    await asked;
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(create).toBeVisible();
    await page.unroute('**/audio/**');

    await create.click();
    await dialog(page).getByRole('button', { name: 'Compartir vídeo' }).click();
    const shared = () =>
      page.evaluate(() => {
        const { files = [], text } = (Reflect.get(window, 'shared') ?? {}) as ShareData;
        return [files[0]?.type, text];
      });
    await expect.poll(shared).toEqual(['video/mp4', expect.stringContaining(`?story=${id}&t=`)]);
  });
});
