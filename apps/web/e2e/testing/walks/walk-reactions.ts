import { expect, type Page } from '@playwright/test';
import { signInAsNewUser, startSession } from '../fixtures.ts';
import { waitForCall } from '../people.ts';
import { closeSheet, main, sheet, type See, type World } from './walk.ts';

/** Walks the signs on the words of a story, for a listener and for its author. */
export async function walkReactions(page: Page, see: See, { storyId, teller }: World): Promise<void> {
  await signInAsNewUser(page);
  await page.goto(`/?story=${storyId}`);
  const ask = async () => {
    await main(page).getByRole('button', { name: 'Dejar una señal' }).click();
    await expect(sheet(page)).toHaveAccessibleName('¿Qué sentiste?');
  };
  await ask();
  await see('reaction');
  await waitForCall(page, /reactions\.set/, () =>
    sheet(page).getByRole('button', { name: 'Corazón' }).click(),
  );
  await ask();
  await expect(sheet(page).getByRole('button', { name: 'Corazón' })).toHaveAttribute('aria-pressed', 'true');
  await closeSheet(page);

  await startSession(page, teller);
  await page.goto(`/?story=${storyId}`);
  await expect(page.locator('[data-heat]')).toBeVisible();
  await see('story-warm');
  await main(page).getByRole('button', { name: 'Lo que sintieron' }).click();
  await expect(sheet(page).getByRole('listitem').first()).toBeVisible();
  await see('reactions-received');
  await closeSheet(page);
}
