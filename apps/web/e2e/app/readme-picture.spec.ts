import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createRecording, createStory, createUser } from '@relato/db/testing/factories';
import { changeAnswer } from '../testing/changed-answers.ts';
import { expect, newUser, query, signInAsNewUser } from '../testing/fixtures.ts';
import { expectAccessible } from '../testing/measuring/accessible-screen.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { patience } from '../testing/slowness.ts';
import { walkRecorder } from '../testing/walks/walk-recorder.ts';

const readmePicture = fileURLToPath(new URL('../../../../docs/screenshot.png', import.meta.url));
const demoWorld = fileURLToPath(new URL('../../../../prisma/demo/world.json', import.meta.url));
const maxBytes = 400_000;
/** Fewer pixels than a word has, and more than the edges of letters differ between builds of Chromium. */
const maxDiffPixels = 100;

interface DemoStory {
  readonly author: string;
  readonly title: string;
  readonly transcript: string;
  readonly tags: string[];
  readonly upvoters: readonly string[];
}

test('L34-35, D27: the screens of the recorder are accessible, and the picture of the readme shows them as they are', async ({
  page,
  database: { prisma },
  setFlags,
}) => {
  test.setTimeout(300_000 * patience);
  await setFlags({ recordOnly: false });
  const world: { readonly stories: readonly DemoStory[] } = JSON.parse(await readFile(demoWorld, 'utf8'));
  const told: string[] = [];
  for (const [index, { author, title, transcript, tags, upvoters }] of world.stories.slice(0, 2).entries()) {
    const userId = await createUser(prisma, { profile: { create: { username: author } } });
    const peaks = Array.from({ length: 100 }, (_, slice) =>
      Math.round(15 + 85 * Math.abs(Math.sin(slice * slice))),
    );
    const durationMs = 82_000;
    const recordingId = await createRecording(prisma, { userId, durationMs, peaks });
    const createdAt = new Date(Date.UTC(2026, 10, 12 - index, 12));
    const upvotes = upvoters.length;
    const story = {
      title,
      transcript,
      tags,
      durationMs,
      createdAt,
      upvotes,
      score: upvotes,
      commentsCount: 6,
    };
    told.push(await createStory(prisma, { userId, recordingId, ...story }));
  }
  const items = await Promise.all(told.map((id) => query(page, 'stories.byId', { id })));
  // Excludes the stories of other tests.
  await changeAnswer(page, 'stories.feed', () => ({ items, nextCursor: null }));

  const pictures = new Map<string, string>();
  const compare = async (name: string): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    const picture = await page.screenshot({ animations: 'disabled' });
    pictures.set(name, picture.toString('base64'));
    // Durations, waveforms and the progress differ from run to run.
    const varying = page
      .getByText(/\d:\d\d|\d\s%/)
      .or(page.locator('[aria-hidden=true]:has(> :nth-child(20)), progress'));
    const show = (visibility: string) =>
      varying.evaluateAll((elements, value) => {
        for (const element of elements)
          if (element instanceof HTMLElement || element instanceof SVGElement)
            element.style.visibility = value;
      }, visibility);
    await show('hidden');
    // Other systems render the letters differently.
    if (process.platform === 'linux') await expect(page).toHaveScreenshot(`${name}.png`, { maxDiffPixels });
    await show('');
  };

  await page.goto('/search');
  await expect(page.getByRole('article')).toHaveCount(2);
  await compare('feed');
  // Fixes the question of the day, whose tag the review offers.
  await page.evaluate(() => {
    const now = new Date();
    const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
    localStorage.setItem('relato.prompt', `${day} 2`);
  });
  const teller = await signInAsNewUser(page, { ...newUser(), username: 'lucia' });
  await walkRecorder(
    page,
    async (name) => {
      if (name === 'recording' || name === 'review') await compare(name);
      await expectAccessible(page, name);
    },
    { teller },
  );
  if (test.info().config.updateSnapshots !== 'all') return;

  // `npm run screenshots` renews the pictures, on a page without the content security policy of the app.
  await page.goto('about:blank');
  await page.setViewportSize({ width: 1290, height: 924 });
  await page.setContent(
    `<style>
      body { margin: 0; padding: 40px 30px; display: flex; gap: 30px; background: #d9d1c7; }
      img { width: 390px; height: 844px; border-radius: 36px; box-shadow: 0 12px 32px #2a1c2a33; }
    </style>${['recording', 'review', 'feed'].map((name) => `<img alt="" src="data:image/png;base64,${pictures.get(name)}">`).join('')}`,
    { waitUntil: 'load' },
  );
  const picture = await page.screenshot({ path: readmePicture, fullPage: true });
  expect(picture.byteLength).toBeLessThan(maxBytes);
});
