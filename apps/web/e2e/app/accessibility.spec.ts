import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { expectAccessible } from '../testing/measuring/accessible-screen.ts';
import { hold } from '../testing/changed-answers.ts';
import { walkCrash, walks } from '../testing/walks/every-screen.ts';
import { walkRecorder } from '../testing/walks/walk-recorder.ts';
import {
  call,
  createAccount,
  expect,
  newUser,
  query,
  startSession,
  signInAsNewUser,
} from '../testing/fixtures.ts';
import { listShifts, listWideThings, watchShifts } from '../testing/measuring/layout-measurements.ts';
import { served } from '../testing/server/serve-relato.ts';
import { longVoice, uploadStory } from '../testing/server/upload-story.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { closeSheet, sheet, type World } from '../testing/walks/walk.ts';
import { patience } from '../testing/slowness.ts';

const longTranscript = Array.from({ length: 20 }, () => 'Eran las tres de la mañana y no se oía nada.').join(
  ' ',
);

let world: World;
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage({ baseURL: served.url });
  const teller = await signInAsNewUser(page);
  // Stories with transcripts, because a list with pending ones refreshes every few seconds.
  await uploadStory(page, { title: 'Para mí sola', transcript: longTranscript, published: false });
  const storyId = await uploadStory(page, {
    title: 'La noche que mi abuela ahuyentó al ladrón con un mango',
    transcript: longTranscript,
    tags: ['humor', 'increíble', 'abuelas'],
  });
  await uploadStory(page, {
    title: 'Lo que oyó Lucía',
    transcript: longTranscript,
    tags: ['humor'],
    recording: longVoice,
  });
  const { id: userId } = await query<{ id: string }>(page, 'profiles.byUsername', {
    username: teller.username,
  });
  await signInAsNewUser(page);
  await call(page, 'follows.follow', { userId });
  await page.context().clearCookies();
  await call(page, 'comments.create', { id: randomUUID(), storyId, content: '¿Y el ladrón volvió?' });
  world = { teller, storyId };
  await page.context().close();
});

/** The walks of other journeys: one breaks the crashed screen, and that of the readme's picture records. */
const elsewhere = new Set<unknown>([walkCrash, walkRecorder]);

for (const [place, walk] of Object.entries(walks).filter(([, each]) => !elsewhere.has(each))) {
  test.describe(place, () => {
    test('L34-35, D27: every screen is accessible: contrast, names, target sizes, zoom, and a focus that no bar covers', async ({
      page,
    }) => {
      test.setTimeout(300_000 * patience);
      await walk(page, (name) => expectAccessible(page, name), world);
    });
  });
}

test('D27: no layout shifts while a screen loads', async ({ page }) => {
  await page.addInitScript(watchShifts);
  const load = async (path: string, procedure: string, isThere: Locator) => {
    const release = await hold(page, procedure);
    await page.goto(path);
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
    release();
    await expect(isThere.first()).toBeVisible();
    expect.soft(await page.evaluate(listShifts), path).toEqual([]);
    await page.unrouteAll();
  };
  const article = page.getByRole('article');
  await load(`/?story=${world.storyId}`, 'stories.byId', article);
  await startSession(page, world.teller);
  await load('/profile', 'stories.mine', article);
  // Verifies the measurement with a shift.
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.style.height = '300px';
    document.querySelector('main')?.prepend(block);
  });
  await expect.poll(() => page.evaluate(listShifts)).not.toEqual([]);
});

test('D27: screen readers announce loading, arrivals and failures, and nothing shifts', async ({ page }) => {
  await page.addInitScript(watchShifts);
  const release = await hold(page, 'stories.feed');
  await page.goto('/search');
  await expect(page.getByRole('status').filter({ hasText: 'Cargando historias...' })).toBeVisible();
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await page.evaluate(listShifts)).toEqual([]);
  await expect(page.getByRole('list', { name: 'Historias' })).toBeVisible();
  await page.getByRole('article').first().getByRole('button', { name: 'Compartir' }).click();
  const said = (manner: 'polite' | 'assertive') =>
    sheet(page).getByRole('region', { name: 'Avisos' }).locator(`[aria-live=${manner}]`);
  // A live region must exist before its first text, or it is not read out.
  await expect(said('polite')).toHaveCount(1);
  await expect(said('assertive')).toHaveCount(1);
  await sheet(page).getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(said('polite')).toHaveText('Enlace copiado');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
  });
  await sheet(page).getByRole('button', { name: 'Copiar enlace' }).click();
  await expect(said('assertive')).toContainText('No se pudo copiar el enlace');
  await closeSheet(page);
  await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('main')).toHaveAccessibleName('Mi Perfil');
});

test('D27: between large letters on a small phone every entry of the menu can be reached, and a notice can be read', async ({
  page,
}) => {
  const person = newUser();
  // Their menu is the longest.
  await createAccount(person, 'administrator');
  await startSession(page, person);
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto('/normas');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.route(/account\.signOut/u, (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  const title = page.getByRole('region', { name: 'Avisos' }).getByText('No se pudo cerrar la sesión');
  await expect(title).toBeVisible();
  // The icon and the button took all but a few letters of each line.
  expect((await title.boundingBox())?.width).toBeGreaterThan(200);
  expect(await page.evaluate(listWideThings)).toEqual([]);
  await page.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(title).toHaveCount(0);
});
