import { randomUUID } from 'node:crypto';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { call, expect, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';
import { visit, waitForCall } from '../testing/people.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test('the comments of others are one item of the bell, which leads to the story and counts as read then', async ({
  page: told,
  request,
}) => {
  const author = await signInAsNewUser(told);
  const title = `El faro de ${author.username}`;
  const storyId = await uploadStory(told, { title });
  const say = (id = randomUUID()) =>
    call({ request }, 'comments.create', { id, storyId, content: `Qué bonito ${id}` });
  // First by a visitor, then by a user.
  await say();
  const other = await signInAsNewUser({ request });
  await say();

  await told.goto('/profile');
  await told.getByRole('link', { name: /^Avisos, [12] sin leer$/ }).click();
  const items = told.getByRole('list', { name: 'Avisos' }).getByRole('listitem');
  // There are two items if an hour ended between the comments.
  const last = items.first();
  await expect(last).toContainText(`@${other.username}`);
  await expect(last).toContainText(`«${title}»`);
  await expect(last.getByText('Nuevo')).toBeVisible();
  await expectNoViolations(told, 'the bell');
  await waitForCall(told, /news\.read(?!All)/, () => last.getByRole('link').click());
  await expect(told.getByRole('heading', { name: title })).toBeVisible();
  await expect(told.getByText(`@${other.username}`)).toBeVisible();
  await told.goBack();
  await expect(last).toContainText(`«${title}»`);
  await expect(last.getByText('Nuevo')).toHaveCount(0);

  await call({ request }, 'stories.vote', { id: storyId, direction: 'up' });
  await told.reload();
  await expect(last).toContainText(`Tu historia «${title}» tiene 1 voto`);
  const readAll = told.getByRole('button', { name: 'Marcar todo como leído' });
  await expect(readAll).toBeVisible();
  const place = await last.boundingBox();
  await readAll.click();
  await expect(told.getByText('Nuevo')).toHaveCount(0);
  await expect(readAll).toHaveCount(0);
  expect((await last.boundingBox())?.y).toBe(place?.y);
});

test('a follower who asked for it is notified of a new story', async ({ page, request }) => {
  const author = await signInAsNewUser({ request });
  const fan = await signInAsNewUser(page);
  await page.goto(`/u/${author.username}`);
  const pressed = Promise.withResolvers<undefined>();
  await page.route(/follows\.follow/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  // The bell shows before the server has stored the follow, and its press must not arrive first.
  await page.getByRole('button', { name: 'Avísame de sus historias nuevas' }).click();
  pressed.resolve(undefined);
  await expect(page.getByRole('button', { name: 'Te avisamos de sus historias nuevas' })).toBeVisible();
  await uploadStory({ request }, { title: 'El mar' });
  await visit(page, '/avisos');
  const item = page.getByRole('listitem').filter({ hasText: 'El mar' });
  await expect(item).toContainText(`@${author.username} publicó «El mar»`);
  await call(page, 'blocks.muteWord', { word: 'mar' });
  await page.reload();
  await page.getByRole('link', { name: `@${author.username} publicó una historia` }).click();
  await expect(page.getByRole('heading', { name: 'El mar' })).toBeVisible();

  await startSession(page, author);
  await page.goto('/avisos');
  await page.getByRole('link', { name: `@${fan.username} empezó a seguirte` }).click();
  await expect(page).toHaveURL(`/u/${fan.username}`);
});
