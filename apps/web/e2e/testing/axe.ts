import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

type AxeOptions = Parameters<AxeBuilder['options']>[0];

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

const looks: Readonly<Record<'light' | 'dark', AxeOptions>> = {
  // `listSmallTargets` measures targets against 44 px, more than the 24 px of the standard.
  light: { runOnly: [...standards, 'best-practice'], rules: { 'target-size': { enabled: false } } },
  // The rules that depend on colours.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Expects no violations of WCAG 2.2 A and AA and axe's best practices in light colours, and of contrast
 * in dark ones. Uses reduced motion, because contrast changes during transitions.
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
