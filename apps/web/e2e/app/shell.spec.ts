import type { Page } from '@playwright/test';
import { hold } from '../testing/changed-answers.ts';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { dialog } from '../testing/people.ts';
import { recordButton } from '../testing/recorder.ts';
import { walkCrash } from '../testing/walks/every-screen.ts';
import { createAccount, expect, signIn, newUser, test } from '../testing/fixtures.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navegación principal' });

test('L22, L26, L29-30, L36, D11: while only recording is open, other addresses lead to the recorder and the community button is dimmed', async ({
  page,
}) => {
  await page.goto('/no-existe');
  await expect(page).toHaveTitle('Relato — Cuenta tu historia con tu voz');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: '¡Comparte tu historia!' })).toBeVisible();
  for (const address of ['/index.html', '/home']) {
    await page.goto(address);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: '¡Comparte tu historia!' })).toBeVisible();
  }
  const community = navigation(page).getByRole('button', { name: 'Comunidad' });
  await expect(community).toBeDisabled();
  await expect(community).toHaveCSS('opacity', '0.38');
  await expect(navigation(page).getByRole('link', { name: 'Perfil' })).toHaveCSS('opacity', '1');
  await page.goto('/search');
  await expect(page.getByRole('searchbox').or(page.getByLabel('Buscar historias...'))).toBeVisible();
});

test('L10, L37, L107, L268: a press on record waits for the session, asks visitors to sign in, and leads to the recorder', async ({
  page,
}) => {
  const person = newUser();
  await createAccount(person);
  const answer = await hold(page, 'account.session');
  await page.goto('/search');
  await navigation(page)
    .getByRole('button', { name: /^Grabar/ })
    .click();
  await expect(page).toHaveURL(/\/record$/);
  await recordButton(page).click();
  await expect(recordButton(page)).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(dialog(page)).toBeVisible();
  await expect(recordButton(page)).toHaveAttribute('aria-busy', 'false');

  await page.goto('/search');
  // Before the session is known, the button leads to the recorder.
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await navigation(page).getByRole('button', { name: 'Grabar' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Crea tu cuenta para grabar tu historia');
  await expect(page).toHaveURL('/search');
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Inicia sesión para grabar tu historia');
  await signIn(page, person);
  await expect(page).toHaveURL('/record');
  await expect(dialog(page)).toBeHidden();
});

test('a way back while the app loads shows the screen of the address', async ({ page }) => {
  await page.goto('/search');
  await navigation(page).getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  const { promise, resolve: bring } = Promise.withResolvers<void>();
  await page.route(/\/assets\/profile-[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  // The router has read the address.
  await page.waitForFunction(() => Object.hasOwn(history, 'pushState'));
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/search');
  bring();
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
});

test(
  'L103, D28: the keyboard skips to the content, closes a sheet and returns to the button',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Saltar al contenido' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    // An address of its own would be a step back of its own, too.
    await expect(page).toHaveURL('/profile');
    await page.keyboard.press('Tab');
    const signUp = page.getByRole('main').getByRole('button', { name: 'Crear Cuenta' });
    await expect(signUp).toBeFocused();
    await expect(page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();

    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveAccessibleName('Crear cuenta');
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(signUp).toBeFocused();
  },
);

test('L34-35, L412: the header stays, the bar has three buttons clear of the home indicator, and a wide window has it at its left', async ({
  page,
}) => {
  await page.goto('/search');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Relato' })).toBeVisible();
  await expect(header).toHaveCSS('position', 'sticky');
  await expect(navigation(page).getByRole('button')).toHaveText(['Comunidad', '']);
  await expect(navigation(page).getByRole('button', { name: 'Grabar' })).toBeVisible();
  await expect(navigation(page).getByRole('link')).toHaveText(['Perfil']);

  await test.step('clear of the notch and the home indicator', async () => {
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const place = async () => ({
      headerBottom: (await header.boundingBox())?.height ?? 0,
      barTop: (await navigation(page).boundingBox())?.y ?? 0,
    });
    const { headerBottom, barTop } = await place();
    const devtools = await page.context().newCDPSession(page);
    const set = (top: number, bottom: number) =>
      devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top, bottom } });
    await set(47, 34);
    await expect.poll(place).toEqual({ headerBottom: headerBottom + 47, barTop: barTop - 34 });
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    const send = dialog(page).getByRole('button', { name: 'Crear Cuenta' });
    const bottom = async () => {
      const { y = 844, height = 0 } = (await send.boundingBox()) ?? {};
      return y + height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(844 - 34);
    await page.keyboard.press('Escape');
    await set(0, 0);
  });

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(navigation(page)).toHaveCount(1);
  await navigation(page).getByRole('link', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(navigation(page).getByRole('link', { name: 'Perfil' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const box = await navigation(page).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0 });
  const width = async () => (await page.getByRole('main').boundingBox())?.width;
  await expect.poll(width).toBeLessThanOrEqual(680);
});

test.describe('a broken screen', () => {
  test.use({
    expectedErrors:
      /^(?:TypeError: Cannot read properties of undefined|RangeError: Invalid time value)|React/,
  });

  test('L395: a broken screen says what is safe and starts again', async ({ page }) => {
    await walkCrash(page, (name) => expectNoViolations(page, name));
    await expect(page.getByText('lo guardado y lo grabado sigue a salvo')).toBeVisible();
    await expect(navigation(page)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  });
});

test.describe('a blocked script', () => {
  test.use({ expectedErrors: /blocked by the policy|Content Security Policy|Content-Security-Policy/ });

  test('SEC-39: a blocked script is reported to this test suite', async ({ page }) => {
    await page.goto('/');
    const told = page.waitForEvent('console', (message) =>
      message.text().startsWith('blocked by the policy'),
    );
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.wasRun = true';
      document.body.append(script);
    });
    expect((await told).text()).toContain('script-src');
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  });
});
