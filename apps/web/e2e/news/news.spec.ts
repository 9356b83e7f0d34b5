import { randomUUID } from 'node:crypto';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { call, expect, test } from '../testing/fixtures.ts';
import { openBrowser, signInWithRole, waitForCall } from '../testing/people.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test('the comments of others are one item of the bell, which leads to the story and counts as read then', async ({
  browser,
}) => {
  const author = await signInWithRole(browser);
  const other = await signInWithRole(browser);
  const visitor = await openBrowser(browser);
  const title = `El faro de ${author.person.username}`;
  const storyId = await uploadStory(author.page, { title });
  await visitor.goto('/');
  for (const page of [visitor, other.page])
    await call(page, 'comments.create', { id: randomUUID(), storyId, content: `Qué bonito ${randomUUID()}` });

  const told = author.page;
  await told.goto('/profile');
  await told.getByRole('link', { name: /^Avisos, [12] sin leer$/ }).click();
  const items = told.getByRole('list', { name: 'Avisos' }).getByRole('listitem');
  // There are two items if an hour ended between the comments.
  const last = items.first();
  await expect(last).toContainText(`@${other.person.username}`);
  await expect(last).toContainText(`«${title}»`);
  await expect(last.getByText('Nuevo')).toBeVisible();
  await expectNoViolations(told, 'the bell');
  await waitForCall(told, /news\.read(?!All)/, () => last.getByRole('link').click());
  await expect(told.getByRole('heading', { name: title })).toBeVisible();
  await expect(told.getByText(`@${other.person.username}`)).toBeVisible();
  await told.goBack();
  await expect(last).toContainText(`«${title}»`);
  await expect(last.getByText('Nuevo')).toHaveCount(0);

  await call(other.page, 'stories.vote', { id: storyId, direction: 'up' });
  await told.reload();
  await expect(last).toContainText(`Tu historia «${title}» tiene 1 voto`);
  await told.getByRole('button', { name: 'Marcar todo como leído' }).click();
  await expect(told.getByText('Nuevo')).toHaveCount(0);
  await expect(told.getByRole('button', { name: 'Marcar todo como leído' })).toHaveCount(0);
  for (const page of [visitor, other.page, told]) await page.context().close();
});

test('a follower who asked for it is notified of a new story', async ({ browser }) => {
  const author = await signInWithRole(browser);
  const fan = await signInWithRole(browser);
  const { page } = fan;
  await page.goto(`/u/${author.person.username}`);
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
  await uploadStory(author.page, { title: 'El mar' });
  await page.goto('/avisos');
  const item = page.getByRole('listitem').filter({ hasText: 'El mar' });
  await expect(item).toContainText(`@${author.person.username} publicó «El mar»`);
  await item.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'El mar' })).toBeVisible();

  const told = author.page;
  await told.goto('/avisos');
  await told.getByRole('link', { name: `@${fan.person.username} empezó a seguirte` }).click();
  await expect(told).toHaveURL(`/u/${fan.person.username}`);
  for (const each of [page, told]) await each.context().close();
});
