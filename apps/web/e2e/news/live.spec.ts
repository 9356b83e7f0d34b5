import { randomUUID } from 'node:crypto';
import { call, expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { served } from '../testing/server/serve-relato.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

/** Counts the connections that the server holds. */
async function countConnections(): Promise<number> {
  const metrics = await (await fetch(`${served.url}/metrics`)).text();
  return Number(/^relato_live_connections (\d+)$/mu.exec(metrics)?.[1]);
}

test(
  'a comment appears in the bell and below the open story, over one connection of all tabs',
  { tag: '@firefox-long' },
  async ({ page: bell, context, request }) => {
    await signInAsNewUser(bell);
    const storyId = await uploadStory(bell, { title: 'El tren' });
    const say = (content: string) =>
      call({ request }, 'comments.create', { id: randomUUID(), storyId, content, authorName: 'Rosa' });

    const story = await context.newPage();
    await bell.goto('/profile');
    await expect.poll(countConnections).toBe(1);
    // The connection of the other tab also covers the comments that this one shows.
    const connected = bell.waitForRequest(
      (request) => request.url().includes('news.live') && request.url().includes(storyId),
    );
    await story.goto(`/?story=${storyId}`);
    await connected;
    await expect(bell.getByRole('link', { name: 'Avisos', exact: true })).toBeVisible();
    await say('Yo iba en ese tren');
    await expect(story.getByText('Yo iba en ese tren')).toBeVisible();
    await expect(bell.getByRole('link', { name: 'Avisos, 1 sin leer' })).toBeVisible();
    await expect.poll(countConnections).toBe(1);

    const taken = story.waitForRequest(/news\.live/u);
    await bell.close();
    await taken;
    await say('Y yo en el siguiente');
    await expect(story.getByText('Y yo en el siguiente')).toBeVisible();
    await expect.poll(countConnections).toBe(1);
    await story.close();
    await expect.poll(countConnections).toBe(0);
  },
);

test('a page that is left ends the connection, and does not ask again for what it shows', async ({
  page,
}) => {
  await signInAsNewUser(page);
  const connected = page.waitForRequest(/news\.live/u);
  await page.goto('/profile');
  await connected;
  await expect.poll(countConnections).toBe(1);
  await expect(page.getByRole('link', { name: 'Avisos', exact: true })).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('news.unread')) calls.push(request.url());
  });
  // The browser would not report the calls of a page that is gone.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await expect.poll(countConnections).toBe(0);
  expect(calls).toEqual([]);
});
