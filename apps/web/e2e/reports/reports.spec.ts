import { expectNoViolations } from '../testing/measuring/axe.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { cardOf, expectVote, reportSheet, search, voteOf } from '../testing/story-cards.ts';
import { toast } from '../testing/people.ts';

test.describe('reports', () => {
  test('L11, L82, L274, L375-376: a report of a visitor needs a reason and is thanked for', async ({
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

  test('L375-376: a report that fails keeps the chosen reason', async ({ page, story }) => {
    await page.goto(`/?story=${story.id}`);
    await cardOf(page, story).getByRole('button', { name: 'Reportar' }).click();
    await page.route(/reports\.create/, (route) => route.abort('internetdisconnected'));
    await reportSheet(page).getByText('Desinformación').click();
    await expect(reportSheet(page).getByRole('radio', { name: 'Desinformación' })).toBeChecked();
    await reportSheet(page).getByRole('button', { name: 'Reportar' }).click();
    await expect(toast(page, 'No se pudo enviar el reporte. Inténtalo de nuevo.')).toBeVisible();
    await expect(reportSheet(page).getByRole('radio', { name: 'Desinformación' })).toBeChecked();
    await page.unroute(/reports\.create/);
    await reportSheet(page).getByRole('button', { name: 'Reportar' }).click();
    await expect(toast(page, 'Reporte enviado')).toBeVisible();
  });
});

test('votes and reports are accessible in light and dark colours', async ({ page, setFlags, story }) => {
  await signInAsNewUser(page);
  await setFlags({ showDownvotes: true });
  const card = await search(page, story);
  await voteOf(card).click();
  await expectVote(card, '1 voto', true);
  await expectNoViolations(page, 'a vote given');
  await card.getByRole('button', { name: 'Reportar' }).click();
  await reportSheet(page).getByRole('button', { name: 'Reportar' }).click();
  await expect(reportSheet(page).getByRole('alert')).toBeVisible();
  await expectNoViolations(page, 'a report without a reason');
  await reportSheet(page).getByText('Spam').click();
  await expectNoViolations(page, 'a report with one');
});
