import type { Browser, Locator, Page } from '@playwright/test';
import { expectNoViolations } from '../testing/axe.ts';
import { call, expect, query, startSession, test, signInAsNewUser } from '../testing/fixtures.ts';
import { setHeardWords, readDemoStory } from '../testing/fake-transcriber.ts';
import { served } from '../testing/serve-relato.ts';
import { uploadStory, type UploadStoryOptions } from '../testing/upload-story.ts';
import { readAudio, watchAudio } from '../testing/audio-element.ts';

test.use({ expectedErrors: /^Playback failed: |net::ERR_FAILED/ });
test.beforeEach(({ page }) => watchAudio(page));
test.afterEach(() => setHeardWords(null));

const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const play = (scope: Page | Locator) => scope.getByRole('button', { name: /^Reproducir/ });
const pause = (scope: Page | Locator) => scope.getByRole('button', { name: /^Pausar/ });
const miniPlayer = (page: Page) => page.getByRole('region', { name: 'Reproductor' });
const sliderSeconds = async (scope: Page | Locator) => Number(await scope.getByRole('slider').inputValue());
/** Finds the notice with this title and text. */
const notice = (page: Page, title: string, text: string) =>
  page.getByText(title, { exact: true }).locator('..').filter({ hasText: text });

/** Creates stories with long recordings and signs the page out. Returns them, and the search that lists them. */
async function uploadStories(page: Page, stories: readonly Partial<UploadStoryOptions>[]) {
  const { recording } = await readDemoStory('lo-que-no-le-dije-a-mi-hermana');
  const person = await signInAsNewUser(page);
  const mark = `marca${Date.now().toString(36)}`;
  const told = [];
  for (const story of stories) {
    const title = `${story.title ?? 'Historia'} ${mark}`;
    const transcript = story.transcript ?? Array.from({ length: 60 }, (_, index) => `voz${index}`).join(' ');
    told.push({ title, id: await uploadStory(page, { recording, transcript, ...story, title }) });
  }
  await page.context().clearCookies();
  return { person, feed: `/search?q=${mark}`, told };
}

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
      expect((await readAudio(page)).seconds).toBeLessThan(40);
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
    const soughtTo = page.evaluate(
      async () =>
        new Promise<number>((resolve) => {
          const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
          audio.addEventListener('seeking', () => resolve(audio.currentTime), { once: true });
        }),
    );
    await play(card).click();
    expect(await soughtTo).toBeCloseTo(0, 2);
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

test('L65, L247: a transcript shows 30 words, opens when it is clicked or played, and collapses on a click elsewhere', async ({
  page,
}) => {
  const { feed } = await uploadStories(page, [{ title: 'Sonora' }, { title: 'Callada' }]);
  await page.goto(feed);
  const [heard, read] = [cardOf(page, 'Sonora'), cardOf(page, 'Callada')];
  await expect(heard).toContainText('voz29… Ver más...');
  await expect(heard).not.toContainText('voz30');
  await read.getByRole('button', { name: 'Ver más...' }).click();
  await expect(read).toContainText('voz59');
  await play(heard).click();
  await expect(heard).toContainText('voz59');
  await expect(read).toContainText('voz59');

  const outside = async () => page.getByRole('banner').click({ position: { x: 150, y: 10 } });
  await outside();
  await expect(read.getByRole('button', { name: 'Ver más...' })).toBeVisible();
  await expect(heard).toContainText('voz59');
  await pause(heard).click();
  await expect(heard).toContainText('voz59');
  await outside();
  await expect(heard.getByRole('button', { name: 'Ver más...' })).toBeVisible();
});

