import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createStory } from '@relato/db/testing/factories';
import { holdCalls } from '../testing/changed-answers.ts';
import { call, createAccount, expect, newUser, signIn, signInAsNewUser } from '../testing/fixtures.ts';
import { markedRegions, markLiveRegions } from '../testing/live-regions.ts';
import { closeSheet, dialog, main, toast, visit } from '../testing/people.ts';
import { miniPlayer, play } from '../testing/player.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { cardOf, search } from '../testing/story-cards.ts';

async function openSettings(page: Page): Promise<void> {
  await visit(page, '/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  await dialog(page).getByRole('button', { name: 'Personas bloqueadas y palabras silenciadas' }).click();
}

test('a person is muted from a card, blocked from a comment and a profile, and unblocked', async ({
  page,
  story,
  database: { prisma },
}) => {
  const other = newUser();
  await createAccount(other);
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: other.email } });
  const name = `@${other.username}`;
  const title = `La reja de ${other.username}`;
  const told = await createStory(prisma, { userId, title });
  await prisma.comment.create({
    data: { id: randomUUID(), storyId: story.id, userId, content: '¡Qué tren!', authorName: 'otra' },
  });
  await prisma.story.update({ where: { id: story.id }, data: { commentsCount: 1 } });
  const menu = { name: `Silenciar o bloquear a ${name}` };
  const options = { name: `Opciones de «${title}»` };
  const me = newUser();

  await test.step('signed out the sheet says that nothing of it can hold', async () => {
    const card = await search(page, { title });
    await expect(card).toBeVisible();
    await card.getByRole('button', options).click();
    await expect(dialog(page)).toContainText('Sin iniciar sesión no sabemos quién eres');
    await createAccount(me);
    await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click();
    await signIn(page, me);
  });

  await test.step('a mute takes the card away, and the profile says so', async () => {
    await cardOf(page, { title }).getByRole('button', options).click();
    await dialog(page).getByRole('button', { name: '7 días' }).click();
    await expect(toast(page, `Silenciaste a ${name}`)).toBeVisible();
    await expect(cardOf(page, { title })).toHaveCount(0);
    await visit(page, `/u/${other.username}`);
    await expect(cardOf(page, { title })).toBeVisible();
    await expect(main(page)).toContainText('Silenciaste a esta persona');
    await main(page).getByRole('button', { name: 'Quitar silencio' }).click();
    await expect(main(page)).not.toContainText('Silenciaste a esta persona');
    await expect(main(page)).toBeFocused();
  });

  await test.step('a late answer leaves the choices open that the user opened again', async () => {
    const answer = await holdCalls(page, 'blocks.mute');
    await main(page).getByRole('button', menu).click();
    await dialog(page).getByRole('button', { name: '7 días' }).click();
    await closeSheet(page);
    await main(page).getByRole('button', menu).click();
    answer();
    await expect(main(page)).toContainText('Silenciaste a esta persona');
    await expect(dialog(page)).toHaveAccessibleName(name);
    await closeSheet(page);
    await main(page).getByRole('button', { name: 'Quitar silencio' }).click();
    await expect(main(page)).not.toContainText('Silenciaste a esta persona');
  });

  await test.step('a block from a comment takes the comment away', async () => {
    await visit(page, `/search?story=${story.id}`);
    const comment = page.getByText('¡Qué tren!');
    await expect(comment).toBeVisible();
    await main(page).getByRole('button', menu).click();
    await dialog(page)
      .getByRole('button', { name: `Bloquear a ${name}` })
      .click();
    await expect(toast(page, `Bloqueaste a ${name}`)).toBeVisible();
    await expect(comment).toHaveCount(0);
    await visit(page, `/u/${other.username}`);
    await expect(main(page).getByRole('heading', { name: 'No puedes ver este perfil' })).toBeVisible();
  });

  await test.step('the settings undo it', async () => {
    await openSettings(page);
    const row = dialog(page).getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Bloqueada');
    await row.getByRole('button', { name: `Desbloquear a ${name}` }).click();
    await expect(dialog(page)).toContainText('No bloqueas ni silencias a nadie.');
    await expect(dialog(page).getByRole('heading', { level: 2 })).toBeFocused();
    await closeSheet(page);
    await visit(page, `/u/${other.username}`);
    await expect(cardOf(page, { title })).toBeVisible();
  });

  await test.step('a block from a profile or a single story keeps the focus in the screen', async () => {
    const block = async () => {
      await dialog(page)
        .getByRole('button', { name: `Bloquear a ${name}` })
        .click();
      await expect(dialog(page)).toHaveCount(0);
    };
    await main(page).getByRole('button', menu).first().click();
    await block();
    await expect(main(page).getByRole('heading', { name: 'No puedes ver este perfil' })).toBeVisible();
    await expect(main(page)).toBeFocused();
    await call(page, 'blocks.undo', { userId, kind: 'block' });
    await page.goto(`/?story=${told}`);
    await main(page).getByRole('button', options).first().click();
    await block();
    await expect(main(page).getByRole('link', { name: 'Escuchar otras historias' })).toBeVisible();
    await expect(main(page)).toBeFocused();
  });
});

