import { randomUUID } from 'node:crypto';
import { serverLimits, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const [beto, carla, dora, eva] = [
  useUser(world, 'beto'),
  useUser(world, 'carla'),
  useUser(world, 'dora'),
  useUser(world, 'eva'),
] as const;
const more = Array.from({ length: serverLimits.similar.count - 3 }, (_, n) => useUser(world, `autora_${n}`));

beforeEach(() => world.database.prisma.story.deleteMany());

interface Told {
  readonly by?: { readonly id: string };
  readonly tags?: string[];
  readonly transcript?: string;
  readonly votes?: number;
  readonly published?: boolean;
  readonly hiddenAt?: Date;
}

const tell = async (title: string, { by = ana, votes = 0, ...rest }: Told = {}) =>
  (await createStory(world.database.prisma, {
    userId: by.id,
    title,
    upvotes: votes,
    score: votes,
    ...rest,
  })) as StoryId; // the factory creates such ids
const similarTo = async (id: StoryId, viewer: Viewer | null = null) =>
  (await world.callAs(viewer).stories.similar({ id })).map(({ title }) => title);

it('lists the most similar stories: by subjects, then by words, and one of each author', async () => {
  const own = await tell('Mi tren', {
    tags: ['Trenes', 'noche'],
    transcript: 'El maquinista frenó en la estación vacía.',
  });
  await tell('Otra mía', { tags: ['trenes', 'noche'] });
  await tell('Dos temas', { by: beto, tags: ['TRENES', 'noche'] });
  await tell('Un tema', { by: carla, tags: ['trenes'], votes: 50 });
  await tell('Un tema y las palabras', {
    by: dora,
    tags: ['noche'],
    transcript: 'El maquinista frenó en la estación.',
  });
  await tell('Otra de dora', { by: dora, tags: ['noche'], votes: 70 });
  await tell('Sin nada en común, pero con votos', { by: eva, votes: 900 });
  await tell('Privada', { by: eva, tags: ['trenes', 'noche'], published: false });
  expect(await similarTo(own)).toEqual([
    'Dos temas',
    'Un tema y las palabras',
    'Un tema',
    'Sin nada en común, pero con votos',
  ]);
});

it('lists as many of the most featured stories for a story without a subject', async () => {
  const own = await tell('Sin etiquetas');
  await tell('Otra mía', { votes: 100 });
  await tell('La mejor de eva', { by: eva, votes: 5 });
  for (const [votes, by] of [beto, carla, dora, eva, ...more].entries())
    await tell(`Con ${votes}`, { by, votes });
  const titles = await similarTo(own);
  expect(titles).toHaveLength(serverLimits.similar.count);
  expect(titles[0]).toBe(`Con ${serverLimits.similar.count}`);
  expect(titles).toContain('La mejor de eva');
  expect(titles).not.toContain('Con 3');
});

it('SEC-02: reveals neither the subjects nor the author of a story that is not public, except to its author', async () => {
  const tags = ['secreto'];
  const notPublic = [
    await tell('Privada', { tags, published: false }),
    await tell('Oculta', { tags, hiddenAt: new Date() }),
  ];
  await tell('Otra mía', { votes: 100 });
  await tell('Del mismo tema', { by: beto, tags });
  await tell('De otro', { by: carla, votes: 1 });
  const unknown = storyId.parse(randomUUID());
  for (const id of [...notPublic, unknown])
    expect(await similarTo(id)).toEqual(['Otra mía', 'De otro', 'Del mismo tema']);
  for (const id of notPublic) expect(await similarTo(id, ana)).toEqual(['Del mismo tema', 'De otro']);
});
