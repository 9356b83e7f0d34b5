import { firstDataId } from '@relato/contract/first-data';
import type { Page } from '@playwright/test';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { test } from '../testing/server/database-fixtures.ts';

/** Collects the calls that the page makes without a press. */
function watchCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc/')) calls.push(...pathname.slice('/trpc/'.length).split(','));
  });
  return calls;
}

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

/** Opens a page until it comes with its data, which a busy server omits. Returns the calls of the page. */
async function openWithData(page: Page, address: string): Promise<readonly string[]> {
  const calls = watchCalls(page);
  // The data stay fresh, however long the scripts take to start.
  await page.clock.setFixedTime(new Date());
  let before = 0;
  await expect(async () => {
    before = calls.length;
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    expect(await answer?.text()).toContain(firstDataId);
  }).toPass();
  return calls.slice(before);
}

test('a screen fetches no data that its page contains', async ({ page, story }) => {
  const search = `/search?q=${encodeURIComponent(story.title)}`;
  expect(await openWithData(page, search)).toEqual([]);
  await expect(card(page, story.title)).toBeVisible();

  const calls = await openWithData(page, `/?story=${story.id}`);
  await expect(page.getByText('No hay comentarios aún')).toBeVisible();
  const brought = /^(?:settings\.public|account\.session|stories\.byId|comments\.list)$/;
  // Suggestions load later.
  expect(calls.filter((call) => brought.test(call))).toEqual([]);

  const person = await signInAsNewUser(page);
  const own = await openWithData(page, '/');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByText(`@${person.username}`)).toBeVisible();
  expect(own).not.toContain('account.session');

  await test.step('and for everything where the data cannot be read', async () => {
    await page.route('/search*', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.replace(`id="${firstDataId}">`, `id="${firstDataId}">{`) });
    });
    const asked = watchCalls(page);
    await page.goto(search);
    await expect(card(page, story.title)).toBeVisible();
    expect(asked).toContain('stories.feed');
  });
});

test('SEC-10: pages that were loading when another tab signed out show no user', async ({
  page,
  context,
}) => {
  const person = await signInAsNewUser(page);
  await page.goto('/normas');
  const [coming, loading] = [await context.newPage(), await context.newPage()];
  // The page and its data are delayed until the other tab has signed out.
  const brought = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await coming.route('/profile', async (route) => {
    let response = await route.fetch();
    // A busy server sends the page without its data, so this requests it until it has them.
    while (!(await response.text()).includes(person.username)) response = await route.fetch();
    brought.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  const opening = coming.goto('/profile');
  await brought.promise;
  // The first scripts read the session from the page; those of its screen are delayed.
  await loading.route(/\/assets\/profile-[^/]*\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await loading.goto('/profile', { waitUntil: 'commit' });
  await loading.waitForFunction(
    (id) => document.readyState !== 'loading' && document.getElementById(id) === null,
    firstDataId,
  );
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  released.resolve();
  await opening;
  for (const other of [coming, loading]) {
    await expect(other.getByRole('heading', { name: 'Únete' })).toBeVisible();
    await expect(other.getByText(person.username)).toHaveCount(0);
  }
});
