import type { Page } from '@playwright/test';
import { createStory, createUser } from '@relato/db/testing/factories';
import { holdCalls } from '../testing/changed-answers.ts';
import { call, expect, signInAsNewUser } from '../testing/fixtures.ts';
import { closeSheet, dialog, main, toast, waitForCall } from '../testing/people.ts';
import { cardOf as playerOf, miniPlayer, pause, play, sliderSeconds } from '../testing/player.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { longVoice, uploadStory } from '../testing/server/upload-story.ts';
import { cardOf } from '../testing/story-cards.ts';

const list = '/search?orden=para-ti';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await dialog(page).getByRole('button', { name: 'Lo que escucho y «Para ti»' }).click();
}

test(
  "'Para ti' says why it has a story, and leaves out what does not interest until it is taken back",
  { tag: '@firefox-long' },
  async ({ page, author, database: { prisma } }) => {
    const tag = `miedo ${author.username}`;
    const [followed, told] = [
      { title: `El faro de ${author.username}` },
      { title: `La mina de ${author.username}` },
    ];
    await createStory(prisma, { userId: author.id, ...followed });
    await createStory(prisma, {
      userId: await createUser(prisma),
      tags: ['uno', 'dos', 'tres', tag],
      ...told,
    });
    const orders = main(page).getByRole('group', { name: 'Orden' });
    const openMenu = (story: typeof told) =>
      cardOf(page, story)
        .getByRole('button', { name: `Opciones de «${story.title}»` })
        .click();

    await test.step('a visitor has none, and a new user is told how to fill it', async () => {
      await page.goto(list);
      await expect(main(page)).toContainText('Inicia sesión para que podamos elegir historias para ti.');
      await expect(orders.getByRole('button', { name: 'Para ti' })).toHaveCount(0);
      await signInAsNewUser(page);
      await page.goto('/search');
      await orders.getByRole('button', { name: 'Para ti' }).click();
      await expect(page).toHaveURL(/[?&]orden=para-ti/);
      await expect(main(page)).toContainText('Sigue a personas y temas');
    });

    await test.step('each card says why it is there', async () => {
      await call(page, 'follows.follow', { userId: author.id });
      await call(page, 'follows.followTag', { tag });
      await page.goto(list);
      await expect(cardOf(page, followed)).toContainText(`Porque sigues a @${author.username}`);
      await expect(cardOf(page, told)).toContainText(`Porque sigues «${tag}»`);
    });

    await test.step('a story goes at once, and comes back to its place', async () => {
      const answer = await holdCalls(page, 'stories.leaveOut');
      await openMenu(told);
      await dialog(page).getByRole('button', { name: 'No me interesa' }).click();
      await expect(cardOf(page, told)).toHaveCount(0);
      await expect(page.getByText('Hay historias nuevas')).toHaveCount(0);
      await expect(page.getByRole('listitem').filter({ hasText: followed.title })).toBeFocused();
      // The late answer closes no other menu.
      await openMenu(followed);
      await expect(dialog(page)).toHaveAccessibleName(followed.title);
      answer();
      await toast(page, '«Para ti» deja fuera esta historia')
        .getByRole('button', { name: 'Deshacer' })
        .click();
      await expect(dialog(page)).toHaveAccessibleName(followed.title);
      await closeSheet(page);
      await expect(page.getByRole('article')).toHaveCount(2);
      await expect(page.getByRole('article').first()).toContainText(told.title);
      await page.reload();
      await expect(cardOf(page, told)).toBeVisible();
    });

    await test.step('a subject falls silent, and stays out until the settings take it back', async () => {
      // The story is heard without an end, because its sound never comes.
      await page.route('**/audio/**', () => {});
      await play(playerOf(page, told.title)).click();
      await expect(pause(playerOf(page, told.title))).toBeVisible();
      await openMenu(told);
      await waitForCall(page, /stories\.leaveOut/, () =>
        dialog(page)
          .getByRole('button', { name: `Nada de «${tag}»` })
          .click(),
      );
      await expect(cardOf(page, told)).toHaveCount(0);
      await expect(miniPlayer(page)).toHaveCount(0);
      await page.reload();
      await expect(cardOf(page, followed)).toBeVisible();
      await expect(cardOf(page, told)).toHaveCount(0);
      await openSettings(page);
      await dialog(page)
        .getByRole('button', { name: `Volver a incluir ${tag}` })
        .click();
      await expect(dialog(page)).toContainText('No dejaste nada fuera.');
      await page.goto(list);
      await expect(cardOf(page, told)).toBeVisible();
    });
  },
);

test('a story continues where another device stopped, if the user allows that, and nothing is stored after they switch it off', async ({
  page,
  context,
  database: { prisma },
}) => {
  const person = await signInAsNewUser(page);
  const title = `El tren de ${person.username}`;
  const storyId = await uploadStory(page, { recording: longVoice, title });
  const address = `/search?q=${encodeURIComponent(title)}`;
  const listens = () => prisma.listen.findMany({ where: { storyId } });
  const listenTo = async (device: Page, second: string) => {
    const card = playerOf(device, title);
    await card.getByRole('slider').fill(second);
    await play(card).click();
    // A story that has not sounded has no position to store.
    await expect.poll(() => sliderSeconds(card)).toBeGreaterThan(Number(second));
    await pause(card).click();
  };
  const remember = dialog(page).getByRole('switch', { name: 'Recordar lo que escucho' });

  await openSettings(page);
  await expect(remember).not.toBeChecked();
  await waitForCall(page, /stories\.setListensKept/, () => remember.check());
  await page.goto(address);
  await waitForCall(page, /stories\.rememberListens/, () => listenTo(page, '5'));

  // A tab keeps its own positions, as another device does.
  const other = await context.newPage();
  await other.goto(address);
  await expect.poll(() => sliderSeconds(playerOf(other, title))).toBeGreaterThanOrEqual(5);
  await waitForCall(other, /stories\.rememberListens/, () => listenTo(other, '10'));
  expect(await listens()).toHaveLength(1);

  await openSettings(page);
  await waitForCall(page, /stories\.setListensKept/, () => remember.uncheck());
  expect(await listens()).toEqual([]);
});
