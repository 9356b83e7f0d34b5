import { limits } from '@relato/contract/limits';
import { retention } from '@relato/contract/retention';
import { createReport, createStory, createUser } from '@relato/db/testing/factories';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { changeAnswer, holdCalls } from '../testing/changed-answers.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { call, expect, newUser, query, signInAsNewUser } from '../testing/fixtures.ts';
import { caseOf, closeSheet, signInWithRole, toast } from '../testing/people.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test('a moderator moves through the queue and decides by keyboard, and a second moderator sees the first decision', async ({
  page,
  request,
  database,
}) => {
  const { prisma } = database;
  const authorId = await createUser(prisma);
  const titles = ['Primera', 'Segunda'].map((title) => `${title} ${authorId.slice(0, 8)}`);
  const ids: string[] = [];
  for (const title of titles) {
    const storyId = await createStory(prisma, { userId: authorId, title });
    await createReport(prisma, { storyId });
    ids.push(storyId);
  }
  await signInAsNewUser(page, newUser(), 'moderator');
  await page.goto('/moderacion');
  const [first = '', second = ''] = titles;
  await expect(caseOf(page, first)).toBeVisible();
  const heading = (title: string) => page.getByRole('button', { name: title, exact: true });
  const listOpen = () => page.getByRole('listitem').getByRole('button', { expanded: true }).allTextContents();
  const walkTo = async (title: string, key: string) => {
    for (let open = await listOpen(); !open.includes(title);) {
      const before = open;
      await page.keyboard.press(key);
      await expect
        .poll(async () => {
          open = await listOpen();
          return open;
        })
        .not.toEqual(before);
    }
  };
  await walkTo(first, 'j');
  await walkTo(second, 'j');
  await walkTo(first, 'k');
  await expect(heading(first)).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
  await closeSheet(page);

  await page.keyboard.press('d');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(caseOf(page, first).getByRole('button', { name: 'Descartar' })).toBeVisible();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Descartar los reportes' });
  await dialog.getByLabel('Motivo', { exact: true }).pressSequentially('jode o calla');
  await expect(dialog.getByLabel('Motivo', { exact: true })).toHaveValue('jode o calla');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(caseOf(page, first)).toHaveCount(0);
  await walkTo(second, 'j');
  const colleague = await signInAsNewUser({ request }, newUser(), 'moderator');
  // A poll must not show the decision before the press.
  await holdCalls(page, 'reports.queue');
  await call({ request }, 'reports.review', { storyId: ids[1] });
  await caseOf(page, second).getByRole('button', { name: 'Revisar' }).click();
  await expect(toast(page, `Ya lo hizo @${colleague.username}: empezó a revisar`)).toBeVisible();
  await prisma.user.delete({ where: { id: authorId } });
});

