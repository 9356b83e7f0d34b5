import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half the size of `axe.source`. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

const options: axe.RunOptions = {
  // `listSmallTargets` measures targets against 44 px, more than the 24 px of the standard.
  runOnly: [...standards, 'best-practice'],
  rules: { 'target-size': { enabled: false } },
  // Elements that pass need no description.
  resultTypes: ['violations'],
};

/**
 * Returns a line for each element that breaks a rule, in the open sheet or else in the page: below a sheet the page is inert,
 * and every screen is also measured without one. Pages have no frames, so one run sees everything.
 */
async function listViolations(page: Page): Promise<string[]> {
  // Reading axe costs more than running it, so each document gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (given) => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
    const sheets = Array.from(document.querySelectorAll('dialog:modal'));
    const { violations } = await loaded.run(sheets.length > 0 ? sheets : document, given);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

/**
 * Expects no violations of WCAG 2.2 A and AA and axe's best practices. Uses reduced motion, because contrast changes during
 * transitions; `contrast.test.ts` measures the colours of the dark look.
 */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect.soft(await listViolations(page), `${state}: axe`).toEqual([]);
  });
}
