import type { Browser, Locator, Page } from '@playwright/test';
import type { Role } from '@relato/contract';
import type { Database } from '@relato/db';
import { createReport, createStory, createUser } from '@relato/db/testing/factories';
import { expectNoViolations } from './axe.ts';
import {
  call,
  createAccount,
  expect,
  query,
  readLink,
  somebody,
  startSession,
  type Person,
} from './fixtures.ts';
import { tellStory } from './stories.ts';
import { test } from './world.ts';

interface Actor {
  readonly page: Page;
  readonly person: Person;
}

/** Somebody in a browser of their own, signed in. */
async function enter(browser: Browser, database: Database, role: Role = 'user'): Promise<Actor> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const person = somebody();
  await createAccount(page, person);
  await database.prisma.user.update({ where: { email: person.email }, data: { role } });
  await startSession(page, person);
  return { page, person };
}

const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Avisos' }).filter({ hasText: text });
const caseOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });

test('a report is looked into, the story hidden, appealed for and restored', async ({
  page,
  browser,
  database,
}) => {
  const author = await enter(browser, database);
  const moderator = await enter(browser, database, 'moderator');
  const colleague = await enter(browser, database, 'moderator');
  const title = `El faro de ${author.person.username}`;
  const id = await tellStory(author.page, { title });

  await page.goto(`/search?story=${id}`);
  await page.getByRole('button', { name: 'Reportar' }).click();
  await page.getByRole('dialog').getByText('Spam', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reportar' }).click();
  await expect(toast(page, 'Reporte enviado')).toBeVisible();
  expect((await page.request.get(`/audio/${id}`)).status()).toBe(200);

  const staff = moderator.page;
  await staff.goto('/profile');
  await staff.goto('/search');
  await staff.getByRole('button', { name: 'Tu cuenta' }).click();
  await staff.getByRole('link', { name: 'Moderación' }).click();
  const reported = caseOf(staff, title);
  await expect(reported.getByText('1 reporte')).toBeVisible();
  await reported.getByRole('button', { name: title }).click();
  await expect(reported.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await reported.getByRole('button', { name: 'Revisar' }).click();
  await reported.getByRole('button', { name: 'Ocultar' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Spam o publicidad' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(staff, 'Decisión guardada')).toBeVisible();
  await expect(reported).toHaveCount(0);

  // Replayed by who heard it before.
  expect((await page.request.get(`/audio/${id}`)).status()).toBe(404);
  expect((await page.request.get(`/audio/${id}`, { headers: { range: 'bytes=0-9' } })).status()).toBe(404);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No encontramos esta historia' })).toBeVisible();

  const told = author.page;
  await told.goto('/profile');
  await expect(told.getByText('Oculta por moderación')).toBeVisible();
  await expect(told.getByText('Spam o publicidad')).toBeVisible();
  await expect(told.getByRole('link', { name: 'Avisos, 1 sin leer' })).toBeVisible();
  await told.getByRole('link', { name: 'Ver aviso y apelar' }).click();
  const notice = told.getByRole('listitem').filter({ hasText: 'Tu historia está oculta' });
  await notice.getByRole('button', { name: 'Apelar' }).click();
  await notice.getByRole('button', { name: 'Enviar apelación' }).click();
  await expect(notice.getByText('Escribe por qué no estás de acuerdo')).toBeVisible();
  await notice.getByLabel('¿Por qué no estás de acuerdo?').fill('Es un recuerdo de mi abuela.');
  await expectNoViolations(told, 'an appeal');
  await notice.getByRole('button', { name: 'Enviar apelación' }).click();
  await expect(notice.getByText('En revisión')).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Apelar' })).toHaveCount(0);

  // Not by who hid it, while there is somebody else.
  await staff.getByRole('button', { name: 'Apelaciones' }).click();
  const appeal = (at: Page) => at.getByRole('listitem').filter({ hasText: title });
  await expect(appeal(staff).getByText('La decide otra persona del equipo.')).toBeVisible();
  await colleague.page.goto('/moderacion');
  await colleague.page.getByRole('button', { name: 'Apelaciones' }).click();
  await appeal(colleague.page).getByRole('button', { name: 'Aceptar' }).click();
  await colleague.page.getByRole('dialog').getByLabel('Motivo', { exact: true }).fill('Tienes razón.');
  await colleague.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(appeal(colleague.page)).toHaveCount(0);

  expect((await page.request.get(`/audio/${id}`)).status()).toBe(200);
  await told.reload();
  await expect(notice.getByText('Aceptada')).toBeVisible();
  await expect(notice.getByText('Tienes razón.')).toBeVisible();
  await colleague.page.getByRole('button', { name: 'Registro' }).click();
  await expect(colleague.page.getByText('Aceptó la apelación').first()).toBeVisible();
  for (const actor of [author, moderator, colleague]) await actor.page.context().close();
});

test('SEC-10: a suspended person is out in every browser, appeals by mail, and may delete the account', async ({
  browser,
  database,
}) => {
  const person = await enter(browser, database);
  const moderator = await enter(browser, database, 'moderator');
  await person.page.goto('/profile');
  await expect(person.page.getByRole('heading', { name: `@${person.person.username}` })).toBeVisible();

  await moderator.page.goto('/moderacion');
  await moderator.page.getByRole('button', { name: 'Personas' }).click();
  await moderator.page.getByRole('searchbox').fill(person.person.username);
  const found = moderator.page.getByRole('listitem').filter({ hasText: `@${person.person.username}` });
  await found.getByRole('button', { name: 'Suspender' }).click();
  await moderator.page.getByRole('dialog').getByRole('button', { name: 'Acoso o bullying' }).click();
  await moderator.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(found.getByText('Suspendida: Acoso o bullying')).toBeVisible();

  expect(await query(person.page, 'auth.session', {})).toBeNull();
  await person.page.reload();
  await expect(person.page.getByRole('heading', { name: `@${person.person.username}` })).toHaveCount(0);

  await person.page.goto(await readLink(person.person.email, { path: '/apelar' }));
  await person.page.getByRole('button', { name: 'Ver el motivo' }).click();
  await expect(person.page.getByText('Acoso o bullying')).toBeVisible();
  await person.page.getByLabel('¿Por qué no estás de acuerdo?').fill('No fui yo.');
  await expectNoViolations(person.page, 'an appeal of who is suspended');
  await person.page.getByRole('button', { name: 'Enviar apelación' }).click();
  await expect(person.page.getByText('Recibimos tu apelación.')).toBeVisible();

  const leave = person.page.getByRole('button', { name: 'Eliminar mi cuenta' });
  await leave.click();
  await leave.click();
  await expect(person.page.getByText('Escribe ELIMINAR para confirmar')).toBeVisible();
  await person.page.getByLabel('Escribe ELIMINAR').fill('eliminar');
  await expectNoViolations(person.page, 'the deletion of a suspended account');
  await leave.click();
  await expect(person.page.getByText('Tu cuenta ya no existe')).toBeVisible();
  await expect(leave).toHaveCount(0);
  expect(await database.prisma.user.count({ where: { email: person.person.email } })).toBe(0);
  for (const actor of [person, moderator]) await actor.page.context().close();
});

test('moderators find their place in the menu, in their profile and beside the page', async ({
  browser,
  database,
}) => {
  const { page } = await enter(browser, database, 'moderator');
  const places = page.getByRole('link', { name: 'Moderación' });
  await page.goto('/profile');
  await expect(page.getByRole('main').getByRole('link', { name: 'Moderación' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Moderación' })).toBeVisible();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(places).toHaveCount(3);
  await page.context().close();
});

test('who is no moderator finds nothing there', async ({ page }) => {
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  const person = somebody();
  await createAccount(page, person);
  await startSession(page, person);
  await page.goto('/moderacion');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await page.goto('/search');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await expect(page.getByRole('link', { name: 'Mi Perfil' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moderación' })).toHaveCount(0);
});

test.describe('the keys of a moderator', () => {
  test('go through the queue and decide, and leave typing alone', async ({ browser, database }) => {
    const { prisma } = database;
    const authorId = await createUser(prisma);
    const titles = ['Primera', 'Segunda'].map((title) => `${title} ${authorId.slice(0, 8)}`);
    for (const title of titles) {
      await createReport(prisma, { storyId: await createStory(prisma, { userId: authorId, title }) });
    }
    const { page } = await enter(browser, database, 'moderator');
    await page.goto('/moderacion');
    const [first = '', second = ''] = titles;
    await expect(caseOf(page, first)).toBeVisible();
    const heading = (title: string) => page.getByRole('button', { name: title, exact: true });
    const walkTo = async (title: string, key: string) => {
      // A key is answered before the next one is pressed.
      do await page.keyboard.press(key);
      while ((await heading(title).getAttribute('aria-expanded')) !== 'true');
    };
    await walkTo(first, 'j');
    await walkTo(second, 'j');
    await walkTo(first, 'k');
    await expect(heading(first)).toBeFocused();

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
    await expectNoViolations(page, 'the keys');
    await page.keyboard.press('Escape');

    await page.keyboard.press('d');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('r');
    await expect(caseOf(page, first).getByRole('button', { name: 'Descartar' })).toBeVisible();
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog', { name: 'Descartar los reportes' });
    await dialog.getByLabel('Motivo', { exact: true }).pressSequentially('jode o calla');
    await expect(dialog.getByLabel('Motivo', { exact: true })).toHaveValue('jode o calla');
    await expectNoViolations(page, 'a decision by keys');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(caseOf(page, first)).toHaveCount(0);
    await expect(caseOf(page, second)).toBeVisible();
    await page.context().close();
    await prisma.user.delete({ where: { id: authorId } });
  });
});

test('a moderator who comes second is told what happened', async ({ browser, database }) => {
  const { prisma } = database;
  const authorId = await createUser(prisma);
  const title = `Tarde ${authorId.slice(0, 8)}`;
  const storyId = await createStory(prisma, { userId: authorId, title });
  await createReport(prisma, { storyId });
  const first = await enter(browser, database, 'moderator');
  const second = await enter(browser, database, 'moderator');
  await second.page.goto('/moderacion');
  await caseOf(second.page, title).getByRole('button', { name: title }).click();
  await call(first.page, 'moderation.review', { storyId });
  await caseOf(second.page, title).getByRole('button', { name: 'Revisar' }).click();
  await expect(toast(second.page, `Ya lo hizo @${first.person.username}: empezó a revisar`)).toBeVisible();
  for (const actor of [first, second]) await actor.page.context().close();
  await prisma.user.delete({ where: { id: authorId } });
});

test('shows the case beside the list where there is room, for everybody', async ({ browser, database }) => {
  const { prisma } = database;
  const author = await enter(browser, database);
  const title = `La casa de ${author.person.username}`;
  const id = await tellStory(author.page, { title });
  await createReport(prisma, { storyId: id, reason: 'harassment' });
  await createReport(prisma, { storyId: id });
  const { page } = await enter(browser, database, 'moderator');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/moderacion');
  await caseOf(page, title).getByRole('button', { name: title }).click();
  const reported = page.getByRole('region', { name: title });
  await expect(reported.getByText('Sin comentarios')).toBeVisible();
  await reported.getByRole('button', { name: 'Revisar' }).click();
  await expect(reported.getByRole('button', { name: 'Ocultar' })).toBeVisible();
  await expectNoViolations(page, 'a case beside the list');
  await page.keyboard.press('s');
  await expectNoViolations(page, 'a decision');
  await page.getByRole('dialog', { name: 'Suspender la cuenta' }).getByText('Spam o publicidad').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(reported.getByText('Cuenta suspendida')).toBeVisible();
  await expect(reported.getByRole('button', { name: 'Suspender cuenta' })).toHaveCount(0);
  // What was reported is still to be decided.
  await expect(reported.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await expect(reported.getByRole('button', { name: 'Descartar' })).toBeVisible();
  for (const each of [page, author.page]) await each.context().close();
});
