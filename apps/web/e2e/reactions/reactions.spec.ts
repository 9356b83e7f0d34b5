import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { limits } from '@relato/contract/limits';
import { createUser } from '@relato/db/testing/factories';
import { getServedDatabase } from '../testing/server/serve-relato.ts';
import { untilJob } from '../testing/server/until-job.ts';
import {
  createAccount,
  expect,
  newUser,
  query,
  signIn,
  signInAsNewUser,
  startSession,
  test,
} from '../testing/fixtures.ts';
import { markedRegions, markLiveRegions } from '../testing/live-regions.ts';
import { dialog, toast, waitForCall } from '../testing/people.ts';
import { cardOf, play, sliderSeconds, uploadStories } from '../testing/player.ts';

const transcript = [
  'El mar estaba en calma aquella tarde de abril.',
  'Mi abuela cantaba bajito mientras llovía sobre el tejado.',
  'Nadie volvió a hablar de la barca.',
].join(' ');

interface Told {
  readonly transcriptWords: readonly {
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
  }[];
}

/** Creates a story with this text, waits for its word timings, and signs the page out. */
async function tell(page: Page) {
  const { person, told } = await uploadStories(page, [{ title: 'La barca', transcript }]);
  const [{ id, title }] = told as [{ id: string; title: string }];
  const read = async () => (await query<Told>(page, 'stories.byId', { id })).transcriptWords ?? [];
  await expect.poll(async () => (await read()).length, untilJob).toBeGreaterThan(0);
  return { person, id, title, words: await read() };
}

const text = (page: Page) => page.getByRole('group', { name: /^Transcripción/ });
async function findMiddle(page: Page, word: string) {
  const place = await text(page).getByText(word, { exact: true }).boundingBox();
  if (!place) throw new Error(`${word} is not on the screen`);
  return { x: place.x + place.width / 2, y: place.y + place.height / 2 };
}

/** Holds a word with the mouse until the sheet opens. */
async function hold(page: Page, word: string): Promise<void> {
  const { x, y } = await findMiddle(page, word);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(dialog(page)).toBeVisible();
  await page.mouse.up();
}
const sign = (page: Page, name: string) => dialog(page).getByRole('button', { name });
/** Returns the underlined words. */
const readMarked = (page: Page) =>
  page.evaluate(() => Array.from(CSS.highlights.get('own-sign') ?? [], String).map((each) => each.trim()));

test(
  'a word that is held, by mouse or by key, takes one sign, which can be changed and removed; its author sees from whom',
  { tag: '@firefox-long' },
  async ({ page }) => {
    const { person, id, title } = await tell(page);
    const reader = await signInAsNewUser(page);
    await page.goto(`/?story=${id}`);
    await expect(page.getByRole('button', { name: 'Dejar una señal' })).toBeVisible();

    await hold(page, 'abuela');
    await expect(dialog(page).getByText('«abuela»')).toBeVisible();
    await waitForCall(page, /reactions\.set/, () => sign(page, 'Lágrima').click());
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => readMarked(page)).toEqual(['abuela']);
    // Holding does not seek.
    expect(await sliderSeconds(page)).toBe(0);

    await test.step('and stays after a reload, with the sentence beside it', async () => {
      await page.reload();
      await expect.poll(() => readMarked(page)).toEqual(['abuela']);
      await text(page).focus();
      await markLiveRegions(page);
      for (let word = 0; word < 2; word += 1) await text(page).press('ArrowRight');
      await expect(markedRegions(page).getByText(/^(?:El|mar|estaba)$/)).toHaveCount(1);
      await text(page).press('Enter');
      await sign(page, 'Toda la frase').click();
      await expect(dialog(page).getByText('«El mar estaba en calma aquella tarde de abril.»')).toBeVisible();
      await waitForCall(page, /reactions\.set/, () => sign(page, 'Asombro').click());
      await expect
        .poll(() => readMarked(page))
        .toEqual(['El mar estaba en calma aquella tarde de abril.', 'abuela']);
    });

    await test.step('changes, and is taken back', async () => {
      await hold(page, 'abuela');
      await expect(sign(page, 'Lágrima')).toHaveAttribute('aria-pressed', 'true');
      await waitForCall(page, /reactions\.set/, () => sign(page, 'Abrazo').click());
      await hold(page, 'mar');
      await sign(page, 'Toda la frase').click();
      await waitForCall(page, /reactions\.set/, () => sign(page, 'Asombro').click());
      await expect.poll(() => readMarked(page)).toEqual(['abuela']);
    });

    await test.step('its author learns of whom, and hears the word', async () => {
      await page.context().clearCookies();
      await startSession(page, person);
      await page.goto(`/?story=${id}`);
      await page.getByRole('button', { name: 'Lo que sintieron' }).click();
      const row = dialog(page).getByRole('listitem');
      await expect(row).toHaveCount(1);
      await expect(row.getByRole('link', { name: `@${reader.username}` })).toBeVisible();
      await expect(row.getByText('Abrazo')).toBeAttached();
      await expect(row.getByText('«abuela»')).toBeVisible();
      await row.getByRole('button', { name: /^Escuchar desde/ }).click();
      await expect(dialog(page)).toHaveCount(0);
      await expect.poll(() => sliderSeconds(cardOf(page, title))).toBeGreaterThan(0);
    });
  },
);

