import { test } from '../testing/server/database-fixtures.ts';
import { createAccount, expect, signIn, newUser, signInAsNewUser } from '../testing/fixtures.ts';
import { cardOf, waitForVote, expectVote, search, voteOf } from '../testing/story-cards.ts';
import { toast } from '../testing/people.ts';

test('L11, L67-68, L370: a vote counts at once wherever the story is shown, lasts, and can be taken back', async ({
  page,
  story,
}) => {
  await signInAsNewUser(page);
  const card = await search(page, story);
  await expectVote(card, '0 votos', false);
  await expect(card.getByRole('button', { name: 'Compartir' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Reportar' })).toBeVisible();
  await waitForVote(page, () => voteOf(card).click());
  await expectVote(card, '1 voto', true);
  await expect(voteOf(card)).toHaveText('1 voto');

  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
  await expectVote(cardOf(page, story), '1 voto', true);
  await waitForVote(page, () => voteOf(cardOf(page, story)).click());
  await expectVote(cardOf(page, story), '0 votos', false);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByRole('searchbox').or(page.getByLabel('Buscar historias...'))).toBeVisible();
  await expectVote(card, '0 votos', false);

  await waitForVote(page, () => voteOf(card).click());
  await expectVote(card, '1 voto', true);

  await test.step('a failed one is taken back with a notice', async () => {
    await page.route(/stories\.vote/, (route) => route.abort('internetdisconnected'));
    await voteOf(card).click();
    await expect(toast(page, 'No se pudo votar en la historia')).toBeVisible();
    await expectVote(card, '1 voto', true);
    await page.unroute(/stories\.vote/);
  });

  await test.step('a double press changes nothing, and the vote lasts', async () => {
    // Delays the first call until the second press, which must not overtake it.
    const pressedAgain = Promise.withResolvers<undefined>();
    let [calls, answers] = [0, 0];
    page.on('response', (response) => {
      if (response.url().includes('stories.vote')) answers += 1;
    });
    await page.route(/stories\.vote/, async (route) => {
      calls += 1;
      await pressedAgain.promise;
      await route.continue();
    });
    await voteOf(card).dblclick();
    await expectVote(card, '1 voto', true);
    await expect.poll(() => calls).toBe(1);
    pressedAgain.resolve(undefined);
    await expect.poll(() => answers).toBe(2);
    await page.reload();
    await expectVote(card, '1 voto', true);
  });
});

test('D03: a vote of a visitor, or of a user whose session ended elsewhere, is cast after they sign in', async ({
  page,
  story,
}) => {
  const person = newUser();
  await createAccount(person);
  const card = await search(page, story);
  await voteOf(card).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toHaveAccessibleName('Inicia sesión para votar por esta historia');
  await expect(sheet.getByText(story.title)).toBeVisible();
  await test.step('the typed address goes from form to form', async () => {
    const email = sheet.getByLabel('Correo electrónico');
    await email.fill('ana@example.org');
    await sheet.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
    await expect(email).toHaveValue('ana@example.org');
    await sheet.getByRole('button', { name: 'Volver a Iniciar Sesión' }).click();
    await sheet.getByRole('button', { name: 'Crear Cuenta' }).click();
    await expect(email).toHaveValue('ana@example.org');
    const rules = page.context().waitForEvent('page');
    await sheet.getByRole('link', { name: 'normas' }).click();
    await expect((await rules).getByRole('heading', { level: 1, name: 'Normas' })).toBeVisible();
    await (await rules).close();
  });
  await page.keyboard.press('Escape');
  await expectVote(card, '0 votos', false);
  await voteOf(card).click();
  await waitForVote(page, () => signIn(page, person));
  await expectVote(card, '1 voto', true);

  // Signing in reloads the story. That must be over before the reload of the page.
  await page.reload();
  await expectVote(card, '1 voto', true);
  await page.context().clearCookies();
  await voteOf(card).click();
  await waitForVote(page, () => signIn(page, person));
  await expectVote(card, '0 votos', false);
});

test('L251-252: a vote against a story shows only with its flag, and two tabs agree with the server', async ({
  page,
  context,
  setFlags,
  story,
}) => {
  await setFlags({ showDownvotes: true });
  await signInAsNewUser(page);
  const card = await search(page, story);
  const against = card.getByRole('button', { name: 'Votar en contra' });
  await expect(against).toHaveAttribute('aria-pressed', 'false');
  const other = await context.newPage();
  const otherCard = await search(other, story);
  await expectVote(otherCard, '0 votos', false);

  await waitForVote(page, () => voteOf(card).click());
  await expectVote(card, '1 voto', true);
  await waitForVote(other, () => otherCard.getByRole('button', { name: 'Votar en contra' }).click());
  // A user has one vote in all tabs; with the flag, the total counts both kinds.
  await expectVote(otherCard, '1 voto', false);
  await expect(otherCard.getByRole('button', { name: 'Votar en contra' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.reload();
  await expectVote(card, '1 voto', false);
  await expect(against).toHaveAttribute('aria-pressed', 'true');

  await setFlags({ showDownvotes: false });
  await page.reload();
  await expectVote(card, '0 votos', false);
  await expect(against).toHaveCount(0);
});
