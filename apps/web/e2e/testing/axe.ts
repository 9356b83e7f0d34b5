import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

type AxeOptions = Parameters<AxeBuilder['options']>[0];

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

const looks: Readonly<Record<'light' | 'dark', AxeOptions>> = {
  // Targets are measured apart (layout-measurements.ts), against more than the 24 px of the standard.
  light: { runOnly: [...standards, 'best-practice'], rules: { 'target-size': { enabled: false } } },
  // What depends on colours, again.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/**
 * What axe finds on the page as it stands: WCAG 2.2 A and AA and its best practices in light colours, then the contrast
 * in dark ones. Needs reduced motion: while a colour changes, no contrast is the one that stays.
 */
export async function expectNoViolations(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).options(looks[colorScheme]).analyze();
      const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      expect.soft(faults, `${state}: axe, ${colorScheme}`).toEqual([]);
    }
  });
}
