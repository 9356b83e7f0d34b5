import { createStory } from '@relato/db/testing/factories';
import type { Locator, Page } from '@playwright/test';
import { call, expect, signInAsNewUser } from '../testing/fixtures.ts';
import { dialog, main, visit } from '../testing/people.ts';
import { test } from '../testing/server/database-fixtures.ts';

/** Presses twice at the same place; `between` waits until the first press has changed what is there. */
async function doubleClick(page: Page, button: Locator, between: () => Promise<void>): Promise<void> {
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    if (clickCount === 1) await between();
  }
}

test('a double tap presses nothing that the first tap put under the finger', async ({
  page,
  author,
  database: { prisma },
}) => {
  const titles = ['Uno', 'Dos', 'Tres'].map((title) => `${title} de ${author.username}`);
  const stories: string[] = [];
  for (const title of titles) stories.push(await createStory(prisma, { userId: author.id, title }));
  await signInAsNewUser(page);
  const id = await call<string>(page, 'collections.create', { name: 'Números' });
  for (const storyId of stories) await call(page, 'collections.setStory', { id, storyId, isIn: true });

  await test.step('the next row of a list, whose rows move up', async () => {
    await visit(page, `/coleccion/${id}`);
    await main(page).getByRole('button', { name: 'Ordenar' }).click();
    const rows = dialog(page).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await doubleClick(page, dialog(page).getByRole('button', { name: /^Quitar: Dos/ }), () =>
      expect(rows).toHaveCount(2),
    );
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(main(page)).toContainText('2 historias');
    await page.reload();
    await expect(main(page)).toContainText('2 historias');
  });

  await test.step('the screen behind a sheet, and the next step of a sheet', async () => {
    const options = main(page).getByRole('button', { name: /^Opciones de «Uno/ });
    await options.click();
    await doubleClick(page, dialog(page).getByRole('button', { name: 'Añadir a una colección…' }), () =>
      expect(dialog(page).getByRole('switch', { name: 'Números' })).toBeChecked(),
    );
    await expect(dialog(page)).toHaveAccessibleName('Añadir a una colección');
    await expect(dialog(page).getByRole('switch', { name: 'Números' })).toBeChecked();
  });
});
