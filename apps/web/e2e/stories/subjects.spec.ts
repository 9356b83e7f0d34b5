import { createStory } from '@relato/db/testing/factories';
import { expectNoViolations } from '../testing/measuring/axe.ts';
import { call, expect, signInAsNewUser } from '../testing/fixtures.ts';
import { main, toast, visit } from '../testing/people.ts';
import { test } from '../testing/server/database-fixtures.ts';

test('a subject has its stories in each order, is followed, and is found', async ({
  page,
  author,
  database: { prisma },
}) => {
  const tag = `Año de ${author.username}`;
  const address = `/tema/${encodeURIComponent(`ano de ${author.username}`)}`;
  const tell = (title: string, score: number, tags = [tag]) =>
    createStory(prisma, { userId: author.id, title, tags, score, upvotes: score });
  const old = await tell('La más votada', 5, [tag, `${tag} 🥭`]);
  await prisma.story.update({ where: { id: old }, data: { publishedAt: new Date('2026-01-01') } });
  await tell('La última', 1);
  const titles = page.getByRole('article').getByRole('heading', { level: 2 });

  const person = await signInAsNewUser(page);
  await page.goto(`/tema/${encodeURIComponent(tag.toUpperCase())}`);
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(main(page).getByText('2 historias')).toBeVisible();
  await expect(titles).toHaveText(['La más votada', 'La última']);
  await main(page).getByRole('button', { name: 'Nuevas' }).click();
  await expect(titles).toHaveText(['La última', 'La más votada']);
  await main(page).getByRole('button', { name: 'Siguiendo' }).click();
  await expect(page.getByRole('heading', { name: 'Nada de quienes sigues' })).toBeVisible();
  await expect(page).toHaveURL(/[?&]orden=siguiendo$/);
  await expect(
    page.getByRole('list', { name: 'Voces más votadas' }).getByRole('link', { name: `@${author.username}` }),
  ).toHaveAttribute('href', `/u/${author.username}`);
  await page.getByRole('button', { name: 'Suscribirse' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Apple Podcasts' })).toHaveAttribute(
    'href',
    new RegExp(`^podcast://.*${address}/feed\\.xml$`),
  );
  await page.keyboard.press('Escape');

  await test.step('followed, it stands before the other tags of the community', async () => {
    await main(page).getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(toast(page, 'Siguiendo')).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
    await visit(page, '/search');
    await expect(page.getByRole('group', { name: 'Etiquetas' }).getByRole('button').first()).toHaveText(tag);
  });

  await test.step('a search lists subjects and people by their beginning', async () => {
    await page.getByRole('searchbox').fill(`ano DE ${author.username}`);
    await page.getByRole('button', { name: 'Temas', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Temas' }).getByRole('listitem')).toHaveText([
      `${tag}2 historias`,
      `${tag} 🥭1 historia`,
    ]);
    await page.getByRole('link', { name: '🥭' }).click();
    await expect(titles).toHaveText(['La más votada']);
    await page.goBack();
    await page.getByRole('searchbox').fill(author.username.slice(0, -1));
    await page.getByRole('button', { name: 'Personas', exact: true }).click();
    await expect(
      page.getByRole('list', { name: 'Personas' }).getByRole('link', { name: `@${author.username}` }),
    ).toBeVisible();
    await expect(page).toHaveURL(/ver=personas/);
  });

  await test.step('the question of today leads to its answers, and they lead to the recorder', async () => {
    await visit(page, '/record');
    const answers = page.getByRole('link', { name: 'Respuestas' });
    const question =
      (await main(page).locator('section', { has: answers }).locator('h2').textContent()) ?? '';
    await answers.click();
    await expect(page).toHaveURL(/\/tema\//);
    await expect(main(page).getByText(question)).toBeVisible();
    await expectNoViolations(page, 'a question without answers');
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: person.email } });
    const followed = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await prisma.followedTag.create({ data: { userId, tag: followed, name: followed } });
    await page.reload();
    await expect(main(page).getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
    await main(page).getByRole('button', { name: 'Dejar de seguir' }).click();
    await expect(main(page).getByRole('button', { name: 'Dejar de seguir' })).toHaveCount(0);
    await expect(main(page)).toBeFocused();
    await main(page).getByRole('link', { name: 'Cuenta la tuya' }).click();
    await expect(page).toHaveURL(/\/record$/);
    await expect(main(page).getByRole('heading', { name: question })).toBeVisible();
  });
});

test('a subject whose stories are hidden from the viewer by a block says so in every order', async ({
  page,
  author,
  database: { prisma },
}) => {
  const tag = `Cosas de ${author.username}`;
  await createStory(prisma, { userId: author.id, tags: [tag] });
  await signInAsNewUser(page);
  await call(page, 'blocks.block', { userId: author.id });
  await page.goto(`/tema/${encodeURIComponent(tag.toLowerCase())}`);
  await expect(main(page).getByText('1 historia', { exact: true })).toBeVisible();
  for (const order of ['Destacadas', 'Nuevas', 'En alza']) {
    await main(page).getByRole('button', { name: order }).click();
    await expect(page.getByRole('heading', { name: 'Nada que puedas oír' })).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Quitar filtros' })).toHaveCount(0);
  }
});
