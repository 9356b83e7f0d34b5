import type { Page } from '@playwright/test';
import { withoutFirstData } from '../testing/changed-answers.ts';
import { call, expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { servedProcess } from '../testing/server/serve-relato.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test.use({
  serviceWorkers: 'allow',
  // The killed server leaves requests without an answer.
  expectedErrors:
    /net::ERR_(?:CONNECTION_(?:REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|^Firefox can’t establish a connection|was interrupted while the page was loading/,
});

const heard = (page: Page) => page.getByRole('region', { name: 'Para escuchar sin conexión' });

/** Counts the stories that this browser keeps. */
const countKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('relato-heard');
        // The database does not exist, because the app has not created it yet, or has removed it.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', () => resolve(0));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('sounds').objectStore('sounds').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

/** Plays a story to its end, and waits until the browser keeps it as one of `count`. */
async function hear(page: Page, title: string, count: number): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByRole('slider').fill('3');
  await card.getByRole('button', { name: /^Reproducir/ }).click();
  await expect.poll(() => countKept(page)).toBe(count);
}

test(
  'SEC-07: a heard story plays without a network, while it is public and its listener is signed in',
  { tag: '@firefox-long' },
  async ({ page, browserName }) => {
    // Firefox still reaches this machine without a network.
    const isReachable = browserName === 'firefox';
    await signInAsNewUser(page);
    const mark = Date.now().toString(36);
    const title = `El faro ${mark}`;
    const other = `La radio ${mark}`;
    const id = await uploadStory(page, { title });
    await uploadStory(page, { title: other });
    await page.goto(`/search?q=${mark}`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await hear(page, title, 1);
    await hear(page, other, 2);

    await page.context().setOffline(true);
    if (isReachable) await servedProcess.kill();
    await page.goto('/search');
    await expect(page.getByText(/^Sin conexión\. Lo que grabes sigue a salvo/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Las historias nuevas esperan' })).toBeVisible();
    await heard(page)
      .getByRole('button', { name: `Reproducir: ${title}` })
      .click();
    await expect(heard(page).getByRole('button', { name: `Pausar: ${title}` })).toBeVisible();
    if (isReachable) await servedProcess.start();
    await page.context().setOffline(false);
    // Firefox's driver changes `navigator.onLine` without the events.
    await page.evaluate(() => {
      for (const type of ['offline', 'online']) window.dispatchEvent(new Event(type));
    });
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(heard(page)).toHaveCount(0);

    await call(page, 'stories.unpublish', { id });
    await page.reload();
    await expect.poll(() => countKept(page)).toBe(1);
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect.poll(() => countKept(page)).toBe(0);
  },
);

test.describe('a page without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the heard stories of a user are offered while the server does not answer', async ({ page }) => {
    await signInAsNewUser(page);
    const title = `El puerto ${Date.now().toString(36)}`;
    await uploadStory(page, { title });
    await page.goto(`/search?q=${encodeURIComponent(title)}`);
    await hear(page, title, 1);
    await withoutFirstData(page);
    await page.route(/\/trpc\//u, (route) => route.abort('connectionrefused'));
    await page.goto('/search');
    await expect(
      page.getByRole('heading', { name: 'No se pudieron cargar las historias de la comunidad' }),
    ).toBeVisible();
    await expect(heard(page).getByRole('button', { name: `Reproducir: ${title}` })).toBeVisible();
  });
});
