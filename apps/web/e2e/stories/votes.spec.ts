import { test } from '../testing/database-fixtures.ts';
import { createAccount, expect, signIn, somebody } from '../testing/fixtures.ts';
import { cardOf, counting, expectVote, notice, search, startAs, voteOf } from '../testing/story-cards.ts';
import { tellStory } from '../testing/upload-story.ts';

test.describe('a vote', () => {
  test(
    'L11, L67-68: counts at once wherever the story is shown, stays, and is taken back',
    { tag: '@firefox' },
    async ({ page, story }) => {
      await startAs(page);
      const card = await search(page, story);
      await expectVote(card, '0 votos', false);
      await counting(page, () => voteOf(card).click());
      await expectVote(card, '1 voto', true);
      await expect(voteOf(card)).toHaveText('1 voto');

      await card.getByRole('heading').getByRole('link').click();
      await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
      await expectVote(cardOf(page, story), '1 voto', true);
      await counting(page, () => voteOf(cardOf(page, story)).click());
      await expectVote(cardOf(page, story), '0 votos', false);
      await page.getByRole('button', { name: 'Volver' }).click();
      await expect(page.getByRole('searchbox').or(page.getByLabel('Buscar historias...'))).toBeVisible();
      await expectVote(card, '0 votos', false);

      await counting(page, () => voteOf(card).click());
      await page.reload();
      await expectVote(card, '1 voto', true);
    },
  );

  test('D03: of a visitor is given once they have signed in', async ({ page, story }) => {
    const person = somebody();
    await createAccount(page, person);
    const card = await search(page, story);
    await voteOf(card).click();
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Inicia sesión para votar por esta historia');
    await page.keyboard.press('Escape');
    await expectVote(card, '0 votos', false);
    await voteOf(card).click();
    await counting(page, () => signIn(page, person));
    await expectVote(card, '1 voto', true);
    await page.reload();
    await expectVote(card, '1 voto', true);
  });

  test('of somebody whose session ended elsewhere is given once they have signed in again', async ({
    page,
    story,
  }) => {
    const person = somebody();
    await startAs(page, person);
    const card = await search(page, story);
    await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
    await page.context().clearCookies();
    await voteOf(card).click();
    await signIn(page, person);
    await expectVote(card, '1 voto', true);
  });

  test('L370: that does not arrive is taken back from the screen, and said', async ({ page, story }) => {
    await startAs(page);
    const card = await search(page, story);
    await counting(page, () => voteOf(card).click());
    await expectVote(card, '1 voto', true);
    await page.route(/stories\.vote/, (route) => route.abort('internetdisconnected'));
    await voteOf(card).click();
    await expect(notice(page, 'No se pudo votar en la historia')).toBeVisible();
    await expectVote(card, '1 voto', true);
    await page.unroute(/stories\.vote/);
    await voteOf(card).click();
    await expectVote(card, '0 votos', false);
  });

  test('pressed twice at once is none, on the screen and on the server', async ({ page, story }) => {
    await startAs(page);
    const card = await search(page, story);
    await expectVote(card, '0 votos', false);
    // The first press is on its way for as long as it takes to press again: the second must not overtake it.
    const pressedAgain = Promise.withResolvers<undefined>();
    let calls = 0;
    let answers = 0;
    page.on('response', (response) => {
      if (response.url().includes('stories.vote')) answers += 1;
    });
    await page.route(/stories\.vote/, async (route) => {
      calls += 1;
      await pressedAgain.promise;
      await route.continue();
    });
    await voteOf(card).dblclick();
    await expectVote(card, '0 votos', false);
    await expect.poll(() => calls).toBe(1);
    pressedAgain.resolve(undefined);
    await expect.poll(() => answers).toBe(2);
    await expectVote(card, '0 votos', false);
    await page.reload();
    await expectVote(card, '0 votos', false);
  });

  test('L251-252: against a story shows with its flag only, and two tabs end in what the server says', async ({
    page,
    context,
    setFlags,
    story,
  }) => {
    await startAs(page);
    const card = await search(page, story);
    await expect(voteOf(card)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Votar en contra' })).toHaveCount(0);

    await setFlags({ showDownvotes: true });
    await page.reload();
    const against = card.getByRole('button', { name: 'Votar en contra' });
    await expect(against).toHaveAttribute('aria-pressed', 'false');
    const other = await context.newPage();
    const otherCard = await search(other, story);
    await expectVote(otherCard, '0 votos', false);

    await counting(page, () => voteOf(card).click());
    await expectVote(card, '1 voto', true);
    await counting(other, () => otherCard.getByRole('button', { name: 'Votar en contra' }).click());
    // One vote of one person, whichever tab gave it; with the flag, both kinds are in the total.
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

  test('on the own profile is the vote of the feed', async ({ page }) => {
    const author = somebody();
    await startAs(page, author);
    const title = `Lo mío de ${author.username}`;
    await tellStory(page, { title, transcript: 'Aquí estoy.' });
    const card = await search(page, { title });
    await voteOf(card).click();
    await expectVote(card, '1 voto', true);
    await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click();
    await expectVote(cardOf(page, { title }), '1 voto', true);
    // Nobody reports what they told themselves.
    await expect(card.getByRole('button', { name: 'Reportar' })).toHaveCount(0);
  });
});
