import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Down by the wheel until a card is there, so that others come and go on the way. */
export async function wheelTo(page: Page, card: Locator): Promise<void> {
  await page.mouse.move(195, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 1_500);
    await expect(card).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** In px from the top of the window, once what was scrolled has come to rest. */
export async function restingTopOf(card: Locator): Promise<number> {
  let top = Number.NaN;
  await expect
    .poll(async () => {
      const before = top;
      top = (await card.boundingBox())?.y ?? Number.NaN;
      return top === before;
    })
    .toBe(true);
  return top;
}
