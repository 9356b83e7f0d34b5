import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { limits } from '@relato/contract/limits';
import { withoutFirstData } from '../testing/changed-answers.ts';
import { createAccount, expect, newUser, signInAsNewUser } from '../testing/fixtures.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { expectRecorded, recordButton, saveButton, storyCard } from '../testing/recorder.ts';
import { patience } from '../testing/slowness.ts';

const mostTabs = 120;

/** Presses Tab or Shift+Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    const way = await target.evaluate((element) => {
      const focused = document.activeElement;
      if (element === focused) return 'here';
      const isBehind = (focused?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING;
      return isBehind ? 'Shift+Tab' : 'Tab';
    });
    if (way === 'here') {
      // The focus must be visible.
      expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press(way);
  }
  throw new Error(`No way to ${String(target)} by keyboard`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('D28: a story is recorded, published, found and commented on with the keyboard alone', async ({
  page,
}) => {
  const person = newUser();
  const title = `A tientas ${person.username}`;
  await createAccount(person);
  await page.goto('/');

  await test.step('sign in on the way to the first recording', async () => {
    await press(page, recordButton(page));
    const sheet = page.getByRole('dialog');
    await press(page, sheet.getByRole('button', { name: 'Iniciar Sesión' }));
    await typeInto(page, sheet.getByLabel('Correo electrónico'), person.email);
    await typeInto(page, sheet.getByLabel('Contraseña', { exact: true }), person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('¡Bienvenido!')).toBeVisible();
  });

  await test.step('record and stop: the focus follows', async () => {
    await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
    await expectRecorded(page, 2);
    await expect(page.getByRole('button', { name: 'Detener' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeFocused();
  });

  await test.step('listen, edit, title and tags', async () => {
    await press(page, page.getByRole('button', { name: /Reproducir/ }), 'Space');
    await expect.poll(async () => Number(await page.getByRole('slider').inputValue())).toBeGreaterThan(0);
    await expect(page.getByRole('main')).toContainText('soy Lucía', { timeout: 60_000 * patience });
    await typeInto(page, page.getByRole('textbox', { name: 'Título' }), title);
    await press(page, page.getByRole('button', { name: 'Editar', exact: true }));
    await expect(page.getByRole('textbox', { name: 'Transcripción' })).toBeFocused();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Y así fue.');
    await press(page, page.getByRole('button', { name: 'Guardar cambios' }));
    await press(page, page.getByRole('button', { name: 'humor', exact: true }), 'Space');
    await press(page, page.getByRole('button', { name: 'Agregar', exact: true }));
    await expect(page.getByLabel('Nueva etiqueta')).toBeFocused();
    await page.keyboard.type('abuelas');
    await page.keyboard.press('Enter');
  });

  await test.step('save and publish', async () => {
    await expect(saveButton(page)).toBeEnabled();
    await press(page, saveButton(page));
    await expect(page.getByText('Historia guardada')).toBeVisible();
    await press(page, storyCard(page, title).getByRole('button', { name: 'Publicar' }));
    await expect(page.getByText('Tu historia ahora es visible en la comunidad')).toBeVisible();
  });

  const card = storyCard(page, title);
  await test.step('find it in the community', async () => {
    await page.goto('/search');
    await typeInto(page, page.getByRole('searchbox'), person.username);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  await test.step('comment', async () => {
    await press(page, card.getByRole('button', { name: '0 Comentarios' }));
    await typeInto(page, card.getByLabel('Escribe un comentario...'), 'Qué viaje.');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Tu comentario se ha agregado correctamente')).toBeVisible();
    await expect(card.getByRole('button', { name: '1 Comentario' })).toBeVisible();
  });

  await test.step('vote and sign out', async () => {
    await press(page, card.getByRole('button', { name: /Votar/ }));
    await expect(card.getByText('1 voto', { exact: true })).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Tu cuenta' }));
    await press(page, page.getByRole('button', { name: 'Cerrar Sesión' }));
    await expect(page.getByText('Sesión cerrada')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the focus is in the screen after signing in, as the button for it is gone', async () => {
    await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).press('Enter');
    await press(page, page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }));
    const sheet = page.getByRole('dialog');
    await typeInto(page, sheet.getByLabel('Correo electrónico'), person.email);
    await typeInto(page, sheet.getByLabel('Contraseña', { exact: true }), person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('calls that fail', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });

  test('D28: the focus stays in its place when a retry, a button for more or a notice disappears', async ({
    page,
    story,
    database: { prisma },
  }) => {
    const main = page.getByRole('main');
    const retry = main.getByRole('button', { name: 'Reintentar' });
    await prisma.comment.createMany({
      data: Array.from({ length: limits.page.defaultSize + 1 }, (_, at) => ({
        id: randomUUID(),
        storyId: story.id,
        authorName: 'Rosa',
        content: `Voz ${at}`,
      })),
    });
    await signInAsNewUser(page);
    await withoutFirstData(page);
    const fail = (calls: RegExp) => page.route(calls, (route) => route.abort());
    const [first, nextPage] = [/stories\.byId/u, /comments\.list.*cursor/u];
    await fail(first);
    await fail(nextPage);
    await page.goto(`/?story=${story.id}`);
    await expect(retry).toBeVisible();
    await page.unroute(first);
    await retry.press('Enter');
    await expect(main.getByRole('heading', { name: story.title })).toBeVisible();
    await expect(main).toBeFocused();

    const comments = main.getByRole('region', { name: `Comentarios de «${story.title}»` });
    await comments.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await expect(comments.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    await page.unroute(nextPage);
    await comments.getByRole('button', { name: 'Reintentar' }).press('Enter');
    await expect(comments.getByRole('listitem')).toHaveCount(limits.page.defaultSize + 1);
    await expect(comments).toBeFocused();

    await fail(/account\.signOut/u);
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    // A notice below the mouse stays.
    await page.getByText('No se pudo cerrar la sesión').hover();
    await page.getByRole('button', { name: 'Cerrar aviso' }).press('Enter');
    await expect(main).toBeFocused();
  });
});
