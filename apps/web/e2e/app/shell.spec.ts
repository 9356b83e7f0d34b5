import type { Page } from '@playwright/test';
import { walkCrash } from '../testing/walks/every-screen.ts';
import { createAccount, expect, signIn, signInAsNewUser, newUser, test } from '../testing/fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navegación principal' });

test('L26, L30: an unknown page has the title of the document and leads home', async ({ page }) => {
  await page.goto('/no-existe');
  await expect(page).toHaveTitle('Relato — Cuenta tu historia con tu voz');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: '¡Comparte tu historia!' })).toBeVisible();
});

test('L22, L36, D11: while only recording is open, /home leads to / and the community button is dimmed', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(page).toHaveURL('/');
  const community = navigation(page).getByRole('button', { name: 'Comunidad' });
  await expect(community).toBeDisabled();
  await expect(community).toHaveCSS('opacity', '0.38');
  await expect(navigation(page).getByRole('link', { name: 'Perfil' })).toHaveCSS('opacity', '1');
  await page.goto('/search');
  await expect(page.getByRole('searchbox').or(page.getByLabel('Buscar historias...'))).toBeVisible();
});

test('L10, L37, L107, L268: a visitor who presses record signs in and gets to the recorder', async ({
  page,
}) => {
  const person = newUser();
  await createAccount(person);
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

test('L34-35: the header stays with the logo, and the bar has three buttons', async ({ page }) => {
  await page.goto('/search');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Relato' })).toBeVisible();
  await expect(header).toHaveCSS('position', 'sticky');
  await expect(navigation(page).getByRole('button')).toHaveText(['Comunidad', '']);
  await expect(navigation(page).getByRole('button', { name: 'Grabar' })).toBeVisible();
  await expect(navigation(page).getByRole('link')).toHaveText(['Perfil']);
});

test('L34-35, L412: a wide window has the navigation at its left', { tag: '@firefox' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/search');
  await expect(navigation(page)).toHaveCount(1);
  await navigation(page).getByRole('link', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(navigation(page).getByRole('link', { name: 'Perfil' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const box = await navigation(page).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0 });
  expect((await page.getByRole('main').boundingBox())?.width).toBeLessThanOrEqual(680);
});

test(
  'the content security policy allows only the scripts of the app',
  { tag: '@firefox' },
  async ({ page }) => {
    const violations: string[] = [];
    await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        Reflect.get(window, 'reportViolation')(`${violatedDirective} ${blockedURI}`),
      );
    });
    const answer = await page.goto('/');
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    const sources = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1];
    expect(sources?.trim()).toBe("'self'");
    await expect(page.getByRole('heading', { name: '¡Comparte tu historia!' })).toBeVisible();
    for (const path of ['/search', '/profile', '/record', '/confirmar', '/restablecer', '/no-existe']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    }
    expect(violations).toEqual([]);
  },
);

test.describe('a broken screen', () => {
  test.use({
    expectedErrors:
      /^(?:TypeError: Cannot read properties of undefined|RangeError: Invalid time value)|React/,
  });

  test('L395: a broken screen says what is safe and starts again', async ({ page }) => {
    await walkCrash(page, async () => undefined);
    await expect(page.getByText('lo guardado y lo grabado sigue a salvo')).toBeVisible();
    await expect(navigation(page)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  });
});

test('a screen works without its optional parts when they cannot be loaded', async ({ page }) => {
  const person = await signInAsNewUser(page);
  let isMissing = false;
  await page.route(/\/assets\/drafts-/, async (route) => {
    isMissing = true;
    await route.abort('internetdisconnected');
  });
  await page.goto('/search');
  await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  await expect.poll(() => isMissing).toBe(true);
  await page.getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
  await expect(navigation(page)).toBeVisible();
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