test('a muted word folds the cards that contain it, which open on a tap', async ({
  page,
  story,
  setFlags,
  database: { prisma },
}) => {
  await signInAsNewUser(page);
  // The story is heard without an end, because its sound never comes.
  await page.route('**/audio/**', () => {});
  await play(await search(page, story)).click();
  await openSettings(page);
  await expect(miniPlayer(page)).toBeVisible();
  const words = dialog(page).getByRole('list', { name: 'Palabras silenciadas' });
  await markLiveRegions(page);
  await dialog(page).getByRole('button', { name: 'Silenciar', exact: true }).click();
  await expect(markedRegions(page).getByText('Escribe una palabra de hasta 50 letras')).toBeVisible();
  const word = dialog(page).getByRole('textbox', { name: 'Palabra' });
  const answer = await holdCalls(page, 'blocks.muteWord');
  await word.fill('Trén');
  await page.keyboard.press('Enter');
  await word.fill('bar');
  answer();
  await expect(words.getByRole('listitem')).toHaveText(['Trén']);
  await expect(word).toHaveValue('bar');
  await expect(miniPlayer(page)).toHaveCount(0);
  await closeSheet(page);

  await search(page, story);
  const folded = main(page).getByRole('button', { name: 'Contiene una palabra que silenciaste' });
  await expect(folded).toBeVisible();
  await expect(cardOf(page, story)).toHaveCount(0);
  await folded.press('Enter');
  await expect(cardOf(page, story)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(cardOf(page, story).getByRole('link').first()).toBeFocused();

  await test.step('also on the landing page', async () => {
    await prisma.story.update({ where: { id: story.id }, data: { score: 99_999, upvotes: 99_999 } });
    await setFlags({ recordOnly: false });
    await page.goto('/');
    await expect(folded).toBeVisible();
    await folded.press('Enter');
    await expect(main(page)).toContainText(story.title);
    await expect(page.getByRole('region', { name: 'Escucha una' })).toBeFocused();
  });

  const { userId } = await prisma.story.findUniqueOrThrow({ where: { id: story.id } });
  // A load, because the opened card stays open.
  await page.goto(`/?story=${await createStory(prisma, { userId: userId ?? '', title: 'Otra' })}`);
  const suggested = page.getByRole('region', { name: /^Más de/ });
  await suggested.getByRole('button', { name: 'Contiene una palabra que silenciaste' }).click();
  await expect(suggested.getByRole('link', { name: story.title })).toBeVisible();

  await openSettings(page);
  await words.getByRole('button', { name: 'Quitar «Trén»' }).click();
  await expect(words.getByRole('listitem')).toHaveCount(0);
  await expect(words).toBeFocused();
  await closeSheet(page);
  await search(page, story);
  await expect(cardOf(page, story)).toBeVisible();
});
