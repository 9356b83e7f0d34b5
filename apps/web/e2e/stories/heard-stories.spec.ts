import type { Page } from '@playwright/test';
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
    for (const [count, each] of [title, other].entries()) {
      const card = page.getByRole('article').filter({ hasText: each });
      await card.getByRole('slider').fill('3');
      await card.getByRole('button', { name: /^Reproducir/ }).click();
      // The browser keeps a story when it has ended.
      await expect.poll(() => countKept(page)).toBe(count + 1);
    }

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