test('D25: the waveform is a slider for keys, clicks, drags and touches', async ({ page }) => {
  const { feed } = await uploadStories(page, [{ title: 'Ondas' }]);
  await page.goto(feed);
  const card = cardOf(page, 'Ondas');
  const slider = card.getByRole('slider', { name: /^Posición en: Ondas/ });
  await expect(slider).toHaveAttribute('step', '0.1');
  const full = Number(await slider.getAttribute('max'));

  await test.step('keys, which it explains', async () => {
    await expect(slider).toHaveAccessibleDescription(/Flechas: 1 segundo/);
    await slider.focus();
    for (const [key, seconds, spoken] of [
      ['ArrowRight', 1, '0:01 de 0:53'],
      ['ArrowUp', 2, '0:02 de 0:53'],
      ['ArrowLeft', 1, '0:01 de 0:53'],
      ['Shift+ArrowRight', 1.1, '0:01 de 0:53'],
      ['Shift+ArrowDown', 1, '0:01 de 0:53'],
      ['PageUp', 11, '0:11 de 0:53'],
      ['PageDown', 1, '0:01 de 0:53'],
      ['Home', 0, '0:00 de 0:53'],
      ['ArrowDown', 0, '0:00 de 0:53'],
      ['End', Math.round(full * 10) / 10, '0:53 de 0:53'],
    ] as const) {
      await slider.press(key);
      await expect(slider, key).toHaveAttribute('aria-valuetext', spoken);
      expect(await sliderSeconds(card), key).toBeCloseTo(seconds, 1);
    }
  });

  const box = await slider.boundingBox();
  if (!box) throw new Error('The waveform is not there');
  const at = (ratio: number) => [box.x + box.width * ratio, box.y + box.height / 2] as const;
  expect(box.height).toBeGreaterThanOrEqual(44);

  await test.step('a click, after which the arrows go on', async () => {
    await page.mouse.click(...at(0.5));
    expect(await sliderSeconds(card)).toBeCloseTo(full / 2, 0);
    await page.keyboard.press('ArrowRight');
    expect(await sliderSeconds(card)).toBeCloseTo(full / 2 + 1, 0);
  });

  await test.step('a drag', async () => {
    await page.mouse.move(...at(0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.6), { steps: 4 });
    await expect.poll(() => sliderSeconds(card)).toBeCloseTo(full * 0.6, 0);
    await page.mouse.move(...at(0.8), { steps: 4 });
    await page.mouse.up();
    expect(await sliderSeconds(card)).toBeCloseTo(full * 0.8, 0);
  });

  await test.step('a touch along it seeks, a scroll does not', async () => {
    await expect(card.locator('.touch-pan-y')).toHaveCSS('touch-action', 'pan-y');
    const touch = await page.context().newCDPSession(page);
    const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ratio?: number, dy = 0) => {
      const [x, y] = at(ratio ?? 0);
      await touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: ratio === undefined ? [] : [{ x, y: y + dy }],
      });
    };
    await send('touchStart', 0.3);
    await send('touchMove', 0.4);
    await send('touchMove', 0.45);
    await send('touchEnd');
    await expect.poll(() => sliderSeconds(card)).toBeCloseTo(full * 0.45, 0);
    const before = await sliderSeconds(card);
    await send('touchStart', 0.9);
    for (const dy of [-15, -40, -80, -120]) await send('touchMove', 0.9, dy);
    await send('touchEnd');
    expect(await sliderSeconds(card)).toBe(before);
  });
});

test('D25: the player skips fifteen seconds and changes its speed', { tag: '@firefox' }, async ({ page }) => {
  const { feed } = await uploadStories(page, [{ title: 'Veloz' }]);
  await page.goto(feed);
  const card = cardOf(page, 'Veloz');
  await play(card).click();
  await pause(card).click();
  const start = await sliderSeconds(card);
  await card.getByRole('button', { name: 'Adelantar 15 segundos' }).click();
  expect(await sliderSeconds(card)).toBeCloseTo(start + 15, 0);
  await card.getByRole('button', { name: 'Retroceder 15 segundos' }).click();
  expect(await sliderSeconds(card)).toBeCloseTo(start, 0);
  const speed = card.getByRole('button', { name: /^Velocidad/ });
  const rates: number[] = [];
  for (let press = 0; press < 5; press += 1) {
    await speed.click();
    rates.push((await readAudio(page)).rate);
  }
  expect(rates).toEqual([1.25, 1.5, 2, 0.75, 1]);
});

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
    expect(logged).toContain('Playback failed: network');
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
    // The story stays in the list until the next refresh.
    await page.goto(feed);
    await expect(cardOf(page, 'Retirada')).toBeVisible();
    const author = await openAs(browser, person);
    await call(author, 'stories.unpublish', { id: told[1]?.id });
    await author.context().close();
    await expectFailure(cardOf(page, 'Retirada'), 'Esta historia ya no está disponible');
  });
});

