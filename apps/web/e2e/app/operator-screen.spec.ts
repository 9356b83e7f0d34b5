import { randomUUID } from 'node:crypto';
import type { DayFigures } from '@relato/contract';
import { changeAnswer, changeAnswers, holdCalls } from '../testing/changed-answers.ts';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { expect, newUser, signInAsNewUser } from '../testing/fixtures.ts';
import { dialog, openBrowser, toast } from '../testing/people.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { createInspectedRecording } from '../testing/server/inspected-recording.ts';
import { served } from '../testing/server/serve-relato.ts';

test(
  'an administrator sees the state of the service, retries failed jobs, turns a switch and announces to all, and others see no such screen',
  { tag: '@firefox-long' },
  async ({ page, browser, database: { prisma }, setFlags, story }) => {
    await setFlags({ recordOnly: false });
    await prisma.$executeRaw`INSERT INTO pgboss.job (name, data, source_output)
      VALUES ('make-mp3.dead', ${{ storyId: story.id }}, ${{ message: 'the disk was full' }})`;
    await signInAsNewUser(page, newUser(), 'moderator');
    const answer = await page.goto('/operador');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();

    const untold = await createInspectedRecording(page, 'voice_4s.mp3');
    const unwritten = await createInspectedRecording(page, 'voice_4s.mp3');
    const failedAt = new Date();
    await prisma.recording.update({
      where: { id: untold },
      data: { state: 'inspecting', inspectionFailedAt: failedAt, inspectionError: 'the store was gone' },
    });
    await prisma.transcript.update({
      where: { recordingId: unwritten },
      data: { status: 'error', finishedAt: failedAt, error: 'the key was refused' },
    });

    await signInAsNewUser(page, newUser(), 'administrator');
    // The status is 404 if a busy server does not know the session in time; the screen opens anyway.
    await page.goto('/operador/');
    const part = (name: string) => page.getByRole('region', { name });
    await expect(part('Personas').getByText(/^cuentas?$/)).toBeVisible();
    await expect(part('Historias').getByText(/^públicas?$/)).toBeVisible();
    await expect(part('Espacio').getByText(/^La base de datos ocupa/u)).toBeVisible();

    await expect(part('Espacio').getByText(/^Sin tendencia todavía/u)).toBeVisible();
    await expect(part('Día a día').getByText(/^Todavía no hay nada que dibujar/u)).toBeVisible();

    const failure = part('Lo que falló').getByRole('listitem').filter({ hasText: story.id });
    await expect(failure).toContainText('No se pudo preparar el MP3 de una historia');
    await expectNoViolations(page, 'the operator screen');
    await failure.getByRole('button', { name: /^Otra vez/u }).click();
    await expect(toast(page, 'En cola otra vez')).toBeVisible();
    await expect(failure).toHaveCount(0);
    await expect(part('Lo que falló')).toBeFocused();
    for (const [id, error] of [
      [untold, 'the store was gone'],
      [unwritten, 'the key was refused'],
    ] as const) {
      const ofRecording = part('Lo que falló').getByRole('listitem').filter({ hasText: id });
      await expect(ofRecording).toContainText(error);
      await ofRecording.getByRole('button', { name: /^Otra vez/u }).press('Enter');
      await expect(ofRecording).toHaveCount(0);
    }

    const downvotes = part('Ajustes').getByRole('switch', { name: /^Votos negativos/u });
    await downvotes.check();
    await expect
      .poll(async () => (await prisma.setting.findUnique({ where: { key: 'flags' } }))?.value)
      .toMatchObject({ showDownvotes: true, recordOnly: false });

    const words = `El domingo no se podrá grabar ${story.id.slice(0, 8)}`;
    const form = part('Anuncio para todas las personas');
    await form.getByRole('button', { name: 'Anunciar' }).click();
    await expect(form.getByText('Escribe lo que quieres anunciar')).toBeVisible();
    await form.getByLabel('Texto').fill(words);
    await form.getByLabel('Último día').press('2');
    await page.keyboard.press('Enter');
    await expect(form.getByText('Completa el día')).toBeVisible();
    await page.reload();
    await expect(form.getByLabel('Texto')).toHaveValue(words);
    await form.getByRole('button', { name: 'Anunciar' }).click();
    await expect(toast(page, 'Sin fin')).toBeVisible();
    await expect(form.getByText('Se muestra ahora')).toBeVisible();
    await expect(form.getByLabel('Texto')).toHaveValue('');

    const visitor = await openBrowser(browser);
    await visitor.goto('/record');
    await visitor.getByRole('link', { name: 'Comunidad' }).first().click();
    const banner = visitor.getByRole('region', { name: 'Anuncio' });
    await expect(banner).toContainText(words);
    await expectNoViolations(visitor, 'a page with an announcement');
    await visitor.goBack();
    await expect(visitor.getByRole('button', { name: /grabar/iu }).first()).toBeVisible();
    await expect(banner).toHaveCount(0);
    await visitor.goForward();
    await banner.getByRole('button', { name: 'Cerrar el anuncio' }).click();
    await expect(banner).toHaveCount(0);
    const loaded = visitor.waitForEvent('requestfinished', (request) =>
      /announcement-banner/.test(request.url()),
    );
    await visitor.reload();
    await loaded;
    await expect(visitor.getByRole('article').first()).toBeVisible();
    await expect(banner).toHaveCount(0);

    await page.bringToFront();
    await form.getByRole('button', { name: 'Quitar el anuncio' }).click();
    await expect(form.getByText(words)).toHaveCount(0);
    await expect(form).toBeFocused();
    expect(await prisma.setting.count({ where: { key: 'announcement' } })).toBe(0);
  },
);

