import type { Browser, Locator, Page } from '@playwright/test';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { hold } from '../testing/changed-answers.ts';
import { call, expect, query, startSession, test } from '../testing/fixtures.ts';
import { setHeardWords, readDemoStory } from '../testing/server/fake-transcriber.ts';
import { served } from '../testing/server/serve-relato.ts';
import { readAudio, watchAudio } from '../testing/audio-element.ts';
import { cardOf, miniPlayer, pause, play, sliderSeconds, uploadStories } from '../testing/player.ts';

test.use({ expectedErrors: /^Playback failed: |net::ERR_FAILED/ });
test.beforeEach(({ page }) => watchAudio(page));
test.afterEach(() => setHeardWords(null));

/** Finds the notice with this title and text. */
const notice = (page: Page, title: string, text: string) =>
  page.getByText(title, { exact: true }).locator('..').filter({ hasText: text });

/** Opens a second browser with this user signed in. */
async function openAs(browser: Browser, person: Parameters<typeof startSession>[1]): Promise<Page> {
  const context = await browser.newContext({ baseURL: served.url });
  const page = await context.newPage();
  await startSession(page, person);
  return page;
}

test(
  'L245: one story plays at a time, and each goes on where it was left',
  { tag: '@firefox' },
  async ({ page }) => {
    const { feed } = await uploadStories(page, [{ title: 'Una historia' }, { title: 'Otra historia' }]);
    await page.goto(feed);
    const [one, other] = [cardOf(page, 'Una historia'), cardOf(page, 'Otra historia')];
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/audio/')) requests.push(request.url());
    });
    await expect(one.getByText('0:53', { exact: true })).toBeVisible();
    expect(requests).toEqual([]);

    await one.getByRole('slider').fill('20');
    await play(one).click();
    await expect.poll(() => sliderSeconds(one)).toBeGreaterThan(20);
    await play(other).click();
    await expect(play(one)).toBeVisible();
    await expect(pause(other)).toBeVisible();
    const left = await sliderSeconds(one);
    await expect.poll(() => sliderSeconds(other)).toBeGreaterThan(0);
    expect(await sliderSeconds(one)).toBe(left);

    await test.step('on another screen', async () => {
      await one.getByRole('heading').getByRole('link').click();
      await expect(page).toHaveURL(/story=/);
      await expect(page.getByRole('article')).toHaveCount(1);
      expect(await sliderSeconds(page.getByRole('article'))).toBe(left);
      await play(page.getByRole('article')).click();
      await expect.poll(async () => (await readAudio(page)).seconds).toBeGreaterThan(left);
      await expect.poll(async () => (await readAudio(page)).startedAtSeconds).toBeCloseTo(left, 0);
    });

    await test.step('after a reload', async () => {
      await pause(page.getByRole('article')).click();
      const before = await sliderSeconds(page.getByRole('article'));
      await page.reload();
      await expect(page.getByRole('slider')).toHaveValue(String(before));
      await play(page.getByRole('article')).click();
      await expect.poll(async () => (await readAudio(page)).seconds).toBeGreaterThan(before - 0.1);
    });
  },
);

test(
  'a story that ended shows its full length and plays again from the start',
  { tag: '@firefox' },
  async ({ page }) => {
    const { feed } = await uploadStories(page, [
      { title: 'Corta', recording: 'chromium_timeslice_noduration.webm' },
    ]);
    await page.goto(feed);
    const card = cardOf(page, 'Corta');
    const slider = card.getByRole('slider');
    await play(card).click();
    await expect(pause(card)).toBeVisible();
    await slider.press('End');
    await expect(play(card)).toBeVisible();
    const full = Number(await slider.getAttribute('max'));
    expect(await sliderSeconds(card)).toBeCloseTo(full, 0);
    await expect(card.getByText('0:04 / 0:04')).toBeVisible();
    await page.evaluate(() => {
      const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
      const soughtTo = new Promise((resolve) => {
        audio.addEventListener('seeking', () => resolve(audio.currentTime), { once: true });
      });
      Object.assign(window, { soughtTo });
    });
    await play(card).click();
    expect(await page.evaluate((): Promise<number> => Reflect.get(window, 'soughtTo'))).toBeCloseTo(0, 2);
  },
);

test(
  'L246: playback pauses when the tab is hidden and keeps its position',
  { tag: '@firefox' },
  async ({ page }) => {
    const { feed } = await uploadStories(page, [{ title: 'Oculta' }]);
    await page.goto(feed);
    const card = cardOf(page, 'Oculta');
    await play(card).click();
    await expect.poll(() => sliderSeconds(card)).toBeGreaterThan(0.5);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(play(card)).toBeVisible();
    const { isPaused, seconds } = await readAudio(page);
    expect(isPaused).toBe(true);
    expect(await sliderSeconds(card)).toBeCloseTo(seconds, 0);
  },
);

