import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half as long as `axe.source`. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

const looks: Readonly<Record<'light' | 'dark', axe.RunOptions>> = {
  // `listSmallTargets` measures targets against 44 px, more than the 24 px of the standard.
  light: { runOnly: [...standards, 'best-practice'], rules: { 'target-size': { enabled: false } } },
  // The rules that depend on colours.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/** Returns a line for each element that breaks a rule. Pages have no frames, so one run sees everything. */
async function listViolations(page: Page, look: axe.RunOptions): Promise<string[]> {
  // Reading axe costs more than running it, so each document gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async (options) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await loaded.run(options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    // Elements that pass need no description.
    { ...look, resultTypes: ['violations' as const] },
  );
}

/**
 * Expects no violations of WCAG 2.2 A and AA and axe's best practices in light colours, and of contrast
 * in dark ones. Uses reduced motion, because contrast changes during transitions.
 */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect
        .soft(await listViolations(page, looks[colorScheme]), `${state}: axe, ${colorScheme}`)
        .toEqual([]);
    }
  });
}