test('D25: the mini player stays within reach on other screens', { tag: '@firefox' }, async ({ page }) => {
  const { feed, told } = await uploadStories(page, [{ title: 'Compañera' }, { title: 'Vecina' }]);
  await page.goto(feed);
  await play(cardOf(page, 'Compañera')).click();
  await expect(pause(cardOf(page, 'Compañera'))).toBeVisible();
  await expect(miniPlayer(page)).toHaveCount(0);

  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
  await expect(miniPlayer(page)).toBeVisible();
  await expect.poll(async () => (await readAudio(page)).isPaused).toBe(false);

  await test.step('over neither the bar nor the content', async () => {
    // It slides in from below.
    await miniPlayer(page).evaluate(async (element) => {
      await Promise.all(element.getAnimations().map(async ({ finished }) => finished));
    });
    const [player, bar] = [
      await miniPlayer(page).boundingBox(),
      await page.getByRole('navigation').boundingBox(),
    ];
    if (!player || !bar) throw new Error('Something is missing');
    expect(player.y + player.height).toBeLessThanOrEqual(bar.y);
    const lowest = await page.getByRole('main').evaluate((main) => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return Math.max(...[...main.children].map((child) => child.getBoundingClientRect().bottom));
    });
    expect(lowest).toBeLessThanOrEqual(player.y);
  });

  await test.step('by keyboard', async () => {
    await page.getByRole('main').focus();
    for (let tab = 0; tab < 12; tab += 1) {
      await page.keyboard.press('Tab');
      if ((await miniPlayer(page).locator(':focus').count()) > 0) break;
    }
    await expect(pause(miniPlayer(page))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(play(miniPlayer(page))).toBeFocused();
    expect((await readAudio(page)).isPaused).toBe(true);
  });

  await test.step('and leads to its story', async () => {
    await miniPlayer(page).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`story=${told[0]?.id}`));
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(miniPlayer(page)).toHaveCount(0);
  });

  await test.step('until it is closed', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
    await miniPlayer(page).getByRole('button', { name: 'Cerrar reproductor' }).click();
    await expect(miniPlayer(page)).toHaveCount(0);
  });
});

test(
  'playback stops when recording starts and when the user signs out',
  { tag: '@firefox' },
  async ({ page }) => {
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
  },
);

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

test('a story card holds any text without widening the page', async ({ page }) => {
  const { feed, told } = await uploadStories(page, [
    {
      title: 'م'.repeat(40) + ' حكاية',
      transcript: 'كان يا ما كان في قديم الزمان '.repeat(20),
      tags: ['حكاية'],
    },
    { title: 'L'.repeat(250), transcript: 'x'.repeat(20_000), tags: ['e'.repeat(50)] },
    { title: '👩‍👩‍👧‍👦'.repeat(5), transcript: '🎉'.repeat(2_000), tags: ['🎭'] },
    { title: 'a\u200Bb\u2060c', transcript: `\u200B${'cero\u200B'.repeat(200)}` },
  ]);
  const expectToFit = async (where: string) => {
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll, where).toBeLessThanOrEqual(client);
  };
  // A window so high that every card is rendered.
  await page.setViewportSize({ width: 390, height: 3_000 });
  await page.goto(feed);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expectToFit('folded');
  for (const card of await page.getByRole('article').all()) {
    expect((await card.boundingBox())?.height ?? Infinity).toBeLessThan(1_000);
  }
  await expect(page.getByRole('heading', { name: /حكاية/ })).toHaveCSS('direction', 'rtl');
  for (const { id } of told) {
    await page.goto(`/?story=${id}`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expectToFit(id);
  }
  await page.goto(`/?story=${told[1]?.id}`);
  await expect(page.getByText('x'.repeat(20_000))).toBeVisible();
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
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await expect(miniPlayer(page)).toBeVisible();
  await expectNoViolations(page, 'the mini player');
});
