import { expectNoViolations } from '../testing/measuring/axe.ts';
import { expect } from '../testing/fixtures.ts';
import { openBrowser, signInWithRole, toast } from '../testing/people.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { createInspectedRecording } from '../testing/server/inspected-recording.ts';

test(
  'an administrator sees how the service is, retries what failed, turns a switch and tells everyone, and others find nothing there',
  { tag: '@firefox-long' },
  async ({ browser, database: { prisma }, setFlags, story }) => {
    await setFlags({ recordOnly: false });
    await prisma.$executeRaw`INSERT INTO pgboss.job (name, data, source_output)
      VALUES ('make-mp3.dead', ${{ storyId: story.id }}, ${{ message: 'the disk was full' }})`;
    const moderator = await signInWithRole(browser, 'moderator');
    const answer = await moderator.page.goto('/operador');
    expect(answer?.status()).toBe(404);
    await expect(moderator.page.getByRole('heading', { name: '404' })).toBeVisible();

    const untold = await createInspectedRecording(moderator.page, 'chromium_timeslice_noduration.webm');
    const unwritten = await createInspectedRecording(moderator.page, 'chromium_timeslice_noduration.webm');
    const failedAt = new Date();
    await prisma.recording.update({
      where: { id: untold },
      data: { state: 'inspecting', inspectionFailedAt: failedAt, inspectionError: 'the store was gone' },
    });
    await prisma.transcript.update({
      where: { recordingId: unwritten },
      data: { status: 'error', finishedAt: failedAt, error: 'the key was refused' },
    });

    const { page } = await signInWithRole(browser, 'administrator');
    // Its status is 404 where a busy server does not know in time who asks; the screen opens all the same.
    await page.goto('/operador/');
    const part = (name: string) => page.getByRole('region', { name });
    await expect(part('Personas').getByText('cuentas')).toBeVisible();
    await expect(part('Historias').getByText('públicas', { exact: true })).toBeVisible();
    await expect(part('Espacio').getByText(/^La base de datos ocupa/u)).toBeVisible();

    await expect(part('Espacio').getByText(/^Sin tendencia todavía/u)).toBeVisible();

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
    await expect(visitor.getByRole('button', { name: /grabar/iu }).first()).toBeVisible();
    await expect(visitor.getByRole('region', { name: 'Anuncio' })).toHaveCount(0);
    await visitor.goto('/search');
    const banner = visitor.getByRole('region', { name: 'Anuncio' });
    await expect(banner).toContainText(words);
    await expectNoViolations(visitor, 'a page with an announcement');
    await banner.getByRole('button', { name: 'Cerrar el anuncio' }).click();
    await expect(banner).toHaveCount(0);
    await visitor.reload();
    await expect(visitor.getByRole('article').first()).toBeVisible();
    await expect(banner).toHaveCount(0);

    await page.bringToFront();
    await form.getByRole('button', { name: 'Quitar el anuncio' }).click();
    await expect(form.getByText(words)).toHaveCount(0);
    await expect(form).toBeFocused();
    expect(await prisma.setting.count({ where: { key: 'announcement' } })).toBe(0);
  },
);
