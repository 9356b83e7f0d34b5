import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

type AxeOptions = Parameters<AxeBuilder['options']>[0];

/** What axe finds on the page as it is: the rule, and the element that breaks it. */
export async function listViolations(page: Page, options: AxeOptions = {}): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).options(options).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Everything that axe knows, in this state of the page. */
export async function expectNoViolations(page: Page, state = 'axe'): Promise<void> {
  await test.step(state, async () => expect(await listViolations(page)).toEqual([]));
}
