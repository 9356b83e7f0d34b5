import { call, expect, query, signInAsNewUser, test } from '../testing/fixtures.ts';
import { setHeardWords, speakWords } from '../testing/server/fake-transcriber.ts';
import { untilJob } from '../testing/server/until-job.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test.afterEach(() => setHeardWords(null));

interface HeardStory {
  readonly transcriptStatus: string;
  readonly transcriptWords: readonly { readonly startMs: number }[];
}

test('the arrow keys pass words that the author inserted, and Enter is for the one that they reached', async ({
  page,
}) => {
  await signInAsNewUser(page);
  // Without pauses, so that the inserted words get no length.
  const spoken = speakWords('Eran como las tres', 4_000);
  setHeardWords(
    spoken.map(({ text, startMs, endMs, confidence }, index) => ({
      text,
      startMs,
      endMs: spoken[index + 1]?.startMs ?? endMs,
      confidence,
    })),
  );
  const id = await uploadStory(page, { title: 'Con palabras nuevas' });
  const readStory = () => query<HeardStory>(page, 'stories.byId', { id });
  await expect.poll(async () => (await readStory()).transcriptStatus, untilJob).toBe('ready');
  const transcript = 'Eran casi como las tres o más';
  await call(page, 'stories.update', { id, transcript });
  const { transcriptWords } = await readStory();
  expect(transcriptWords[1]?.startMs).toBe(transcriptWords[2]?.startMs);

  await page.goto(`/?story=${id}`);
  const text = page.getByRole('group', { name: /^Transcripción/ });
  await text.focus();
  const words = transcript.split(' ');
  for (const [key, order] of [
    ['ArrowRight', words.slice(1)],
    ['ArrowLeft', words.slice(0, -1).toReversed()],
  ] as const)
    for (const word of order) {
      await page.keyboard.press(key);
      await expect(text.locator('[data-said]')).toHaveText(word);
    }
  for (let index = 0; index < 5; index += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('«o»')).toBeVisible();
});
