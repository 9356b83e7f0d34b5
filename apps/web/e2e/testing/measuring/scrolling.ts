import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** Scrolls by wheel until the card is in sight, so that cards are rendered and removed on the way. */
export async function wheelTo(page: Page, card: Locator): Promise<void> {
  await page.mouse.move(195, 500);
  const wheelOn = async (): Promise<boolean> => {
    const from = await page.evaluate(() => window.scrollY);
    // Less than a window at a time, so that no card is skipped.
    await page.mouse.wheel(0, 800);
    await page.evaluate(restFrom, from);
    return card.evaluateAll((found) =>
      found
        .map((element) => element.getBoundingClientRect())
        .some(({ top, bottom }) => top < window.innerHeight && bottom > 0),
    );
  };
  await expect.poll(wheelOn, { intervals: [10] }).toBe(true);
}

/** Waits until the page has scrolled and stands still, or has reached its end. */
async function restFrom(start: number): Promise<void> {
  for (let still = 0, before = start; still < (before === start ? 30 : 3); still += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (window.scrollY !== before) still = 0;
    before = window.scrollY;
  }
}

/** Returns the distance from the top of the window in px once scrolling has ended. */
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