test('a wide window shows the case beside the list, accessibly', async ({ page, database }) => {
  const { prisma } = database;
  const author = await signInAsNewUser(page);
  const title = `La casa de ${author.username}`;
  const id = await uploadStory(page, { title });
  await createReport(prisma, { storyId: id, reason: 'harassment' });
  await createReport(prisma, { storyId: id });
  const find = { list: 'Insultos', word: 'malo', field: 'transcript', atMs: 2_000, commentId: null };
  await createReport(prisma, { storyId: id, reason: 'watched', atMs: 2_000, watched: [find] });
  await signInAsNewUser(page, newUser(), 'moderator');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await page.goto('/moderacion');
  await caseOf(page, title).getByRole('button', { name: title }).click();
  const reported = page.getByRole('region', { name: title });
  await expect(reported.getByText('Sin comentarios')).toBeVisible();
  // The reports of people and of the machine are counted separately, and the found word plays from its second.
  await expect(reported.getByText('2 reportes', { exact: true })).toBeVisible();
  await expect(reported.getByText('La puso aquí una máquina')).toBeVisible();
  await expect(reported.getByText('«malo» de la lista Insultos, en lo que se dice')).toBeVisible();
  await reported.getByRole('button', { name: 'Escuchar desde 0:02' }).click();
  await reported.getByRole('button', { name: 'Pausar' }).click();
  // The case stays, although the list of those that nobody reviews loses it.
  await page.getByRole('button', { name: 'Pendientes' }).click();
  await reported.getByRole('button', { name: 'Revisar' }).click();
  await expect(reported.getByRole('button', { name: 'Ocultar' })).toBeVisible();
  await expectNoViolations(page, 'a case beside the list');
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog', { name: 'Suspender la cuenta' })).toBeVisible();
  await page.getByRole('dialog', { name: 'Suspender la cuenta' }).getByText('Spam o publicidad').click();
  // The reason also selects its rule.
  await expect(page.getByRole('button', { name: 'Sin spam', pressed: true })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(reported.getByText('Cuenta suspendida')).toBeVisible();
  await expect(reported.getByRole('button', { name: 'Suspender cuenta' })).toHaveCount(0);
  // The report is still open.
  await expect(reported.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await expect(reported.getByRole('button', { name: 'Descartar' })).toBeVisible();

  // A sheet stays when another case comes before the one that shows without a choice.
  await prisma.report.updateMany({ where: { storyId: id }, data: { createdAt: new Date('2001-01-01') } });
  await page.getByRole('button', { name: 'En revisión' }).click();
  await reported.getByRole('button', { name: 'Descartar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Descartar los reportes' });
  await expect(sheet.getByText(title)).toBeVisible();
  await sheet.getByRole('textbox').fill('La oí entera');
  const earlier = `El pozo de ${author.username}`;
  const before = await createStory(prisma, { userId: await createUser(prisma), title: earlier });
  const moderator = await prisma.user.findFirstOrThrow({ where: { role: 'moderator' } });
  const inReview = { status: 'reviewing', moderatorId: moderator.id, reviewingAt: new Date() } as const;
  await createReport(prisma, { storyId: before, createdAt: new Date('2000-01-01'), ...inReview });
  await page.clock.fastForward(limits.refresh.intervalMs);
  await expect(page.getByText(earlier)).toBeVisible();
  await expect(sheet.getByRole('textbox')).toHaveValue('La oí entera');
  await prisma.story.delete({ where: { id: before } });
});

test('SEC-62: the queue assigns the case of an unpublished story, which its moderator sees as it was reported', async ({
  page,
  browser,
  database,
}) => {
  const { prisma } = database;
  const author = await signInAsNewUser(page);
  const title = `La carta de ${author.username}`;
  const id = await uploadStory(page, { title, transcript: 'Querida abuela, te escribo.' });
  const hourMs = 3_600_000;
  // Older than the cases of other journeys, so that the queue assigns this one first.
  const createdAt = new Date(Date.now() - (retention.reportedText.hours - 1) * hourMs);
  await createReport(prisma, { storyId: id, reporterUserId: await createUser(prisma), createdAt });
  await call(page, 'stories.unpublish', { id });
  await call(page, 'stories.update', { id, title: 'Mi secreto', transcript: 'Nadie lo sabe.' });

  const person = await signInAsNewUser(page, newUser(), 'moderator');
  // The server refuses a cursor that is longer than any of its own.
  const nextCursor = 'x'.repeat(500);
  await changeAnswer(page, 'reports.queue', () => ({ items: [], nextCursor }));
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes(nextCursor)) asked += 1;
  });
  await page.goto('/moderacion');
  await page.getByRole('button', { name: 'Recibir el siguiente caso' }).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  // An endless loop would make many more calls meanwhile, and a refresh makes one.
  for (let calls = 0; calls < 30; calls += 1) await query(page, 'reports.queueStats', {});
  expect(asked).toBeLessThan(4);
  await page.unrouteAll({ behavior: 'wait' });
  // A network that returns repeats what failed.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  const reported = caseOf(page, title);
  await expect(reported.getByText('la ves como fue reportada')).toBeVisible();
  await expect(reported.getByText('Querida abuela, te escribo.')).toBeVisible();
  await expect(page.getByText('secreto')).toHaveCount(0);
  await reported.getByRole('button', { name: 'Reproducir' }).click();
  await expect(reported.getByRole('button', { name: 'Pausar' })).toBeVisible();

  const colleague = await signInWithRole(browser, 'moderator');
  await colleague.page.goto('/moderacion');
  const closed = colleague.page.getByRole('listitem').filter({ hasText: `La revisa @${person.username}` });
  await closed.getByRole('button', { name: 'Historia retirada' }).click();
  await expect(closed.getByText('Solo la ve quien recibe el caso de la cola')).toBeVisible();
  await expect(closed.getByRole('button', { name: 'Reproducir' })).toHaveCount(0);

  await reported.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('dialog').getByText('No incumple las normas').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(reported).toHaveCount(0);
  await page.getByRole('button', { name: 'Registro' }).click();
  const looks = page.getByRole('listitem').filter({ hasText: `@${person.username}` });
  for (const look of ['Escuchó una historia que no es pública', 'Leyó una historia que no es pública'])
    await expect(looks.filter({ hasText: look })).toHaveCount(1);
});
