import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { StorySummary } from '@relato/contract/stories/types';
import { walkCrash, walks } from '../testing/walks/every-screen.ts';
import { call, expect, query, readLink } from '../testing/fixtures.ts';
import { test } from '../testing/server/database-fixtures.ts';

const screensDir = fileURLToPath(new URL('../../test-results/screens', import.meta.url));
const readmePicture = fileURLToPath(new URL('../../../../docs/screenshot.png', import.meta.url));
const maxReadmePictureBytes = 400_000;
const teller = { username: 'marisol', email: 'marisol@demo.relato.example', password: 'érase una vez 7' };

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const looks = Object.entries(viewports).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, viewport, colorScheme })),
);

const pictureOf = (name: string, size: string, colorScheme: string) =>
  `${screensDir}/${name}-${size}-${colorScheme}.png`;

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

test('three screens side by side for the readme', async ({ page }) => {
  const pictures = await Promise.all(
    ['recording', 'review', 'feed'].map(async (name) =>
      readFile(pictureOf(name, 'phone', 'light'), 'base64'),
    ),
  );
  await page.setViewportSize({ width: 1290, height: 924 });
  await page.setContent(
    `<style>
      body { margin: 0; padding: 40px 30px; display: flex; gap: 30px; background: #d9d1c7; }
      img { width: 390px; height: 844px; border-radius: 36px; box-shadow: 0 12px 32px #2a1c2a33; }
    </style>${pictures.map((picture) => `<img alt="" src="data:image/png;base64,${picture}">`).join('')}`,
    { waitUntil: 'load' },
  );
  const picture = await page.screenshot({ path: readmePicture, fullPage: true });
  expect(picture.byteLength).toBeLessThan(maxReadmePictureBytes);
});

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
