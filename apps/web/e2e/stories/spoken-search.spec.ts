import { createUser } from '@relato/db/testing/factories';
import { readAudio, watchAudio } from '../testing/audio-element.ts';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { setHeardWords, speakWords } from '../testing/server/fake-transcriber.ts';
import { expect, query, signInAsNewUser } from '../testing/fixtures.ts';
import { test } from '../testing/server/database-fixtures.ts';
import { untilJob } from '../testing/server/until-job.ts';
import { uploadStory } from '../testing/server/upload-story.ts';

test.beforeEach(({ page }) => watchAudio(page));
test.afterEach(() => setHeardWords(null));

/** A word that no other test uses. */
const rare = 'caleidoscopio';

test('L23: a spoken word is found, and a tap on its sentence plays from its second', async ({
  page,
  database: { prisma },
}) => {
  await signInAsNewUser(page);
  const text = `Hace mucho calor. Mi abuela guardaba un ${rare} azul. ¡Qué cosas!`;
  setHeardWords(speakWords(text, 4_000));
  const id = await uploadStory(page, { title: 'Lo de la ventana' });
  const status = async () =>
    (await query<{ transcriptStatus: string }>(page, 'stories.byId', { id })).transcriptStatus;
  await expect.poll(status, untilJob).toBe('ready');
  await page.context().clearCookies();
  const person = await createUser(prisma, { profile: { create: { username: 'caleido.pia' } } });

  await page.goto('/search');
  await page.getByRole('searchbox').fill(rare.slice(0, 7).toUpperCase());
  const people = page.getByRole('list', { name: 'Personas' });
  await expect(people.getByRole('link', { name: '@caleido.pia' })).toHaveAttribute('href', '/u/caleido.pia');
  await expect(page.getByRole('heading', { name: 'En lo que se dijo' })).toBeVisible();
  await expect(page.getByText('1 momento', { exact: true })).toBeVisible();
  const sentence = page.getByRole('link', { name: /^Escuchar desde 0:02: Mi abuela/ });
  await expect(sentence).toContainText(`Mi abuela guardaba un ${rare} azul.`);
  await expect(sentence.locator('mark')).toHaveText([rare]);
  await expectNoViolations(page, 'what a search found');

  await sentence.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Lo de la ventana' })).toBeVisible();
  await expect.poll(async () => (await readAudio(page)).seconds).toBeGreaterThan(2.2);
  expect((await readAudio(page)).startedAtSeconds).toBeCloseTo(2, 0);
  // The second counts once.
  await expect(page).toHaveURL(new RegExp(`story=${id}$`));
  await expect(page.locator('[data-said]')).toHaveCount(1);
  await expectNoViolations(page, 'a story with a word that was said');

  // Going back leads to the search, and another story starts at its own beginning.
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(rare.slice(0, 7).toUpperCase());
  await page.getByRole('link', { name: 'Lo de la ventana' }).first().click();
  await expect(page).toHaveURL(new RegExp(`story=${id}$`));

  // A link with an invalid second, or one behind the end, opens the story.
  for (const t of ['-1', '99999']) {
    await page.goto(`/?story=${id}&t=${t}`);
    await expect(page.getByRole('heading', { level: 2, name: 'Lo de la ventana' })).toBeVisible();
  }
  await prisma.user.delete({ where: { id: person } });
});
