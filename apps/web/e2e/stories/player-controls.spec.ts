import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { markedRegions, markLiveRegions } from '../testing/live-regions.ts';
import { closeSheet, visit } from '../testing/people.ts';
import { readAudio, watchAudio } from '../testing/audio-element.ts';
import { cardOf, miniPlayer, pause, play, sliderSeconds, uploadStories } from '../testing/player.ts';

test.use({ expectedErrors: /^Playback failed: |net::ERR_FAILED/ });
test.beforeEach(({ page }) => watchAudio(page));

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
      await expect.poll(() => sliderSeconds(card), key).toBeCloseTo(seconds, 1);
    }
  });

  const box = await slider.boundingBox();
  if (!box) throw new Error('The waveform is not there');
  const at = (ratio: number) => [box.x + box.width * ratio, box.y + box.height / 2] as const;
  expect(box.height).toBeGreaterThanOrEqual(44);

  await test.step('a click, after which the arrows go on', async () => {
    await page.mouse.click(...at(0.5));
    await expect.poll(() => sliderSeconds(card)).toBeCloseTo(full / 2, 0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => sliderSeconds(card)).toBeCloseTo(full / 2 + 1, 0);
  });

  await test.step('a drag', async () => {
    await page.mouse.move(...at(0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.6), { steps: 4 });
    await expect.poll(() => sliderSeconds(card)).toBeCloseTo(full * 0.6, 0);
    await page.mouse.move(...at(0.8), { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => sliderSeconds(card)).toBeCloseTo(full * 0.8, 0);
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

  await test.step('it is not read out again and again while the story plays', async () => {
    await slider.press('Home');
    await play(card).click();
    await slider.focus();
    const said = (await slider.getAttribute('aria-valuetext')) ?? '';
    const from = await sliderSeconds(card);
    await expect.poll(() => sliderSeconds(card)).toBeGreaterThan(from + 1.5);
    await expect(slider).toHaveAttribute('aria-valuetext', said);
    await slider.press('PageUp');
    await expect(slider).not.toHaveAttribute('aria-valuetext', said);
  });
});

test('D25: the mini player stays within reach on other screens, and is gone when recording starts and when the user signs out', async ({
  page,
}) => {
  const { feed, told } = await uploadStories(page, [{ title: 'Compañera' }]);
  await signInAsNewUser(page);
  await page.goto(feed);
  await play(cardOf(page, 'Compañera')).click();
  await expect(pause(cardOf(page, 'Compañera'))).toBeVisible();
  await expect(miniPlayer(page)).toHaveCount(0);

  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { name: 'Mi Perfil' })).toBeVisible();
  await expect(miniPlayer(page)).toBeVisible();
  await expect.poll(async () => (await readAudio(page)).isPaused).toBe(false);

  await test.step('over neither the bar nor the content', async () => {
    // The player slides in from below.
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

  await test.step('also from screens that list no stories, and from a missing one', async () => {
    for (const [path, label] of [
      ['/pide', 'Pídele una historia a alguien'],
      ['/colecciones', 'Mis colecciones'],
      ['/normas', 'Normas'],
      ['/nada', 'Oops! Page not found'],
    ] as const) {
      await visit(page, path);
      await expect(page.getByRole('main', { name: label })).toBeVisible();
      await miniPlayer(page).getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`story=${told[0]?.id}`));
      await expect(page.getByRole('article')).toHaveCount(1);
    }
  });

  await test.step('until it is closed', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
    await miniPlayer(page).getByRole('button', { name: 'Cerrar reproductor' }).click();
    await expect(miniPlayer(page)).toHaveCount(0);
  });

  await test.step('or a recording starts', async () => {
    await visit(page, feed);
    await play(cardOf(page, 'Compañera')).click();
    await expect(pause(cardOf(page, 'Compañera'))).toBeVisible();
    await page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).click();
    await expect(miniPlayer(page)).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Grabar' }).click();
    await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
    await expect(miniPlayer(page)).toHaveCount(0);
    expect((await readAudio(page)).isPaused).toBe(true);
  });

  await test.step('or the user signs out', async () => {
    await page.goto(feed);
    await play(cardOf(page, 'Compañera')).click();
    await expect(pause(cardOf(page, 'Compañera'))).toBeVisible();
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByText('Sesión cerrada')).toBeVisible();
    await expect(pause(page)).toHaveCount(0);
    expect((await readAudio(page)).isPaused).toBe(true);
  });
});

test('the queue can be reordered, plays automatically if the listener wants that, and stops after a story', async ({
  page,
}) => {
  const { feed, told } = await uploadStories(page, [{ title: 'Una' }, { title: 'Dos' }, { title: 'Tres' }]);
  const [third, second, first] = told.map(({ title }) => title) as [string, string, string]; // the newest first
  const endOf = async (title: string) => {
    await expect(pause(cardOf(page, title))).toBeVisible();
    await cardOf(page, title).getByRole('slider').press('End');
  };
  await page.goto(feed);
  await test.step('the listener is asked once, in a region that is read out because it was there before', async () => {
    for (const title of [second, third, first]) {
      await play(cardOf(page, title)).click();
      await expect(pause(cardOf(page, title))).toBeVisible();
      await markLiveRegions(page);
      await endOf(title);
      await expect(play(cardOf(page, title))).toBeVisible();
    }
    const question = page.getByRole('region', { name: '¿Seguimos con la siguiente?' });
    await expect(markedRegions(page).filter({ has: question })).toHaveCount(1);
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toHaveCount(0);
  });
  await play(cardOf(page, first)).click();
  await expect(pause(cardOf(page, first))).toBeVisible();
  await cardOf(page, first).getByRole('button', { name: 'A continuación' }).click();
  const sheet = page.getByRole('dialog', { name: 'A continuación' });
  const upcoming = sheet.getByRole('listitem');
  await expect(upcoming).toHaveText([new RegExp(second), new RegExp(third)]);
  await sheet.getByRole('button', { name: `Escuchar antes: ${third}` }).click();
  await expect(upcoming).toHaveText([new RegExp(third), new RegExp(second)]);
  await sheet.getByRole('switch', { name: /^Seguir con la siguiente/ }).click();
  await closeSheet(page);

  await endOf(first);
  await endOf(third);
  await expect(pause(cardOf(page, second))).toBeVisible();
  await cardOf(page, second).getByRole('button', { name: 'A continuación' }).click();
  await expect(sheet.getByText('No hay ninguna historia detrás de esta.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Al terminar esta historia' }).click();
  await closeSheet(page);
  await endOf(second);
  await expect(play(cardOf(page, second))).toBeVisible();

  await play(cardOf(page, first)).click();
  await cardOf(page, first).getByRole('button', { name: 'A continuación' }).click();
  await play(upcoming.first()).click();
  await expect(sheet.getByRole('region', { name: 'A continuación' })).toBeFocused();
  await closeSheet(page);

  await test.step('its sheet closes when the listener goes back', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
    await miniPlayer(page).getByRole('button', { name: 'A continuación' }).click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(cardOf(page, first)).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });
});