test('an announcement between large letters leaves the header free, can be closed, and gets its room on the page', async ({
  page,
}) => {
  const announcement = { id: 'x', text: 'Habrá una pausa. '.repeat(8) };
  await changeAnswer(page, 'settings.public', (found) => ({ ...found, announcement }));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/normas');
  const banner = page.getByRole('region', { name: 'Anuncio' });
  const readRoom = () => page.evaluate(() => Number.parseFloat(document.body.style.paddingBottom));
  await expect(banner).toBeVisible();
  const before = await readRoom();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(readRoom).toBeGreaterThan(before);
  expect(await readRoom()).toBe((await banner.boundingBox())?.height);
  const header = await page.getByRole('banner').boundingBox();
  expect((await banner.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? Infinity);
  const close = banner.getByRole('button', { name: 'Cerrar el anuncio' });
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.click();
  await expect(banner).toHaveCount(0);
});

const dayMs = 86_400_000;
const history: readonly DayFigures[] = Array.from({ length: 90 }, (_, at) => ({
  day: new Date(Date.UTC(2026, 7, 1) + at * dayMs).toISOString().slice(0, 10),
  diskUsedBytes: 10e9 + at * 1e8,
  databaseBytes: 1e9,
  users: 100 + at,
  stories: 80,
  publicStories: 40,
  oldestReportSeconds: at === 40 ? 108_000 : 0,
}));

test('an administrator sees how the service grows from day to day, in pictures, sentences and numbers', async ({
  page,
}) => {
  await signInAsNewUser(page, newUser(), 'administrator');
  // The days are changed in the answers, because all tests share those of the database.
  const disk = { days: 30, bytesPerDay: 1e8, fullOn: null };
  const trends = { disk, database: { ...disk, bytesPerDay: null } };
  await changeAnswers(page, {
    'admin.history': () => history,
    'admin.overview': (found) => ({ ...found, trends }),
  });
  await page.goto('/operador');
  const part = page.getByRole('region', { name: 'Día a día' });
  const figure = (title: string) => part.getByRole('figure').filter({ hasText: title });
  await expect(figure('Disco ocupado')).toContainText(
    'De 10 GB el 1 de agosto de 2026 a 18,9 GB el 29 de octubre de 2026. Si sigue así, 21,9 GB el 28 de noviembre de 2026.',
  );
  await expect(figure('Personas')).toContainText(
    'De 100 el 1 de agosto de 2026 a 189 el 29 de octubre de 2026.',
  );
  await expect(figure('Historias públicas')).toContainText('Todas las historias');
  await expect(figure('Espera del reporte')).toContainText(
    'La más larga: 30 h, el 10 de septiembre de 2026.',
  );
  const lines = figure('Disco ocupado').locator('svg').first().locator('path[fill="none"]');
  await expect(lines).toHaveCount(2);
  for (const line of await lines.all()) await expect(line).toHaveAttribute('d', /^M[\d.]+,[\d.]+L/u);
  await part.getByText('Los números de cada día').press('Enter');
  await expect(part.getByRole('row')).toHaveCount(history.length + 1);
  await expect(part.getByRole('row').nth(1)).toHaveText(/18,9 GB.*189.*40.*80.*0 h/u);
  await expectNoViolations(page, 'the plots of the operator screen');
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test(
  'an administrator keeps a story for an authority, prolongs that once, and ends it before its day',
  { tag: '@firefox-long' },
  async ({ page, database: { prisma }, author, story }) => {
    const caseNumber = `DP ${story.id.slice(0, 8)}`;
    const said = 'Yo estaba en ese tren';
    await prisma.comment.create({
      data: { id: randomUUID(), storyId: story.id, authorName: 'Nadie', content: said },
    });
    const person = await signInAsNewUser(page, newUser(), 'administrator');
    await page.goto('/operador');
    const part = page.getByRole('region', { name: 'Conservado para una autoridad' });
    const kept = part.getByRole('listitem').filter({ hasText: caseNumber });
    await part.getByRole('button', { name: 'Conservar una historia' }).press('Enter');
    const sheet = dialog(page);
    await sheet.getByRole('button', { name: 'Conservar y ocultar' }).press('Enter');
    await expect(sheet.getByLabel('Enlace o id')).toBeFocused();
    await expect(sheet.getByText('Pega el enlace de la historia')).toBeVisible();
    await sheet.getByLabel('Enlace o id').fill(`${served.url}/?story=${story.id}&t=3`);
    await sheet.getByLabel('Número del caso').fill(caseNumber);
    await sheet.getByLabel('Último día').fill(inDays(100));
    await sheet.getByLabel('Motivo').fill('Se revisa');
    await expectNoViolations(page, 'the sheet that keeps a story');
    // The form is free again while the list is still refetched.
    const showKept = await holdCalls(page, 'stories.freezes');
    await sheet.getByRole('button', { name: 'Conservar y ocultar' }).press('Enter');
    await expect(sheet.getByLabel('Último día')).toBeFocused();
    await expect(sheet.getByText(/^Elige un día desde hoy/u)).toBeVisible();
    await sheet.getByLabel('Último día').fill(inDays(30));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Historia conservada')).toBeVisible();
    showKept();
    await expect(kept).toContainText(story.title);

    const looking = kept.getByRole('button', { name: `Ver la copia: caso ${caseNumber}` });
    await looking.press('Enter');
    await expect(sheet).toHaveAccessibleName('La copia');
    for (const text of [story.title, 'Llovía, y nadie tenía paraguas.', said, `@${author.username}`])
      await expect(sheet.getByText(text)).toBeVisible();
    await expectNoViolations(page, 'the copy of a story that is kept');
    await page.keyboard.press('Escape');
    await expect(looking).toBeFocused();
    const looker = { profile: { username: person.username } };
    const looks = { targetId: story.id, action: 'read-story', actor: looker };
    expect(await prisma.moderationLog.count({ where: looks })).toBe(1);

    await kept.getByRole('button', { name: `Prolongar: caso ${caseNumber}` }).press('Enter');
    await sheet.getByLabel('Nuevo último día').fill(inDays(40));
    await sheet.getByRole('button', { name: 'Prolongar' }).press('Enter');
    await expect(kept.getByText('Prolongado')).toBeVisible();
    await expect(kept.getByRole('button', { name: /^Prolongar/u })).toHaveCount(0);
    await expect(part).toBeFocused();
    await expectNoViolations(page, 'the stories that are kept');

    const ending = kept.getByRole('button', { name: `Terminar: caso ${caseNumber}` });
    await ending.press('Enter');
    await expect(sheet).toHaveAccessibleName('¿Terminar antes de su día?');
    await page.keyboard.press('Escape');
    await expect(ending).toBeFocused();
    await ending.press('Enter');
    await sheet.getByRole('button', { name: 'Terminar y borrar la copia' }).press('Enter');
    await expect(kept).toHaveCount(0);
    await expect(part).toBeFocused();
    expect(await prisma.freeze.count({ where: { storyId: story.id, endedAt: null } })).toBe(0);
  },
);

test('the answer about a story whose sheet was closed meanwhile is told, and leaves the next sheet as it is', async ({
  page,
  story,
}) => {
  await signInAsNewUser(page, newUser(), 'administrator');
  await page.goto('/operador');
  const sheet = dialog(page);
  const open = () => page.getByRole('button', { name: 'Conservar una historia' }).click();
  const caseNumber = () => sheet.getByLabel('Número del caso');
  const sendAndOpenAnother = async (until: string) => {
    const release = await holdCalls(page, 'stories.freeze');
    await open();
    await sheet.getByLabel('Enlace o id').fill(story.id);
    await caseNumber().fill(`DP ${story.id.slice(0, 8)}`);
    await sheet.getByLabel('Último día').fill(until);
    await sheet.getByLabel('Motivo').fill('Se revisa');
    await sheet.getByRole('button', { name: 'Conservar y ocultar' }).click();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await open();
    await caseNumber().fill('Otro caso');
    release();
  };
  await sendAndOpenAnother(inDays(100));
  await expect(toast(page, 'No se conservó')).toBeVisible();
  await expect(caseNumber()).toHaveValue('Otro caso');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await sendAndOpenAnother(inDays(30));
  await expect(toast(page, 'Historia conservada')).toBeVisible();
  await expect(caseNumber()).toHaveValue('Otro caso');
});
