import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  walkAccounts,
  walkAsVisitor,
  walkCrash,
  walkLanding,
  walkOwnProfile,
  walkRecorder,
  type See,
  type World,
} from './every-screen.ts';
import { createAccount, expect, somebody, startSession, test } from './fixtures.ts';
import { listCoveredFocus, listMoving, listSmallTargets, listWideThings } from './measures.ts';
import { tellStory } from './stories.ts';

const walks = {
  'the community': walkAsVisitor,
  'the ways into an account': walkAccounts,
  'the own profile': walkOwnProfile,
  'the recorder': walkRecorder,
  'the landing page': walkLanding,
  'a screen that broke': walkCrash,
} satisfies Record<string, (page: Page, see: See, world: World) => Promise<void>>;

const longTranscript = Array.from({ length: 40 }, () => 'Eran las tres de la mañana y no se oía nada.').join(
  ' ',
);

async function createWorld(page: Page): Promise<World> {
  const teller = somebody();
  await createAccount(page, teller);
  await startSession(page, teller);
  await tellStory(page, { title: 'Para mí sola', published: false });
  const storyId = await tellStory(page, {
    title: 'La noche que mi abuela ahuyentó al ladrón con un mango',
    transcript: longTranscript,
    tags: ['humor', 'increíble', 'abuelas'],
  });
  await tellStory(page, { title: 'Lo que oyó Lucía', tags: ['humor'] });
  await page.context().clearCookies();
  return { teller, storyId };
}

/** The rules of WCAG 2.2 A and AA, and what axe calls best practice: headings in order, landmarks. */
async function listViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
      rules: { 'target-size': { enabled: true } },
    })
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [place, walk] of Object.entries(walks)) {
  test.describe(place, () => {
    test.use({ expectedErrors: walk === walkCrash ? /Error|error/ : null });

    for (const colorScheme of ['light', 'dark'] as const) {
      test.describe(colorScheme, () => {
        test.use({ colorScheme });

        test('has no violation that axe can find, and nothing moves', async ({ page }) => {
          const world = await createWorld(page);
          const see: See = async (name) => {
            expect.soft(await listViolations(page), name).toEqual([]);
            expect.soft(await page.evaluate(listMoving), name).toEqual([]);
          };
          await walk(page, see, world);
        });
      });
    }

    test('can be touched, and read in large letters and in a narrow window', async ({ page }) => {
      const world = await createWorld(page);
      const see: See = async (name) => {
        expect.soft(await page.evaluate(listSmallTargets), `${name}: targets below 44 px`).toEqual([]);
        const size = page.viewportSize() ?? { width: 390, height: 844 };
        await page.setViewportSize({ width: 320, height: 640 });
        expect.soft(await page.evaluate(listWideThings), `${name}: wider than 320 px`).toEqual([]);
        await page.setViewportSize(size);
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
        expect.soft(await page.evaluate(listWideThings), `${name}: wider at 200 %`).toEqual([]);
        await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      };
      await walk(page, see, world);
    });
  });
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`shows where the focus is, never below a bar, at ${size.width} × ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    const { storyId, teller } = await createWorld(page);
    const tabThrough = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      const hidden: string[] = [];
      for (let steps = 0; steps < 60; steps += 1) {
        await page.keyboard.press('Tab');
        const found = await page.evaluate(listCoveredFocus);
        if (found === null) break;
        hidden.push(...found);
      }
      expect.soft(hidden, path).toEqual([]);
    };
    await tabThrough('/search');
    await tabThrough(`/?story=${storyId}`);
    await startSession(page, teller);
    await tabThrough('/profile');
  });
}
