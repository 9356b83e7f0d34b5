import { expect, type Page } from '@playwright/test';
import { call, signInAsNewUser } from '../fixtures.ts';
import { closeSheet, main, sheet, visit, type See, type World } from './walk.ts';

/** Walks the menu of a card, and the collections of a user, empty and filled. */
export async function walkCollections(page: Page, see: See, { storyId }: World): Promise<void> {
  await signInAsNewUser(page);
  await page.goto('/coleccion/mas-tarde');
  await expect(page.getByRole('heading', { name: 'Aún no hay historias aquí' })).toBeVisible();
  await see('collection-empty');
  const name = 'Para el viaje en tren';
  const id = await call<string>(page, 'collections.create', { name });
  await call(page, 'collections.setStory', { id, storyId, isIn: true });
  await call(page, 'collections.update', { id, name, isPublic: true });
  await visit(page, '/colecciones');
  await expect(main(page).getByRole('link', { name })).toBeVisible();
  await see('collections');
  await main(page).getByRole('link', { name }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await see('collection');
  await main(page).getByRole('button', { name: 'Ordenar' }).click();
  await expect(sheet(page).getByRole('listitem')).toHaveCount(1);
  await see('collection-order');
  await closeSheet(page);
  await main(page).getByRole('button', { name: 'Editar' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Editar la colección');
  await see('collection-edit');
  await sheet(page).getByRole('button', { name: 'Eliminar colección' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Eliminar colección');
  await see('collection-delete');
  await closeSheet(page);
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Opciones de / })
    .click();
  await expect(sheet(page).getByRole('button', { name: 'Escuchar más tarde' })).toBeEnabled();
  await see('story-menu');
  await sheet(page).getByRole('button', { name: 'Añadir a una colección…' }).click();
  await expect(sheet(page).getByRole('switch', { name })).toBeChecked();
  await see('story-collections');
  await visit(page, '/coleccion/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Esta colección no existe' })).toBeVisible();
  await see('collection-gone');
}
