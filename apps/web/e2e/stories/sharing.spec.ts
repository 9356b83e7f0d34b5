import { test } from '../testing/database-fixtures.ts';
import { expect } from '../testing/fixtures.ts';
import { served } from '../testing/serve-relato.ts';
import { cardOf, notice, search } from '../testing/story-cards.ts';

test.describe('sharing', () => {
  test(
    'L11, L28, L339, L397: sharing copies the link of the story where the browser has no share sheet',
    { tag: '@firefox' },
    async ({ page, story }) => {
      await page.addInitScript(() => Reflect.defineProperty(navigator, 'share', { value: undefined }));
      const card = await search(page, story);
      await card.getByRole('button', { name: 'Compartir' }).click();
      await expect(notice(page, 'Enlace copiado')).toBeVisible();
      const box = page.getByLabel('Buscar historias...');
      await box.fill('');
      await box.press('ControlOrMeta+V');
      const link = `${served.url}/?story=${story.id}`;
      await expect(box).toHaveValue(link);

      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
      await expect(cardOf(page, story)).toBeVisible();
      await expect(page.getByLabel('Buscar historias...')).toHaveCount(0);
      await page.getByRole('button', { name: 'Volver' }).click();
      await expect(page).toHaveURL('/');
    },
  );

  test('L385: sharing says that the link could not be copied', async ({ page, story }) => {
    await page.addInitScript(() => {
      Reflect.defineProperty(navigator, 'share', { value: undefined });
      Reflect.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    const card = await search(page, story);
    await card.getByRole('button', { name: 'Compartir' }).click();
    await expect(notice(page, 'No se pudo copiar el enlace')).toBeVisible();
  });

  test('D26: sharing uses the share sheet of the system, which may be cancelled', async ({ page, story }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Reflect.set(window, 'shared', shared);
      const share = async (data: ShareData) => {
        shared.push(data);
        throw new DOMException('closed', 'AbortError');
      };
      Reflect.defineProperty(navigator, 'share', { value: share });
    });
    const card = await search(page, story);
    await card.getByRole('button', { name: 'Compartir' }).click();
    await expect
      .poll(() => page.evaluate((): unknown => Reflect.get(window, 'shared')))
      .toEqual([{ title: story.title, url: `${served.url}/?story=${story.id}` }]);
    await expect(page.getByRole('region', { name: 'Avisos' })).toBeEmpty();
  });
});
