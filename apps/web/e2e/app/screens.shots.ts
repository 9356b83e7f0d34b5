import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { StorySummary } from '@relato/contract/stories/types';
import { walkCrash, walks } from '../testing/walks/every-screen.ts';
import { call, query, readLink } from '../testing/fixtures.ts';
import { test } from '../testing/server/database-fixtures.ts';

const screensDir = fileURLToPath(new URL('../../test-results/screens', import.meta.url));
const teller = { username: 'marisol', email: 'marisol@demo.relato.example', password: 'érase una vez 7' };

const viewports = {
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
  landscape: { width: 844, height: 390 },
  desktop: { width: 1280, height: 800 },
};
const looks = Object.entries(viewports).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, viewport, colorScheme })),
);

const pictureOf = (name: string, size: string, colorScheme: string) =>
  `${screensDir}/${name}-${size}-${colorScheme}.png`;

test.use({ demo: true });
for (const { size, viewport, colorScheme } of looks) {
  test.describe(`${size}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    const take = async (page: Page, name: string): Promise<void> => {
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: pictureOf(name, size, colorScheme), animations: 'disabled' });
    };

    for (const [place, walk] of Object.entries(walks)) {
      test.describe(place, () => {
        test.use({ expectedErrors: walk === walkCrash ? /^(?:Type|Range)Error|React/ : null });

        test('every screen', async ({ page }) => {
          const storyId = await findStory(page);
          await ensurePassword(page);
          await page.context().clearCookies();
          await walk(page, async (name) => take(page, name), { teller, storyId });
        });
      });
    }
  });
}

/** Returns a story of the demo's teller that has comments. */
async function findStory(page: Page): Promise<string> {
  const { items } = await query<Feed>(page, 'stories.feed', {});
  const story = items.find(({ author, comments }) => author?.username === teller.username && comments > 1);
  return story?.id ?? '';
}

interface Feed {
  readonly items: readonly Pick<StorySummary, 'id' | 'author' | 'comments'>[];
}

/** Sets a password by a recovery mail, because the demo's users have none. */
async function ensurePassword(page: Page): Promise<void> {
  const { email, password } = teller;
  const known = await page.request.post('/trpc/account.signIn', { data: { json: { email, password } } });
  if (known.ok()) return;
  await call(page, 'account.requestPasswordReset', { email });
  const link = new URL(await readLink(email, { path: '/restablecer' }));
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  await call(page, 'account.resetPassword', { token, password });
}
