import type { Locator } from '@playwright/test';
import { holdCalls } from '../testing/changed-answers.ts';
import { confirmByMail, expect, signIn, signUp, newUser, test } from '../testing/fixtures.ts';
import { expectRecorded } from '../testing/recorder.ts';
import { patience } from '../testing/slowness.ts';

test(
  'L3, L9, L38, L42-43, L47, L59-61, L64, L265, L397: a user records a story, edits the transcript and publishes it, and a visitor listens',
  { tag: '@firefox' },
  async ({ page }) => {
    const person = newUser();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '¡Comparte tu historia!' })).toBeVisible();
    await expect(page.getByRole('main').getByText('Listo para grabar')).toBeVisible();

    await test.step('recording asks for an account: sign up, confirm by mail, sign in', async () => {
      await page.getByRole('main').getByRole('button', { name: 'Grabar' }).click();
      await page.getByRole('dialog').getByRole('button', { name: /Crear/ }).first().click();
      await signUp(page, person);
      await confirmByMail(page, person);
      await signIn(page, person);
    });

    await test.step('record three seconds', async () => {
      await page.goto('/record');
      await page.getByRole('main').getByRole('button', { name: 'Grabar' }).click();
      await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
      await expectRecorded(page, 3);
      const release = await holdCalls(page, 'transcription.status');
      await page.getByRole('button', { name: 'Detener' }).click();
      await expect(page.getByText(/Grabación completada: 0:(?:0[3-9]|[1-5]\d)/)).toBeVisible();
      await expect(page.getByText('Procesando...')).toBeVisible();
      release();
    });

    const transcript = page.getByRole('textbox', { name: 'Transcripción' });
    await test.step('see what the transcriber heard, and edit it', async () => {
      await expect(page.getByRole('main')).toContainText('soy Lucía', { timeout: 60_000 * patience });
      await page.getByRole('button', { name: 'Editar' }).click();
      await expect(transcript).toHaveValue(/soy Lucía/);
      await transcript.fill(`${await transcript.inputValue()} Y así fue.`);
      await page.getByRole('button', { name: 'Guardar cambios' }).click();
      await expect(page.getByText(/Y así fue\./)).toBeVisible();
    });

    await test.step('title, tag, save', async () => {
      await expect(page.getByText('El título es obligatorio para guardar tu historia')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Guardar mi historia' })).toBeDisabled();
      const titleField = page.getByRole('textbox', { name: 'Título' });
      const readBorder = () => titleField.evaluate((field) => getComputedStyle(field).borderColor);
      const required = await readBorder();
      await titleField.fill('La noche del mango');
      await expect.poll(readBorder).not.toBe(required);
      await page.getByRole('button', { name: 'humor', exact: true }).click();
      await page.getByRole('button', { name: 'Guardar mi historia' }).click();
      await expect(page.getByText('Historia guardada')).toBeVisible();
    });

    await test.step('publish, sign out', async () => {
      await expect(page).toHaveURL('/profile');
      const card = page.getByRole('article').filter({ hasText: 'La noche del mango' });
      await expect(card.getByText('Privada')).toBeVisible();
      await card.getByRole('button', { name: 'Publicar' }).click();
      // Each user is asked once.
      await page.getByRole('dialog').getByRole('button', { name: 'Sí, o solo se me oye a mí' }).click();
      await expect(page.getByText('Tu historia ahora es visible en la comunidad')).toBeVisible();
      await expect(card.getByText('Publicada')).toBeVisible();
      await page.goto('/search');
      await page.getByRole('button', { name: 'Tu cuenta' }).click();
      await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
      await expect(page.getByText('Sesión cerrada')).toBeVisible();
    });

    await test.step('listen as a visitor, from the middle', async () => {
      const card = page.getByRole('article').filter({ hasText: 'La noche del mango' });
      await expect(card.getByText(`@${person.username}`)).toBeVisible();
      await card.getByRole('button', { name: /Reproducir/ }).click();
      await expect(card.getByRole('button', { name: /Pausar/ })).toBeVisible();
      const seek = card.getByRole('slider');
      const durationSeconds = Number(await seek.getAttribute('max'));
      expect(durationSeconds).toBeGreaterThan(2.5);
      await seek.fill(String(Math.round(durationSeconds * 5) / 10));
      await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(durationSeconds / 2);
      const audioUrl = `/audio/${await storyIdOf(card)}`;
      const played = await page.evaluate(readAudio, audioUrl);
      expect(Math.abs(played.durationSeconds - durationSeconds)).toBeLessThan(0.2);
      expect(played.soughtToSeconds).toBeCloseTo(played.durationSeconds / 2, 1);
    });
  },
);

/** Returns the duration that the browser reads, and its position after seeking to the middle. */
async function readAudio(url: string): Promise<{ durationSeconds: number; soughtToSeconds: number }> {
  const audio = new Audio(url);
  const happens = (name: string) =>
    new Promise<void>((resolve, reject) => {
      audio.addEventListener(name, () => resolve(), { once: true });
      audio.addEventListener('error', () => reject(new Error(audio.error?.message ?? 'no audio')), {
        once: true,
      });
    });
  const loaded = happens('loadedmetadata');
  audio.load();
  await loaded;
  const sought = happens('seeked');
  audio.currentTime = audio.duration / 2;
  await sought;
  return { durationSeconds: audio.duration, soughtToSeconds: audio.currentTime };
}

async function storyIdOf(card: Locator): Promise<string> {
  const link = await card.getByRole('heading').getByRole('link').getAttribute('href');
  return new URLSearchParams(link?.split('?')[1]).get('story') ?? '';
}
