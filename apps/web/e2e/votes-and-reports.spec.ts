import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { createAccount, expect, signIn, somebody, startSession } from './fixtures.ts';
import { sending } from './people.ts';
import { served } from './serve-relato.ts';
import { tellStory } from './stories.ts';
import { test, type ToldStory } from './world.ts';

async function startAs(page: Page, person = somebody()): Promise<void> {
  await createAccount(page, person);
  await startSession(page, person);
}

const cardOf = (page: Page, { title }: Pick<ToldStory, 'title'>): Locator =>
  page.getByRole('article').filter({ hasText: title });
const voteOf = (card: Locator): Locator => card.getByRole('button', { name: /^Votar: / });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Reportar historia' });
const notice = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Avisos' }).filter({ hasText: text });

async function expectVote(card: Locator, count: string, pressed: boolean): Promise<void> {
  await expect(voteOf(card)).toHaveAccessibleName(`Votar: ${count}`);
  await expect(voteOf(card)).toHaveAttribute('aria-pressed', String(pressed));
}

const counting = (page: Page, act: () => Promise<void>) => sending(page, /stories\.vote\b/, act);

async function search(page: Page, { title }: Pick<ToldStory, 'title'>): Promise<Locator> {
  await page.goto(`/search?q=${encodeURIComponent(title)}`);
  return cardOf(page, { title });
}

test.describe('a vote', () => {
  test(
    'counts at once wherever the story is shown, stays, and is taken back',
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

  test('of a visitor is given once they have signed in', async ({ page, story }) => {
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

  test('that does not arrive is taken back from the screen, and said', async ({ page, story }) => {
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

  test('against a story shows with its flag only, and two tabs end in what the server says', async ({
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

test.describe('a report', () => {
  test('of a visitor wants a reason, and is thanked for', async ({ page, story }) => {
    const card = await search(page, story);
    await card.getByRole('button', { name: 'Reportar' }).click();
    const sheet = dialog(page);
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
    await expect(notice(page, 'Reporte enviado')).toContainText(
      'Gracias por reportar. Revisaremos esta historia.',
    );
    await expect(sheet).toBeHidden();
  });

  test(
    'is made by keyboard alone, left without a trace, and comes back to where one was',
    { tag: '@firefox' },
    async ({ page, story }) => {
      await startAs(page);
      const card = await search(page, story);
      const flag = card.getByRole('button', { name: 'Reportar' });
      await flag.focus();
      await page.keyboard.press('Enter');
      const sheet = dialog(page);
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
      await expect(notice(page, 'Reporte enviado')).toBeVisible();
      await expect(flag).toBeFocused();
    },
  );

  test('that does not arrive keeps what was chosen', { tag: '@firefox' }, async ({ page, story }) => {
    await page.goto(`/?story=${story.id}`);
    await cardOf(page, story).getByRole('button', { name: 'Reportar' }).click();
    await page.route(/reports\.create/, (route) => route.abort('internetdisconnected'));
    await dialog(page).getByText('Desinformación').click();
    await expect(dialog(page).getByRole('radio', { name: 'Desinformación' })).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Reportar' }).click();
    await expect(notice(page, 'No se pudo enviar el reporte. Inténtalo de nuevo.')).toBeVisible();
    await expect(dialog(page).getByRole('radio', { name: 'Desinformación' })).toBeChecked();
    await page.unroute(/reports\.create/);
    await dialog(page).getByRole('button', { name: 'Reportar' }).click();
    await expect(notice(page, 'Reporte enviado')).toBeVisible();
  });
});

test.describe('sharing', () => {
  test(
    'copies the link of the story where there is no share sheet',
    { tag: '@firefox' },
    async ({ page, story }) => {
      await page.addInitScript(() => Reflect.defineProperty(navigator, 'share', { value: undefined }));
      const card = await search(page, story);
      await card.getByRole('button', { name: 'Compartir' }).click();
      await expect(notice(page, 'Enlace copiado')).toBeVisible();
      const box = page.getByLabel('Buscar historias...');
      await box.fill('');
      await box.press('ControlOrMeta+V');
      const link = `${served.url}/?story=${story.id}`;
      await expect(box).toHaveValue(link);

      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
      await expect(cardOf(page, story)).toBeVisible();
      await expect(page.getByLabel('Buscar historias...')).toHaveCount(0);
      await page.getByRole('button', { name: 'Volver' }).click();
      await expect(page).toHaveURL('/');
    },
  );

  test('says that the link could not be copied', async ({ page, story }) => {
    await page.addInitScript(() => {
      Reflect.defineProperty(navigator, 'share', { value: undefined });
      Reflect.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    const card = await search(page, story);
    await card.getByRole('button', { name: 'Compartir' }).click();
    await expect(notice(page, 'No se pudo copiar el enlace')).toBeVisible();
  });

  test('goes by the share sheet of the system, which one may close again', async ({ page, story }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Reflect.set(window, 'shared', shared);
      const share = async (data: ShareData) => {
        shared.push(data);
        throw new DOMException('closed', 'AbortError');
      };
      Reflect.defineProperty(navigator, 'share', { value: share });
    });
    const card = await search(page, story);
    await card.getByRole('button', { name: 'Compartir' }).click();
    await expect
      .poll(() => page.evaluate((): unknown => Reflect.get(window, 'shared')))
      .toEqual([{ title: story.title, url: `${served.url}/?story=${story.id}` }]);
    await expect(page.getByRole('region', { name: 'Avisos' })).toBeEmpty();
  });
});

test(
  'a story that is gone says so, and leads to others',
  { tag: '@firefox' },
  async ({ page, story, database }) => {
    await page.goto(`/?story=${story.id}`);
    await expect(cardOf(page, story)).toBeVisible();
    await database.prisma.story.delete({ where: { id: story.id } });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No encontramos esta historia' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
    await page.goto('/search?story=no-es-una-historia');
    await expect(page.getByRole('heading', { name: 'No encontramos esta historia' })).toBeVisible();
    await page.getByRole('link', { name: 'Escuchar otras historias' }).click();
    await expect(page.getByLabel('Buscar historias...')).toBeVisible();
  },
);

test('votes and reports can be used by everybody, light and dark', async ({ page, setFlags, story }) => {
  await startAs(page);
  await setFlags({ showDownvotes: true });
  const card = await search(page, story);
  await voteOf(card).click();
  await expectVote(card, '1 voto', true);
  await expectNoViolations(page, 'a vote given');
  await card.getByRole('button', { name: 'Reportar' }).click();
  await dialog(page).getByRole('button', { name: 'Reportar' }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expectNoViolations(page, 'a report without a reason');
  await dialog(page).getByText('Spam').click();
  await expectNoViolations(page, 'a report with one');
});
