import { limits } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach, describe, expect, it } from 'vitest';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const refusal = (errorCode: string) => ({ code: 'BAD_REQUEST', message: expect.stringContaining(errorCode) });

const publish = (title: string, votes = 0, tags: string[] = []) =>
  createStory(world.database.prisma, { userId: author.id, title, tags, upvotes: votes, score: votes });
const find = async (search: string, tags: string[] = []) =>
  (await world.visitor.stories.feed({ search, tags })).items.map(({ title }) => title);

describe('a search', () => {
  beforeEach(async () => void (await world.database.prisma.story.deleteMany()));

  it('L277, D07: finds a part of the title or of a tag, ignoring case and accents', async () => {
    await publish('La traición del ñandú', 2, ['Kilómetro 5']);
    await publish('El tren', 1);
    for (const search of ['RAICI', 'traición', 'nandu', 'lometro', 'k', 'ÑA'])
      expect([search, await find(search)]).toEqual([search, ['La traición del ñandú']]);
    expect(await find('e')).toEqual(['La traición del ñandú', 'El tren']);
    expect(await find('x')).toEqual([]);
  });

  it('L277: finds stories with at least one of the tags, ignoring case and accents', async () => {
    await publish('Una', 3, ['Traición']);
    await publish('Dos', 2, ['humor', 'amor']);
    await publish('Tres', 1, ['amor']);
    await publish('traición', 0, ['amores', 'dos\namor']);
    expect(await find('', ['traicion', 'HUMOR'])).toEqual(['Una', 'Dos']);
    expect(await find('', ['amor'])).toEqual(['Dos', 'Tres']);
    expect(await find('s', ['amor', 'traición'])).toEqual(['Dos', 'Tres']);
  });

  it('finds stories that contain every word, in any order, in the title and the tags', async () => {
    await publish('El perro que viajaba en combi', 3, ['humor']);
    await publish('La combi y el perro', 2, ['terror']);
    await publish('El perro', 1, ['humor']);
    expect(await find('combi perro')).toEqual(['El perro que viajaba en combi', 'La combi y el perro']);
    expect(await find('perro  humor')).toEqual(['El perro que viajaba en combi', 'El perro']);
    expect(await find('perro gato')).toEqual([]);
  });

  it.each([
    ['"el perro"', ['La combi y el perro']],
    ['“El   Perro” combi', ['La combi y el perro']],
    ['«perro» combi', ['Perro y combi, el fin', 'La combi y el perro']],
    ['"', []],
    ['""', []],
  ])('finds a phrase in quotes as it is written: %s', async (search, expected) => {
    await publish('Perro y combi, el fin', 2);
    await publish('La combi y el perro', 1);
    expect(await find(search)).toEqual(expected);
  });

  it('follows a change of title and tags', async () => {
    const id = await publish('El tren', 0, ['humor']);
    await world.database.prisma.story.update({ where: { id }, data: { title: 'Él avión', tags: ['amor'] } });
    expect([await find('tren'), await find('avion'), await find('', ['humor'])]).toEqual([
      [],
      ['Él avión'],
      [],
    ]);
  });

  it('takes the search text literally', async () => {
    await publish('100 % de agua_dulce 🦔 \\o/');
    for (const search of ['100 %', 'agua_', '🦔', '\\o/', '% 100'])
      expect(await find(search)).toEqual(['100 % de agua_dulce 🦔 \\o/']);
    for (const search of ['1_0', '%%', "'; --", '％％', '＼o/ x']) expect(await find(search)).toEqual([]);
    await expect(find('a\u0000b')).rejects.toMatchObject(refusal('INVALID_INPUT'));
    await expect(find('', ['a\u0000b'])).rejects.toMatchObject(refusal('INVALID_INPUT'));
    await expect(find('a'.repeat(limits.search.maxLength + 1))).rejects.toMatchObject(
      refusal('SEARCH_TOO_LONG'),
    );
  });

  it('finds stories whose text is too long for the index of the feed, at their place', async () => {
    const long = `${'🦔'.repeat(290)} fin`;
    const tags = Array.from({ length: 30 }, (_, index) => `${'ж'.repeat(45)} ${index}`);
    await publish('Más fin', 3);
    await publish(long, 2, tags);
    await publish('Menos fin', 1);
    expect(await find('fin')).toEqual(['Más fin', long, 'Menos fin']);
    expect(await find('', ['Ж'.repeat(45) + ' 7'])).toEqual([long]);
  });

  it('finds stories that are older than the text of the feed', async () => {
    await publish('El tren', 1, ['humor']);
    await world.database.prisma.$executeRaw`UPDATE stories SET feed_text = NULL`;
    expect([
      await find('tren'),
      await find('avion'),
      await find('', ['humor']),
      await find('', ['amor']),
    ]).toEqual([['El tren'], [], ['El tren'], []]);
  });
});
