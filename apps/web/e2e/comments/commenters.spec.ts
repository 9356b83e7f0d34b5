import { expectNoViolations } from '../testing/measuring/axe.ts';
import { call, expect, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';
import { field, list, openInFeed, said, sendButton, uploadStoryOfAnother } from '../testing/comments.ts';
import { openBrowser } from '../testing/people.ts';

test(
  'an author lets only followers comment, and the text of another user waits until they follow',
  { tag: '@firefox-long' },
  async ({ page, browser }) => {
    const story = await uploadStoryOfAnother(page);
    await signInAsNewUser(page);
    const card = await openInFeed(page, story);
    await field(card).fill('Me morí con lo del mango');
    // The other user does not see the author's choice before sending.
    const refreshes = '**/trpc/**stories.feed**';
    await page.route(refreshes, () => undefined);

    const author = await openBrowser(browser);
    await startSession(author, story.teller);
    await author.goto('/profile');
    const own = author.getByRole('article').filter({ hasText: story.title });
    const choose = async (name: string) => {
      await own.getByRole('button', { name: 'Quién puede comentar' }).click();
      const sheet = author.getByRole('dialog', { name: 'Quién puede comentar' });
      await sheet.getByRole('radio', { name }).check();
      await sheet.getByRole('button', { name: 'Guardar' }).click();
      await expect(sheet).toBeHidden();
      await expect(own.getByRole('button', { name: `Quién puede comentar ${name}` })).toBeVisible();
    };
    await choose('Solo quienes me siguen');

    await sendButton(card).click();
    await expect(page.getByText('No se pudo agregar el comentario')).toBeVisible();
    const reason = card.getByText(`Para enviarlo tienes que seguir a @${story.teller.username}.`);
    await expect(reason).toBeVisible();
    await expect(field(card)).toHaveValue('Me morí con lo del mango');
    await expect(sendButton(card)).toBeDisabled();
    await expectNoViolations(page, 'followers only');
    await page.bringToFront();
    await card.getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(reason).toBeHidden();
    await expect(field(card)).toBeFocused();
    await field(card).press('Enter');
    await expect(list(card).getByRole('listitem')).toContainText('Me morí con lo del mango');

    await choose('Nadie más');
    await field(card).fill('Otra cosa');
    await sendButton(card).click();
    await expect(card.getByText('Quien contó esta historia cerró los comentarios.')).toBeVisible();
    await expect(field(card)).toHaveValue('Otra cosa');
    await field(card).fill('');
    await expect(card.getByText('Los comentarios de esta historia están cerrados.')).toBeVisible();
    expect(await said(page, story)).toEqual(['Me morí con lo del mango']);
    await call(author, 'comments.create', {
      id: crypto.randomUUID(),
      storyId: story.id,
      content: 'Gracias',
    });
    await page.unroute(refreshes);
    await author.context().close();
  },
);
