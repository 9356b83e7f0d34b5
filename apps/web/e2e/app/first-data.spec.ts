import { firstDataId } from '@relato/contract/first-data';
import type { Page } from '@playwright/test';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { test } from '../testing/server/database-fixtures.ts';

/** Collects the calls that the page makes by itself. */
function watchCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/')) calls.push(...pathname.slice('/trpc/'.length).split(','));
  });
  return calls;
}

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

/** Opens a page with its data, which a busy server sends without them. Returns the calls of the page. */
async function openWithData(page: Page, address: string): Promise<readonly string[]> {
  const calls = watchCalls(page);
  // The data get no older, however long the scripts take to start.
  await page.clock.setFixedTime(new Date());
  let before = 0;
  await expect(async () => {
    before = calls.length;
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    expect(await answer?.text()).toContain(firstDataId);
  }).toPass();
  return calls.slice(before);
}

test('the first screen asks for nothing that the page has brought', async ({ page, story }) => {
  const calls = await openWithData(page, `/search?q=${encodeURIComponent(story.title)}`);
  await expect(card(page, story.title)).toBeVisible();
  expect(calls).toEqual([]);
});

test('a story comes with its comments, and its suggestions later', async ({ page, story }) => {
  const calls = await openWithData(page, `/?story=${story.id}`);
  await expect(page.getByText('No hay comentarios aún')).toBeVisible();
  const brought = /^(?:settings\.public|account\.session|stories\.byId|comments\.list)$/;
  expect(calls.filter((call) => brought.test(call))).toEqual([]);
});

test('the page of a signed-in user shows the user at once', async ({ page }) => {
  const person = await signInAsNewUser(page);
  const calls = await openWithData(page, '/');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByText(`@${person.username}`)).toBeVisible();
  expect(calls).not.toContain('account.session');
});

test('SEC-10: a page that was on its way when another tab signed out shows no user', async ({ page }) => {
  const person = await signInAsNewUser(page);
  await page.goto('/normas');
  const other = await page.context().newPage();
  // The page is held back with its data, until the other tab has signed out.
  const brought = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await other.route('/profile', async (route) => {
    let response = await route.fetch();
    // A busy server sends the page without its data.
    while (!(await response.text()).includes(person.username)) response = await route.fetch();
    brought.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  const opening = other.goto('/profile');
  await brought.promise;
  await page.goto('/');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  released.resolve();
  await opening;
  await expect(other.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await expect(other.getByText(person.username)).toHaveCount(0);
});

test('SEC-10: a page that was loading its scripts when another tab signed out shows no user', async ({
  page,
}) => {
  const person = await signInAsNewUser(page);
  await page.goto('/normas');
  const other = await page.context().newPage();
  const released = Promise.withResolvers<void>();
  // The first scripts take the session from the page; those of its screen are late.
  await other.route(/\/assets\/profile-[^/]*\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await other.goto('/profile', { waitUntil: 'commit' });
  await other.waitForFunction(
    (id) => document.readyState !== 'loading' && document.getElementById(id) === null,
    firstDataId,
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  released.resolve();
  await expect(other.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await expect(other.getByText(person.username)).toHaveCount(0);
});

test('a page whose data cannot be read asks for them', async ({ page, story }) => {
  await page.route('/search*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace(`id="${firstDataId}">`, `id="${firstDataId}">{`) });
  });
  const calls = watchCalls(page);
  await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
  await expect(card(page, story.title)).toBeVisible();
  expect(calls).toContain('stories.feed');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page shows its first story, and nothing of its data', async ({ page, story }) => {
    await openWithData(page, `/search?q=${encodeURIComponent(story.title)}`);
    await expect(page.locator('h2').getByText(story.title)).toBeVisible();
    await expect(page.getByText(story.title)).toHaveCount(1);
  });
});
