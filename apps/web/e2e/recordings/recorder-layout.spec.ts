import type { Locator, Page } from '@playwright/test';
import { expect, test, signInAsNewUser } from '../testing/fixtures.ts';
import { expectRecorded, pauseRecording, recordButton, stopRecording } from '../testing/recorder.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Navegación principal' });
const stopButton = (page: Page) => page.getByRole('button', { name: 'Detener' });
const actions = (page: Page) => page.locator('[data-bottom-actions]');

async function boxOf(name: string, locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${name} is not there`);
  return Object.assign(box, { name });
}

/** Returns the elements that leave the window or overlap, with the fonts of the app. */
async function listCollisions(page: Page, things: Readonly<Record<string, Locator>>): Promise<string[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.evaluate(async () => void (await document.fonts.ready));
  const boxes = await Promise.all(
    Object.entries(things).map(async ([name, locator]) => boxOf(name, locator)),
  );
  const outside = boxes
    .filter((box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
    .map(({ name }) => `${name} reaches out of the window`);
  const pairs = boxes.flatMap((one, index) => boxes.slice(index + 1).map((other) => [one, other] as const));
  const overlapping = pairs
    .filter(
      ([one, other]) =>
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    )
    .map(([one, other]) => `${one.name} and ${other.name} overlap`);
  return [...outside, ...overlapping];
}

const sizes = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

/** Expects in each size that no element leaves the window or overlaps another one. */
async function expectRoom(page: Page, state: string, things: Readonly<Record<string, Locator>>) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect
      .poll(() => listCollisions(page, things), `${state}, at ${size.width} × ${size.height}`)
      .toEqual([]);
  }
}

test('L34-35, L46: the recorder has room for every button and text, at 320 × 568 and 844 × 390', async ({
  page,
}) => {
  await signInAsNewUser(page);
  await page.goto('/record');
  const main = page.getByRole('main');
  await expect(main.getByText('Listo para grabar')).toBeVisible();
  // There is exactly one microphone button, which records.
  await expect(page.getByRole('button', { name: 'Grabar', exact: true })).toHaveCount(1);
  await expect(bar(page).getByRole('link', { name: 'Perfil' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'o elige un audio' })).toBeVisible();
  await expectRoom(page, 'at rest', {
    'the bar': bar(page),
    'the heading': main.getByRole('heading', { level: 1 }),
    'the prompt': main.getByRole('heading', { level: 2 }),
    'the record button': recordButton(page),
    'its label': main.getByText('Toca para grabar'),
    'the limit': main.getByText('Hasta 5 minutos'),
  });

  await recordButton(page).click();
  await expectRecorded(page, 2);
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Grabar', exact: true })).toHaveCount(0);
  await expectRoom(page, 'while it records', {
    'the heading': main.getByRole('heading', { level: 1 }),
    'the time recorded': main.getByText('Tiempo grabado'),
    'the time left': main.getByText('Tiempo restante'),
    'the share': main.getByText(/% completado$/),
    'the pause button': main.getByRole('button', { name: 'Pausar' }),
    'the stop button': stopButton(page),
  });

  await pauseRecording(page);
  await expectRoom(page, 'in a pause', {
    'the heading': main.getByRole('heading', { level: 1 }),
    'the sound so far': main.getByRole('button', { name: /^Reproducir/ }),
    'the time recorded': main.getByText('Tiempo grabado'),
    'the time left': main.getByText('Tiempo restante'),
    'the button to go on': main.getByRole('button', { name: 'Seguir grabando' }),
    'the stop button': stopButton(page),
  });

  await stopRecording(page);
  await expect(bar(page)).toHaveCount(0);
  // The player and its progress line appear with the sound and its inspection.
  await expect(main.getByRole('button', { name: /^Reproducir/ }).first()).toBeVisible();
  await expect(main.getByText('Procesando')).toHaveCount(0);
  const title = page.getByRole('textbox', { name: 'Título' });
  await expectRoom(page, 'in the review', {
    'what is recorded': main.getByText(/^Grabación completada/),
    'the title': title,
    'the actions': actions(page),
  });
  for (const size of sizes) {
    await page.setViewportSize(size);
    // On a low screen only screen readers get the heading.
    const heading = main.getByRole('heading', { level: 1 });
    await expect
      .poll(async () => (await boxOf('the heading', heading)).height > 1, 'a heading that is seen')
      .toBe(size.height >= 480);
    for (const field of [
      title,
      page.getByLabel('Transcripción'),
      main.getByRole('button', { name: 'Agregar' }),
    ]) {
      await field.scrollIntoViewIfNeeded();
      // A touch in the middle of the field must reach it.
      await field.click({ trial: true });
    }
  }

  await page.goto('/record');
  await expect(main.getByRole('button', { name: 'Recuperar' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'o elige un audio' })).toBeVisible();
  await expectRoom(page, 'at rest, with a draft', {
    'the bar': bar(page),
    'the heading': main.getByRole('heading', { level: 1 }),
    'the draft': main.getByRole('button', { name: 'Recuperar' }),
    'the record button': recordButton(page),
    'its label': main.getByText('Toca para grabar'),
    'the limit': main.getByText('Hasta 5 minutos'),
  });
});
