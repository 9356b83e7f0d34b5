import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Down by the wheel until a card is in sight, so that others come and go on the way. */
export async function wheelTo(page: Page, card: Locator): Promise<void> {
  await page.mouse.move(195, 500);
  const wheelOn = async (): Promise<boolean> => {
    const from = await page.evaluate(() => window.scrollY);
    // Less than a window at a time, each to its end: none is passed over.
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

/** Until the page has left where it was, and stands; where its end is reached for now, it stays. */
async function restFrom(start: number): Promise<void> {
  for (let still = 0, before = start; still < (before === start ? 30 : 3); still += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (window.scrollY !== before) still = 0;
    before = window.scrollY;
  }
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
