import { call, createAccount, expect, newUser, signIn, signInAsNewUser } from '../testing/fixtures.ts';
import { closeSheet, dialog, main, openBrowser, toast, visit, waitForCall } from '../testing/people.ts';
import { pause } from '../testing/player.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { longVoice, uploadStory } from '../testing/server/upload-story.ts';
import { cardOf, expectVote, search, voteOf, waitForVote } from '../testing/story-cards.ts';

test(
  'a visitor keeps a story for later once signed in, and drops it again',
  { tag: '@firefox-long' },
  async ({ page, story }) => {
    const me = newUser();
    await createAccount(me);
    const options = { name: `Opciones de «${story.title}»` };
    const card = await search(page, story);
    await card.getByRole('button', options).click();
    await dialog(page).getByRole('button', { name: 'Escuchar más tarde' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Inicia sesión para guardarla' })).toBeVisible();
    await signIn(page, me);
    await expect(toast(page, 'Guardada en «Escuchar más tarde»')).toBeVisible();

    await visit(page, '/profile');
    await main(page).getByRole('link', { name: 'Escuchar más tarde' }).click();
    await expect(main(page)).toContainText('1 historia · Privada');
    await cardOf(page, story).getByRole('button', options).click();
    await dialog(page).getByRole('button', { name: 'Quitar de «Escuchar más tarde»' }).click();
    await expect(toast(page, 'Quitada de «Escuchar más tarde»')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Aún no hay historias aquí' })).toBeVisible();
    await expect(main(page)).toBeFocused();
  },
);

test('a collection is created from a card, ordered, played, and made public', async ({ page, browser }) => {
  const author = await signInAsNewUser(page);
  const titles = ['El faro', 'La barca', 'El puerto'].map((title) => `${title} de ${author.username}`);
  const [first = '', second = '', third = ''] = titles;
  for (const title of titles) await uploadStory(page, { title, recording: longVoice });
  await page.context().clearCookies();
  const me = newUser();
  const name = `Cosas del mar de ${me.username}`;
  const renamed = `Cosas del río de ${me.username}`;
  await createAccount(me);
  const shown = page.getByRole('article').getByRole('heading', { level: 2 });

  await test.step('a visitor signs in first, and is where they were', async () => {
    const card = await search(page, { title: first });
    await card.getByRole('button', { name: `Opciones de «${first}»` }).click();
    await dialog(page).getByRole('button', { name: 'Añadir a una colección…' }).click();
    await signIn(page, me);
    await dialog(page).getByRole('button', { name: 'Crear' }).click();
    await expect(dialog(page)).toContainText('Ponle un nombre a la colección');
    await dialog(page).getByRole('textbox', { name: 'Nueva colección' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('switch', { name })).toBeChecked();
    await expect(toast(page, `Añadida a «${name}»`)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('other stories are added by a switch', async () => {
    for (const title of [second, third]) {
      const card = await search(page, { title });
      await card.getByRole('button', { name: `Opciones de «${title}»` }).click();
      await dialog(page).getByRole('button', { name: 'Añadir a una colección…' }).click();
      await dialog(page).getByRole('switch', { name }).click();
      await expect(toast(page, `Añadida a «${name}»`)).toBeVisible();
      await closeSheet(page);
    }
  });

  await test.step('its owner finds it on their profile, and orders it', async () => {
    await visit(page, '/profile');
    await main(page).getByRole('link', { name: 'Colecciones' }).click();
    await main(page).getByRole('link', { name }).click();
    await expect(shown).toHaveText([first, second, third]);
    await main(page).getByRole('button', { name: 'Ordenar' }).click();
    const rows = dialog(page).getByRole('listitem');
    await dialog(page)
      .getByRole('button', { name: `Subir: ${third}` })
      .press('Enter');
    await expect(dialog(page).getByText(`${third}: puesto 2`)).toBeAttached();
    await expect(dialog(page).getByRole('button', { name: `Subir: ${third}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText(`${third}: puesto 1`)).toBeAttached();
    await expect(dialog(page).getByRole('button', { name: `Bajar: ${third}` })).toBeFocused();
    await dialog(page)
      .getByRole('button', { name: `Bajar: ${first}` })
      .click();
    await expect(dialog(page).getByRole('button', { name: `Subir: ${first}` })).toBeFocused();
    await expect(rows).toContainText([third, second, first]);
    await dialog(page)
      .getByRole('button', { name: `Quitar: ${second}` })
      .click();
    await expect(rows).toContainText([third, first]);
    await page.keyboard.press('Escape');
    await expect(main(page)).toContainText('2 historias · Privada');
    await page.reload();
    await expect(shown).toHaveText([third, first]);
  });

  await test.step('it is heard in its order, and its cards are those of every list', async () => {
    const card = cardOf(page, { title: third });
    await waitForVote(page, () => voteOf(card).click());
    await expectVote(card, '1 voto', true);
    await main(page).getByRole('button', { name: 'Escuchar todo' }).click();
    await page.getByRole('button', { name: 'A continuación' }).first().click();
    await expect(dialog(page).getByRole('listitem')).toContainText([first]);
    await closeSheet(page);
    await card.getByRole('slider').press('End');
    await expect(pause(cardOf(page, { title: first }))).toBeVisible();
    await main(page).getByRole('button', { name: 'Escuchar todo' }).click();
    await expect(pause(card)).toBeVisible();
  });

  const visitor = await openBrowser(browser);
  await test.step('nobody else sees it until it is public; then all do, also from the profile', async () => {
    await visitor.goto(page.url());
    await expect(visitor.getByRole('heading', { name: 'Esta colección no existe' })).toBeVisible();
    await main(page).getByRole('button', { name: 'Editar' }).click();
    await dialog(page).getByRole('switch', { name: 'Pública' }).click();
    await dialog(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(main(page)).toContainText('2 historias · Pública');
    await expect(main(page).getByRole('button', { name: 'Compartir colección' })).toBeVisible();
    await visit(visitor, `/u/${me.username}`);
    await visitor.getByRole('link', { name }).click();
    await expect(visitor).toHaveURL(page.url());
    await expect(visitor).toHaveTitle(`${name} · Colección de @${me.username} – Relato`);
    await expect(visitor.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([third, first]);
  });

  await test.step('a new name leaves what another tab changed since the form opened', async () => {
    await main(page).getByRole('button', { name: 'Editar' }).click();
    await expect(dialog(page).getByRole('switch', { name: 'Pública' })).toBeChecked();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await call(page, 'collections.update', { id, name, isPublic: false });
    await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill(renamed);
    await dialog(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(main(page)).toContainText('2 historias · Privada');
    await expect(main(page).getByRole('heading', { name: renamed })).toBeVisible();
  });

  await test.step('a story that leaves it goes once the choice of collections is closed', async () => {
    await cardOf(page, { title: first })
      .getByRole('button', { name: `Opciones de «${first}»` })
      .click();
    await dialog(page).getByRole('button', { name: 'Añadir a una colección…' }).click();
    const choice = dialog(page).getByRole('switch', { name: renamed });
    await choice.click();
    await expect(toast(page, `Quitada de «${renamed}»`)).toBeVisible();
    await expect(dialog(page)).toContainText('1 historia · Privada');
    await choice.click();
    await expect(toast(page, `Añadida a «${renamed}»`)).toBeVisible();
    await waitForCall(page, /collections\.setStory/, () => choice.click());
    await expect(dialog(page)).toContainText('1 historia · Privada');
    await closeSheet(page);
    await expect(shown).toHaveText([third]);
  });

  await test.step('the last story that is removed leaves the focus in the screen', async () => {
    const order = main(page).getByRole('button', { name: 'Ordenar' });
    await order.click();
    await waitForCall(page, /collections\.setStory/, () =>
      dialog(page)
        .getByRole('button', { name: `Quitar: ${third}` })
        .click(),
    );
    await expect(dialog(page)).toContainText('Aún no hay historias aquí');
    await expect(main(page)).toContainText('0 historias · Privada');
    await closeSheet(page);
    await expect(order).toHaveCount(0);
    await expect(main(page)).toBeFocused();
  });

  await test.step('once it is deleted, its stories are where they were', async () => {
    await main(page).getByRole('button', { name: 'Editar' }).click();
    const remove = dialog(page).getByRole('button', { name: 'Eliminar colección' });
    // The second tap of a double tap would hit the button that replaced this one.
    await remove.dblclick({ position: { x: 300, y: 24 } });
    await expect(dialog(page)).toHaveAccessibleName('Eliminar colección');
    await remove.click();
    await expect(page).toHaveURL('/colecciones');
    await expect(main(page)).toContainText('Aún no tienes colecciones');
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Esta colección no existe' })).toBeVisible();
    await expect(await search(visitor, { title: third })).toBeVisible();
    await visitor.context().close();
  });
});
