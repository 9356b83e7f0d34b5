import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createQuestion, createUser } from '@relato/db/testing/factories';
import {
  confirmByMail,
  expect,
  newUser,
  signIn,
  signInAsNewUser,
  signUp,
  test,
} from '../testing/fixtures.ts';
import { openInstalled } from '../testing/people.ts';
import { expectNothingKept } from '../testing/recorded-sound.ts';
import { recordButton, saveAs } from '../testing/recorder.ts';
import { getServedDatabase } from '../testing/server/serve-relato.ts';

test.use({ serviceWorkers: 'allow' });

const speech = fileURLToPath(
  new URL('../../../../packages/testing/fixtures/audio/speech.wav', import.meta.url),
);

/** Returns whether the worker keeps a shared file for the recorder. The file goes once it was refused or is a draft. */
const hasShared = (page: Page) =>
  page.evaluate(
    async () => (await (await caches.open('shared-audio')).match('/compartir/audio')) !== undefined,
  );

/** Shares a file, in Base64 or empty, like the system, by posting the form of the manifest. */
const shareFile = (page: Page, content: string | { size: number }, type: string) =>
  page.evaluate(
    ([given, mimeType]) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/compartir',
        enctype: 'multipart/form-data',
      });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'audio' });
      const files = new DataTransfer();
      const bytes =
        typeof given === 'string'
          ? Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0))
          : new Uint8Array(given.size);
      files.items.add(new File([bytes], 'nota de voz', { type: mimeType }));
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [content, type] as const,
  );

const questionOn = (page: Page) => page.getByRole('dialog', { name: '¿Usar este audio?' });

test(
  'an audio file that another app shares becomes a story once the user agrees, and other files do not',
  { tag: '@firefox-long' },
  async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/\/upload|recordings\.begin/.test(request.url())) sent.push(request.url());
    });
    await signInAsNewUser(page);
    await openInstalled(page, '/profile');
    const question = questionOn(page);
    await shareFile(page, await readFile(speech, 'base64'), 'audio/wav');
    // Every site can post this form.
    await expect(question.getByText('nota de voz')).toBeVisible();
    await question.getByRole('button', { name: 'Dejarlo' }).click();
    await expect(recordButton(page)).toBeVisible();
    await expect.poll(() => hasShared(page)).toBe(false);
    await expectNothingKept(page);
    expect(sent).toEqual([]);

    // The question whose link the user followed last is answered by the file too.
    const { prisma } = await getServedDatabase();
    const asker = await createUser(prisma);
    const { username } = await prisma.profile.findUniqueOrThrow({ where: { id: asker } });
    await page.goto(`/cuentame#token=${await createQuestion(prisma, { userId: asker })}`);
    await expect(page.getByText(`@${username} te pide una historia`)).toBeVisible();
    await shareFile(page, await readFile(speech, 'base64'), 'audio/wav');
    await question.getByRole('button', { name: 'Usar el audio' }).click();
    await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
    await expect(page).toHaveURL(/\/record$/);
    await expect(page.getByRole('radio', { name: `Solo @${username}` })).toBeChecked();
    await saveAs(page, 'La nota compartida', `Solo la puede oír @${username}.`);
    // The file exceeds the limit that the worker reads into memory.
    await shareFile(page, { size: 18_000_000 }, 'audio/wav');
    await expect(page.getByText('La grabación pesa más de 16 MB.')).toBeVisible();
  },
);

test('the shared file of a visitor waits for their account', async ({ page }) => {
  await openInstalled(page, '/search');
  await shareFile(page, await readFile(speech, 'base64'), 'audio/wav');
  const take = questionOn(page).getByRole('button', { name: 'Usar el audio' });
  await take.click();
  const address = page.getByRole('dialog').getByLabel('Correo electrónico');
  await expect(address).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(address).toHaveCount(0);
  await take.click();
  const person = newUser();
  await signUp(page, person);
  await confirmByMail(page, person);
  await signIn(page, person);
  await page.getByRole('main').getByRole('link', { name: 'Grabar mi historia' }).click();
  await take.click();
  await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
  await expect.poll(() => hasShared(page)).toBe(false);
  await expect(questionOn(page)).toHaveCount(0);
});