test('L351, L380: each failure of playback is named and logged', async ({ page, browser }) => {
  const { person, feed, told } = await uploadStories(page, [{ title: 'Muda' }, { title: 'Retirada' }]);
  const expectFailure = async (card: Locator, text: string) => {
    await play(card).click();
    await expect(notice(page, 'Error de reproducción', text)).toBeVisible();
    await expect(play(card)).toBeVisible();
    await expect(pause(page)).toHaveCount(0);
  };
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto(feed);
  const card = cardOf(page, 'Muda');
  await test.step('the network', async () => {
    await page.route('**/audio/**', (route) => route.abort());
    await expectFailure(card, 'Error de red al cargar el audio');
    await expect.poll(() => logged).toContain('Playback failed: network');
    await page.unroute('**/audio/**');
  });
  await test.step('an answer that is no audio', async () => {
    await page.route('**/audio/**', (route) =>
      route.fulfill({ contentType: 'audio/webm', body: 'no audio' }),
    );
    await expectFailure(card, 'Formato de audio no soportado');
    await page.unroute('**/audio/**');
  });
  await test.step('a play that the browser refuses', async () => {
    await page.evaluate(() => {
      const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
      audio.play = async () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await expectFailure(card, 'No se pudo reproducir el audio. Verifica tu conexión y permisos de audio.');
    await page.evaluate(() => Reflect.deleteProperty(Reflect.get(window, 'storyAudio'), 'play'));
  });
  await test.step('and plays when it can', async () => {
    await play(card).click();
    await expect.poll(() => sliderSeconds(card)).toBeGreaterThan(0);
    await pause(card).click();
  });
  await test.step('a story that its author took back meanwhile', async () => {
    // The story stays in the list until the next refresh, which does not come.
    await page.goto(feed);
    await expect(cardOf(page, 'Retirada')).toBeVisible();
    await hold(page, 'stories.feed');
    const author = await openAs(browser, person);
    await call(author, 'stories.unpublish', { id: told[1]?.id });
    await author.context().close();
    await expectFailure(cardOf(page, 'Retirada'), 'Esta historia ya no está disponible');
  });
});

test('playback stops when recording starts and when the user signs out', async ({ page }) => {
  const { person, feed } = await uploadStories(page, [{ title: 'Discreta' }]);
  await startSession(page, person);
  await page.goto(feed);
  await play(cardOf(page, 'Discreta')).click();
  await expect(pause(cardOf(page, 'Discreta'))).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).click();
  await expect(miniPlayer(page)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Grabar' }).click();
  await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
  await expect(miniPlayer(page)).toHaveCount(0);
  expect((await readAudio(page)).isPaused).toBe(true);

  await page.goto(feed);
  await play(cardOf(page, 'Discreta')).click();
  await expect(pause(cardOf(page, 'Discreta'))).toBeVisible();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  await expect(pause(page)).toHaveCount(0);
  expect((await readAudio(page)).isPaused).toBe(true);
});

test('playback redraws only the story that plays', async ({ page }) => {
  const { feed } = await uploadStories(page, [{ title: 'Sola' }, { title: 'Quieta' }, { title: 'Serena' }]);
  await page.goto(feed);
  await play(cardOf(page, 'Sola')).click();
  await expect.poll(() => sliderSeconds(cardOf(page, 'Sola'))).toBeGreaterThan(0.3);
  const changed = await page.evaluate(
    async () =>
      new Promise<{ inside: number; outside: string[] }>((resolve) => {
        const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
        const playing = document.querySelector('article:has([data-said], [aria-label^=Pausar])');
        let inside = 0;
        const outside: string[] = [];
        const observer = new MutationObserver((records) => {
          for (const { target } of records) {
            if (playing?.contains(target)) inside += 1;
            else outside.push(target.nodeName);
          }
        });
        observer.observe(document.querySelector('main') ?? document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        const until = audio.currentTime + 3;
        audio.addEventListener('timeupdate', () => {
          if (audio.currentTime < until) return;
          observer.disconnect();
          resolve({ inside, outside });
        });
      }),
  );
  expect(changed.inside).toBeGreaterThan(0);
  expect(changed.outside).toEqual([]);
});

test('a playing story is accessible in light and dark colours', async ({ page }) => {
  // Axe looks twice at hundreds of words.
  test.slow();
  const mango = await readDemoStory('el-mango-de-la-abuela');
  setHeardWords(mango.words);
  const transcript = mango.words.map(({ text }) => text).join(' ');
  const { feed, told } = await uploadStories(page, [
    { title: 'Accesible', recording: mango.recording, transcript },
  ]);
  await expect
    .poll(async () => query<{ transcriptWords: unknown }>(page, 'stories.byId', { id: told[0]?.id }), {
      timeout: 30_000,
    })
    .toHaveProperty('transcriptWords.length', mango.words.length);
  await page.goto(feed);
  await play(page).click();
  const lit = page.locator('[data-said]');
  await expect(lit).toHaveCount(1);
  await expectNoViolations(page, 'a card that plays');
  // It may have ended meanwhile.
  await page.getByRole('slider').press('Home');
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await expect(miniPlayer(page)).toBeVisible();
  await expectNoViolations(page, 'the mini player');
});
