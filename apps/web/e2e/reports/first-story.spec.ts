import { expectNoViolations } from '../testing/measuring/axe.ts';
import { expect, newUser, signInAsNewUser, startSession } from '../testing/fixtures.ts';
import { caseOf, toast, visit } from '../testing/people.ts';
import { storyCard } from '../testing/recorder.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test(
  'a first story is visible only to its author until a moderator approves it',
  { tag: '@firefox-long' },
  async ({ page, setFlags }) => {
    await setFlags({ reviewFirstStory: true });
    const author = await signInAsNewUser(page);
    const title = `La primera de ${author.username}`;
    const id = await uploadStory(page, { title, published: false, transcript: 'Ya está escrita.' });
    await page.goto('/profile');
    const card = storyCard(page, title);
    await card.getByRole('button', { name: 'Publicar' }).click();
    await expect(toast(page, 'Esperando a que la revisemos')).toBeVisible();
    await expect(card.getByText('Es tu primera historia: alguien del equipo la escucha')).toBeVisible();
    await expectNoViolations(page, 'a story that waits');
    // The author withdraws the request, and publishes again.
    await card.getByRole('button', { name: 'No publicarla' }).click();
    await expect(card.getByText('Privada')).toBeVisible();
    await card.getByRole('button', { name: 'Publicar' }).click();
    await expect(card.getByRole('button', { name: 'No publicarla' })).toBeVisible();

    await signInAsNewUser(page, newUser(), 'moderator');
    await page.goto(`/search?story=${id}`);
    await expect(page.getByText('No encontramos esta historia')).toBeVisible();
    await visit(page, '/moderacion');
    await page.getByRole('button', { name: 'Recibir el siguiente caso' }).click();
    const waiting = caseOf(page, title);
    await expect(waiting.getByText('Es la primera historia de su autora o autor.')).toBeVisible();
    await expect(waiting.getByText('Ya está escrita.')).toBeVisible();
    await expectNoViolations(page, 'a first story in the queue');
    await waiting.getByRole('button', { name: 'Publicar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publicar la historia' });
    await dialog.getByRole('button', { name: 'Cumple las normas' }).click();
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(waiting).toHaveCount(0);
    await visit(page, `/search?story=${id}`);
    await expect(page.getByRole('article').getByRole('heading', { name: title })).toBeVisible();
    await startSession(page, author);
    await page.goto('/profile');
    await expect(card.getByText('Publicada')).toBeVisible();
  },
);
