import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { call, createAccount, expect, readLink, somebody, startSession, test } from './fixtures.ts';

const screensDir = fileURLToPath(new URL('../test-results/screens', import.meta.url));
const readmePicture = fileURLToPath(new URL('../../../docs/screenshot.png', import.meta.url));
const maxReadmePictureBytes = 400_000;
const teller = { username: 'marisol', email: 'marisol@demo.relato.example', password: 'érase una vez 7' };

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const looks = Object.entries(viewports).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, viewport, colorScheme })),
);

const pictureOf = (name: string, size: string, colorScheme: string) =>
  `${screensDir}/${name}-${size}-${colorScheme}.png`;

for (const { size, viewport, colorScheme } of looks) {
  test.describe(`${size}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    const take = async (page: Page, name: string): Promise<void> => {
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: pictureOf(name, size, colorScheme), animations: 'disabled' });
    };

    test('as a visitor sees them', async ({ page }) => {
      await page.goto('/search');
      await expect(page.getByRole('article').nth(1)).toBeVisible();
      await take(page, 'feed');
      await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
      await expect(page).toHaveURL(/story=/);
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByText('Cargando comentarios...')).toHaveCount(0);
      await take(page, 'story');
      await page.goto('/profile');
      await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
      await take(page, 'profile-visitor');
      await page.getByRole('main').getByRole('button', { name: 'Crear Cuenta' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await take(page, 'sign-up');
      await page.goto('/no-existe');
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
      await take(page, 'not-found');
    });

    test('as somebody new sees them', async ({ page }) => {
      const person = somebody();
      await createAccount(page, person);
      await startSession(page, person);
      await page.goto('/profile');
      await expect(page.getByRole('heading', { name: 'Aún no tienes historias' })).toBeVisible();
      await take(page, 'empty');
    });

    test('as a teller sees them', async ({ page }) => {
      await startTellerSession(page);
      await page.goto('/profile');
      await expect(page.getByRole('article').first()).toBeVisible();
      await take(page, 'own-profile');
    });

    test('as a teller records', async ({ page }) => {
      await startTellerSession(page);
      await page.goto('/record');
      const main = page.getByRole('main');
      await expect(main.getByText('Listo para grabar')).toBeVisible();
      await take(page, 'record');
      await main.getByRole('button', { name: 'Grabar' }).click();
      await expect(main.getByText('0:06', { exact: true })).toBeVisible();
      await take(page, 'recording');
      await main.getByRole('button', { name: 'Detener' }).click();
      await expect(main.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
      await expect(main.getByText(/Procesando|Comprobando|El texto llegará/)).toHaveCount(0, {
        timeout: 30_000,
      });
      await main.getByRole('button', { name: 'humor', exact: true }).click();
      await take(page, 'review');
    });
  });
}

test('three of them side by side, for the readme', async ({ page }) => {
  const pictures = await Promise.all(
    ['recording', 'review', 'feed'].map(async (name) =>
      readFile(pictureOf(name, 'phone', 'light'), 'base64'),
    ),
  );
  await page.setViewportSize({ width: 1290, height: 924 });
  await page.setContent(
    `<style>
      body { margin: 0; padding: 40px 30px; display: flex; gap: 30px; background: #d9d1c7; }
      img { width: 390px; height: 844px; border-radius: 36px; box-shadow: 0 12px 32px #2a1c2a33; }
    </style>${pictures.map((picture) => `<img alt="" src="data:image/png;base64,${picture}">`).join('')}`,
    { waitUntil: 'load' },
  );
  const picture = await page.screenshot({ path: readmePicture, fullPage: true });
  expect(picture.byteLength).toBeLessThan(maxReadmePictureBytes);
});

/** The demo's people have no password until a recovery mail gives them one. */
async function startTellerSession(page: Page): Promise<void> {
  const { email, password } = teller;
  const known = await page.request.post('/trpc/auth.signIn', { data: { json: { email, password } } });
  if (known.ok()) return;
  await call(page, 'auth.requestPasswordReset', { email });
  const link = new URL(await readLink(email, { path: '/restablecer' }));
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  await call(page, 'auth.resetPassword', { token, password });
  await startSession(page, teller);
}
