import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { expectNoViolations } from './axe.ts';
import { listCoveredFocus, listMoving, listSmallTargets, listWideThings } from './layout-measurements.ts';

/** Expects that nothing scrolls sideways at 320 px, nor at 200 % text size. */
async function expectToFit(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  // Lists and waveforms redraw in the frame after the resize.
  const expectNoWideThings = (problem: string) =>
    expect
      .configure({ soft: true })
      .poll(() => page.evaluate(listWideThings), `${name}: ${problem}`)
      .toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoWideThings('wider than 320 px');
  await page.setViewportSize(size);
  const setLetters = async (fontSize: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
  await setLetters('200%');
  await expectNoWideThings('too wide at 200 %');
  await setLetters('');
}

/** Tabs from the focused element to the end of the page. Returns what is wrong with each focus indicator. */
async function listFocusFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(listCoveredFocus);
    if (found === null) break;
    faults.push(...found);
  }
  return faults;
}

/** The screens of each kind on which every focus is checked as well. */
const tabbed = new Set(['story', 'feed-filtered', 'own-profile', 'review']);

/** The screens whose parts are those of other screens, which are checked whole. */
const alike = new Set([
  'legal-condiciones-de-uso',
  'legal-cookies',
  'legal-contacto',
  'legal-reclamaciones',
  'legal-accesibilidad',
  'story-gone',
  'collection-gone',
  'people-empty',
  'profile-visitor',
]);

/** Expects that everyone can use a screen of a walk: contrast, names, target sizes, zoom, and a focus that no bar covers. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (alike.has(name)) return expectToFit(page, name);
  await expectNoViolations(page, name);
  expect.soft(await page.evaluate(listMoving), `${name}: moves under reduced motion`).toEqual([]);
  expect.soft(await page.evaluate(listSmallTargets), `${name}: targets below 44 px`).toEqual([]);
  await expectToFit(page, name);
  if (tabbed.has(name)) expect.soft(await listFocusFaults(page), `${name}: the focus`).toEqual([]);
  return undefined;
}