/** Holds a word with a finger, in Chromium. */
async function holdByTouch(page: Page, word: string): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [await findMiddle(page, word)];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(dialog(page)).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test.describe('without an answer', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });
  test('a sign that cannot be stored disappears with a notice, and a double tap leaves it once', async ({
    page,
  }) => {
    const { id } = await tell(page);
    await signInAsNewUser(page);
    await page.goto(`/?story=${id}`);
    await expect(page.getByRole('button', { name: 'Dejar una señal' })).toBeVisible();
    await page.route('**/trpc/reactions.set*', (route) => route.abort());
    // The file with the error texts may be missing too.
    await page.route('**/assets/errors-*.js', (route) => route.abort());
    await holdByTouch(page, 'abuela');
    await sign(page, 'Risa').click();
    await expect(toast(page, 'No se pudo guardar tu señal')).toBeVisible();
    expect(await readMarked(page)).toEqual([]);
    await page.unroute('**/trpc/reactions.set*');

    await holdByTouch(page, 'abuela');
    await expect(sign(page, 'Risa')).toHaveAttribute('aria-pressed', 'false');
    await sign(page, 'Risa').dblclick();
    await expect(toast(page, 'Tu señal está en «abuela»')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => readMarked(page)).toEqual(['abuela']);
    expect(await query(page, 'reactions.ofStory', { id })).toMatchObject({ mine: [{ sign: 'laugh' }] });
    expect(await sliderSeconds(page)).toBe(0);
  });
});

test('a short tap that a busy page receives late still seeks to the word, and is no hold; the sign of a visitor is left after the sign-in', async ({
  page,
}) => {
  const { id } = await tell(page);
  const person = newUser();
  await createAccount(person);
  await page.goto(`/?story=${id}`);
  await expect(page.getByRole('button', { name: 'Dejar una señal' })).toBeVisible();
  await text(page)
    .getByText('tejado.', { exact: true })
    .evaluate((word, holdMs) => {
      const press = (type: string) =>
        word.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'touch' }));
      press('pointerdown');
      const sinceMs = performance.now();
      while (performance.now() < sinceMs + 2 * holdMs);
      // Chromium runs due timers before it dispatches a touch; without a delay this one would run first.
      setTimeout(() => {
        press('pointerup');
        word.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }, 1);
    }, limits.reactions.holdMs);
  await expect.poll(() => sliderSeconds(page)).toBeGreaterThan(0);
  await expect(dialog(page)).toHaveCount(0);

  await hold(page, 'barca.');
  await sign(page, 'Corazón').click();
  await expect(dialog(page).getByText('Inicia sesión para dejar tu señal')).toBeVisible();
  await waitForCall(page, /reactions\.set/, () => signIn(page, person));
  await expect.poll(() => readMarked(page)).toEqual(['barca.']);
  const { prisma } = await getServedDatabase();
  expect(await prisma.reaction.findMany({ where: { storyId: id } })).toMatchObject([
    { sign: 'heart', text: 'barca.' },
  ]);
});

test('a story has a line over its waveform where it moved five people, and their sign rises during playback', async ({
  page,
}) => {
  const { id, words } = await tell(page);
  const { prisma } = await getServedDatabase();
  const word = words.find((each) => each.text === 'abuela');
  if (!word) throw new Error('the word is not there');
  const { startMs, endMs } = word;
  const move = async (count: number) => {
    for (let person = 0; person < count; person += 1)
      await prisma.reaction.create({
        data: {
          id: randomUUID(),
          storyId: id,
          userId: await createUser(prisma),
          startMs,
          endMs,
          sign: 'shiver',
          text: 'abuela',
        },
      });
  };
  const line = page.locator('[data-heat]');
  await move(limits.reactions.minPeople);
  await page.goto(`/?story=${id}`);
  await expect(line).toBeVisible();
  await expect(page.getByText(/^Lo que más emociona está en/)).toBeAttached();
  await expect(page.locator('[data-rising]')).toHaveCount(0);
  await page.getByRole('slider').fill(String(Math.ceil(startMs / 100) / 10));
  await play(page).first().click();
  await expect(page.locator('[data-rising=shiver]')).toBeAttached();
});
