import { expect, type Page } from '@playwright/test';
import { main, type See } from './walk.ts';

/** Walks the operator's pages, which the server renders, through the links of the screens. */
export async function walkLegal(page: Page, see: See): Promise<void> {
  const opened = page.waitForEvent('popup');
  await main(page).getByRole('link', { name: 'Información legal' }).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Aviso legal' })).toBeVisible();
  await popup.close();
  await page.goto('/legal/aviso');
  const pages = page.getByRole('navigation', { name: 'Información legal' });
  for (const name of [
    'Aviso legal',
    'Condiciones de uso',
    'Privacidad',
    'Cookies',
    'Contacto',
    'Reclamaciones',
    'Accesibilidad',
  ]) {
    // The style sheet blocks painting but not scripts, which could measure an unstyled page.
    const loaded = page.waitForEvent('load');
    await pages.getByRole('link', { name }).click();
    await loaded;
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await see(`legal-${name.toLowerCase().replaceAll(' ', '-')}`);
  }
}
