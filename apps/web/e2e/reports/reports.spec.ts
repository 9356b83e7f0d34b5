import { test } from '../testing/server/database-fixtures.ts';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { pause, play, sliderSeconds, uploadStories } from '../testing/player.ts';
import { reportSheet, search } from '../testing/story-cards.ts';
import { caseOf, signInWithRole, toast } from '../testing/people.ts';

test("L11, L82, L274, L375-376: a visitor's report needs a reason, keeps it on failure, and shows thanks", async ({
  page,
  story,
}) => {
  const card = await search(page, story);
  await card.getByRole('button', { name: 'Reportar' }).click();
  const sheet = reportSheet(page);
  await expect(sheet.getByRole('radio')).toHaveCount(6);
  for (const reason of [
    'Contenido inapropiado',
    'Spam',
    'Acoso o bullying',
    'Contenido ofensivo',
    'Desinformación',
    'Otro',
  ]) {
    await expect(sheet.getByRole('radio', { name: reason, exact: true })).not.toBeChecked();
  }
  await sheet.getByRole('button', { name: 'Reportar' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('Por favor selecciona una razón para reportar');
  await expect(sheet.getByRole('radio').first()).toBeFocused();
  await sheet.getByText('Acoso o bullying').click();
  await expect(sheet.getByRole('alert')).toBeEmpty();
  await page.route(/reports\.create/, (route) => route.abort('internetdisconnected'));
  await sheet.getByRole('button', { name: 'Reportar' }).click();
  await expect(toast(page, 'No se pudo enviar el reporte. Inténtalo de nuevo.')).toBeVisible();
  await expect(sheet.getByRole('radio', { name: 'Acoso o bullying' })).toBeChecked();
  await page.unroute(/reports\.create/);
  const sent = page.waitForRequest(/reports\.create/);
  await sheet.getByRole('button', { name: 'Reportar' }).click();
  expect((await sent).postData()).toContain('"harassment"');
  await expect(toast(page, 'Reporte enviado')).toContainText(
    'Gracias por reportar. Revisaremos esta historia.',
  );
  await expect(sheet).toBeHidden();
});

test('L82, D28: a report is made with the keyboard alone, can be cancelled, and returns the focus', async ({
  page,
  story,
}) => {
  await signInAsNewUser(page);
  const card = await search(page, story);
  const flag = card.getByRole('button', { name: 'Reportar' });
  await flag.focus();
  await page.keyboard.press('Enter');
  const sheet = reportSheet(page);
  await expect(sheet.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('radio', { name: 'Spam' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('link', { name: 'Ver las normas' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('button', { name: 'Reportar' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(sheet.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(flag).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('radio').first()).toBeFocused();
  await expect(sheet.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(sheet.getByRole('radio', { name: 'Otro' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Reporte enviado')).toBeVisible();
  await expect(flag).toBeFocused();
});

test('a moderator plays a report of selected words from ten seconds before them, and faster', async ({
  page,
  browser,
}) => {
  const { told } = await uploadStories(page, [{ title: 'El grito' }]);
  const [{ id, title }] = told as [{ id: string; title: string }];
  await page.goto(`/?story=${id}`);
  const text = page.getByRole('group', { name: /^Transcripción/ });
  await expect(text).toBeVisible();
  await text.getByText('voz50', { exact: true }).dblclick();
  await page.getByRole('button', { name: 'Reportar' }).click();
  const sheet = reportSheet(page);
  await expect(sheet.getByRole('switch', { name: /^Pasa desde / })).toBeChecked();
  await sheet.getByText('Acoso o bullying').click();
  const sent = page.waitForRequest(/reports\.create/);
  await sheet.getByRole('button', { name: 'Reportar' }).click();
  const [, atMs] = /"atMs":(\d+)/u.exec((await sent).postData() ?? '') ?? [];
  expect(Number(atMs)).toBeGreaterThan(10_000);
  await expect(sheet).toBeHidden();

  const moderator = await signInWithRole(browser, 'moderator');
  await moderator.page.goto('/moderacion');
  const reported = caseOf(moderator.page, title);
  await reported.getByRole('button', { name: title }).click();
  await expect(reported.locator('[data-heat]')).toBeVisible();
  await expect(play(reported)).toBeVisible();
  // The slider has whole seconds.
  expect(await sliderSeconds(reported)).toBe(Math.floor(Number(atMs) / 1_000 - 10));
  await reported.getByRole('button', { name: /^Desde / }).click();
  await expect(pause(reported)).toBeVisible();
  await expect(reported.getByRole('button', { name: /1,5/ })).toBeVisible();
  await moderator.page.context().close();
});
