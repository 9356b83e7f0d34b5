import type { Page } from '@playwright/test';
import { hold } from '../testing/changed-answers.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { expect } from '../testing/fixtures.ts';
import { served } from '../testing/server/serve-relato.ts';
import { cardOf, search } from '../testing/story-cards.ts';
import { toast, visit } from '../testing/people.ts';
import { closeSheet, sheet } from '../testing/walks/walk.ts';

const copy = (page: Page) => sheet(page).getByRole('button', { name: 'Copiar enlace' });
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("L11, L28, L339, L385, L397, D26: the share sheet copies the link of the story or shows it, and opens the system's share sheet", async ({
  page,
  story,
}) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Reflect.set(window, 'shared', shared);
    const share = async (data: ShareData) => {
      shared.push(data);
      throw new DOMException('closed', 'AbortError');
    };
    Reflect.defineProperty(navigator, 'share', { value: share });
  });
  const link = `${served.url}/?story=${story.id}`;
  const card = await search(page, story);
  await card.getByRole('button', { name: 'Compartir' }).click();
  await sheet(page).getByRole('button', { name: 'Compartir con otra app' }).click();
  await expect
    .poll(() => page.evaluate((): unknown => Reflect.get(window, 'shared')))
    .toEqual([{ title: story.title, url: link }]);
  await expect(sheet(page).getByRole('region', { name: 'Avisos' })).toBeEmpty();

  await copy(page).click();
  await expect(toast(page, 'Enlace copiado')).toBeVisible();
  await closeSheet(page);
  const box = page.getByLabel('Buscar historias...');
  await box.fill('');
  await box.press('ControlOrMeta+V');
  await expect(box).toHaveValue(link);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
  await expect(page.getByLabel('Buscar historias...')).toHaveCount(0);
  await page.evaluate(() => Reflect.defineProperty(navigator, 'clipboard', { value: undefined }));
  await cardOf(page, story).getByRole('button', { name: 'Compartir' }).click();
  await copy(page).click();
  await expect(toast(page, 'No se pudo copiar el enlace')).toBeVisible();
  const field = sheet(page).getByLabel('Enlace de la historia');
  await expect(field).toHaveValue(link);
  await field.focus();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain(story.id);
  await closeSheet(page);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL('/');
});

test("the link, the sentence and the embedded player start at the listener's position, and nothing moves while the words load", async ({
  page,
  story,
  database,
}) => {
  const transcript = 'Era de noche en casa de mi abuela. Agarró un mango verde y lo esperó.';
  const transcriptWords = transcript
    .split(' ')
    .map((text, index) => ({ text, startMs: index * 500, endMs: index * 500 + 450, confidence: null }));
  await database.prisma.story.update({
    where: { id: story.id },
    data: { transcript, transcriptWords },
  });
  const release = await hold(page, 'stories.byId');
  const card = await search(page, story);
  await card.getByRole('button', { name: 'Compartir' }).click();
  const places = () =>
    Promise.all([
      copy(page).boundingBox(),
      sheet(page).getByRole('link', { name: 'WhatsApp' }).boundingBox(),
    ]);
  await expect(copy(page)).toBeVisible();
  const before = await places();
  release();
  // The button is enabled once the image is drawn.
  await expect(sheet(page).getByRole('button', { name: 'Guardar la imagen' })).toBeEnabled();
  expect(await places()).toEqual(before);

  await closeSheet(page);
  await visit(page, `/?story=${story.id}`);
  const wave = cardOf(page, story).getByRole('slider', { name: 'Posición' });
  for (let second = 0; second < 5; second += 1) await wave.press('ArrowRight');
  await cardOf(page, story).getByRole('button', { name: 'Compartir' }).click();
  const from = sheet(page).getByRole('switch', { name: /^Desde 0:0\d/ });
  const second = Number((await from.locator('..').innerText()).replace(/^Desde 0:0(\d)[\s\S]*/, '$1'));
  await from.check();
  await copy(page).click();
  const link = `${served.url}/?story=${story.id}&t=${second}`;
  await expect.poll(() => readClipboard(page)).toBe(link);
  const whatsapp = sheet(page).getByRole('link', { name: 'WhatsApp' });
  await expect(whatsapp).toHaveAttribute('href', new RegExp(encodeURIComponent(link)));

  await expect(sheet(page).getByText(/^«Agarró un mango verde y lo esperó\.» .* 0:0\d$/)).toHaveCount(1);
  await sheet(page).getByRole('button', { name: 'Cambiar frase' }).click();
  await sheet(page)
    .getByRole('button', { name: /^Era de noche/ })
    .click();
  await sheet(page).getByRole('button', { name: 'Copiar frase' }).click();
  await expect(toast(page, 'Frase copiada')).toBeVisible();
  expect(await readClipboard(page)).toMatch(
    new RegExp(`^«Era de noche en casa de mi abuela\\.» @\\w+ · 0:00\\n${served.url}/\\?story=${story.id}$`),
  );

  await sheet(page).getByRole('button', { name: 'Código QR' }).click();
  await expect(sheet(page).getByRole('img', { name: /^Código QR de/ })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Volver a Compartir' }).click();

  await sheet(page).getByRole('button', { name: 'Insertar' }).click();
  const preview = sheet(page).frameLocator('iframe');
  await expect(preview.getByRole('heading', { name: story.title })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Oscuro' }).click();
  await sheet(page).getByRole('button', { name: 'Copiar código' }).click();
  await expect(toast(page, 'Código copiado')).toBeVisible();
  expect(await readClipboard(page)).toContain(
    `<iframe src="${served.url}/embed/${story.id}?t=${second}&amp;theme=dark" width="480" height="160"`,
  );
});
