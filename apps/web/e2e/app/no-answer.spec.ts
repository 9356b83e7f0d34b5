import { limits } from '@relato/contract/limits';
import type { Page, Request } from '@playwright/test';
import { expect, query, signInAsNewUser } from '../testing/fixtures.ts';
import { storyCard } from '../testing/recorder.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { withoutFirstData } from '../testing/changed-answers.ts';
import { test } from '../testing/server/database-fixtures.ts';

/**
 * Calls of these procedures arrive, if `arrives`, and are never answered. Returns those calls once they have arrived, and
 * the way to a server that answers again.
 */
async function swallow(page: Page, procedures: RegExp, { arrives = false } = {}) {
  await withoutFirstData(page);
  const calls: Request[] = [];
  const pattern = new RegExp(`/trpc/[^?]*(?:${procedures.source})`);
  await page.route(pattern, async (route) => {
    if (arrives) await route.fetch();
    calls.push(route.request());
  });
  return {
    calls,
    /** Waits until this procedure was called: only then its time runs. */
    called: (procedure: string) =>
      expect.poll(() => calls.filter((call) => call.url().includes(procedure)).length).toBeGreaterThan(0),
    end: () => page.unroute(pattern),
  };
}

const passQuery = (page: Page) => page.clock.runFor(limits.call.queryTimeoutMs + 100);
const passMutation = (page: Page) => page.clock.runFor(limits.call.mutationTimeoutMs + 100);
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reintentar' });

test.describe('a server that takes every call and never answers', () => {
  test.beforeEach(({ page }) => page.clock.install());

  test('a server without answers leaves no skeleton behind: the feed says so and offers another try', async ({
    page,
    story,
  }) => {
    const { called, end } = await swallow(page, /./);
    await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
    await expect(page.getByText('Cargando historias...')).toBeVisible();
    await called('stories.feed');
    await passQuery(page);
    await expect(
      page.getByRole('heading', { name: 'No se pudieron cargar las historias de la comunidad' }),
    ).toBeVisible();
    await end();
    await retry(page).click();
    await expect(page.getByRole('article').filter({ hasText: story.title })).toBeVisible();
  });

  test('a server without answers does not make a signed-in user a visitor on their own profile', async ({
    page,
  }) => {
    const person = await signInAsNewUser(page);
    const { called, end } = await swallow(page, /./);
    await page.goto('/profile');
    await called('account.session');
    await passQuery(page);
    await expect(page.getByRole('heading', { name: 'No se pudo cargar el perfil' })).toBeVisible();
    await end();
    await retry(page).click();
    await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
  });

  test('a comment that may have arrived is sent again with its id and stands there once', async ({
    page,
    story,
  }) => {
    await signInAsNewUser(page);
    await page.goto(`/?story=${story.id}`);
    await expect(page.getByText('No hay comentarios aún')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tu cuenta' })).toBeVisible();
    const { calls, end } = await swallow(page, /comments\.create/, { arrives: true });
    const field = page.getByLabel('Escribe un comentario...');
    await field.fill('Una sola vez');
    await field.press('Enter');
    await expect.poll(() => calls.length).toBe(1);
    await passMutation(page);
    await expect(page.getByText(/^Relato tarda demasiado/)).toBeVisible();
    await expect(field).toHaveValue('Una sola vez');
    await end();
    const again = page.waitForRequest(/comments\.create/);
    await page.getByRole('button', { name: 'Enviar' }).click();
    expect((await again).postData()).toBe(calls[0]?.postData());
    await expect(page.getByText('Comentario agregado')).toBeVisible();
    const said = await query<{ items: { content: string }[] }>(page, 'comments.list', { storyId: story.id });
    expect(said.items.map(({ content }) => content)).toEqual(['Una sola vez']);
  });

  test('a vote that may have arrived is taken back with a notice and counts once when it is cast again', async ({
    page,
    story,
  }) => {
    await signInAsNewUser(page);
    await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
    const vote = page.getByRole('article').getByRole('button', { name: /^Votar: / });
    await expect(vote).toHaveAccessibleName('Votar: 0 votos');
    // A refresh would show the vote that arrived.
    await swallow(page, /stories\.feed/);
    const { calls, end } = await swallow(page, /stories\.vote/, { arrives: true });
    await vote.click();
    await expect(vote).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => calls.length).toBe(1);
    await passMutation(page);
    await expect(page.getByText('No se pudo votar en la historia')).toBeVisible();
    await end();
    await expect(vote).toHaveAttribute('aria-pressed', 'false');
    await vote.click();
    await expect(vote).toHaveAccessibleName('Votar: 1 voto');
    await expect(vote).toHaveAttribute('aria-pressed', 'true');
  });

  test('publishing and checking a username time out: the card shows what became of it, the name can be checked again', async ({
    page,
  }) => {
    const person = await signInAsNewUser(page);
    await uploadStory(page, { title: 'Sin respuesta', transcript: 'Ya está escrita.', published: false });
    await page.goto('/profile');
    const card = storyCard(page, 'Sin respuesta');
    const publish = card.getByRole('button', { name: 'Publicar', exact: true });
    await expect(publish).toBeVisible();
    const publishing = await swallow(page, /stories\.publish/, { arrives: true });
    await publish.click();
    await expect.poll(() => publishing.calls.length).toBe(1);
    await passMutation(page);
    await expect(page.getByText('No se pudo publicar la historia')).toBeVisible();
    // Nothing was said of it, but the story is public.
    await expect(card.getByText('Publicada')).toBeVisible();

    await page.getByRole('button', { name: 'Ajustes' }).click();
    const name = page.getByRole('dialog').getByLabel('Nombre de usuario');
    const lookup = await swallow(page, /profiles\.usernameAvailable/);
    await name.fill(`${person.username}_x`);
    await expect.poll(() => lookup.calls.length).toBe(1);
    await passQuery(page);
    await expect(name).toHaveAccessibleDescription(
      'No pudimos comprobar si está libre. Lo sabrás al guardar.',
    );
    await lookup.end();
    await name.fill(`${person.username}_y`);
    await expect(name).toHaveAccessibleDescription('Está libre');
  });
});
