import { defaults } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommentedStory } from '../testing/commented-story.ts';

const { world, ana, say, counts } = useCommentedStory();
beforeAll(async () => {
  const { id } = await world.addUser('marisol');
  await world.database.prisma.profile.update({ where: { id }, data: { fullName: 'Marisol Peña' } });
});

describe('SEC-60: the name of a visitor', () => {
  it.each([
    ['the name of a member', 'marisol'],
    ['with accents', 'Márisól'],
    ['with a space without width', 'mari\u200Bsol'],
    ['with a letter of another alphabet', 'm\u0430risol'],
    ['with signs around and within', '·mari_sol·'],
    ['with a digit', 'mar1s0l'],
    ['with an at-sign', '@marisol'],
    ['the full name of a member', 'Marisol Peña'],
  ])('is refused if it is %s: %j', async (_what, authorName) => {
    const saying = say(world.visitor, 'Hola', { authorName });
    await expectRefusal(saying, 'ANONYMOUS_NAME_TAKEN');
    expect(await counts()).toEqual([0, 0]);
  });

  it.each(['Equipo de Relato', 'El m0derador', 'ADMIN'])(
    'is refused if it resembles that of the team: %s',
    async (authorName) => {
      await expect(say(world.visitor, 'Hola', { authorName })).rejects.toThrow('ANONYMOUS_NAME_TAKEN');
    },
  );

  it('is refused if it was that of a member, whom others still know by it', async () => {
    const renamed = world.callAs(await world.addUser('carmela'));
    await renamed.profiles.update({ username: 'carmela.ruiz' });
    for (const authorName of ['carmela', 'Cármela'])
      await expect(say(world.visitor, 'Hola', { authorName })).rejects.toThrow('ANONYMOUS_NAME_TAKEN');
  });

  it.each(['Mari Sole', 'مريم', '👵🏽'])('is accepted otherwise: %s', async (authorName) => {
    expect((await say(world.visitor, 'Hola', { authorName })).authorName).toBe(authorName);
  });

  it('is the default without one, also if a member has that name', async () => {
    const { id } = await world.addUser('nadie.mas');
    await world.database.prisma.profile.update({ where: { id }, data: { fullName: defaults.anonymousName } });
    expect((await say(world.visitor, 'Hola')).authorName).toBe(defaults.anonymousName);
  });

  it('does not keep a member from taking it later', async () => {
    await say(world.visitor, 'Hola', { authorName: 'Nube Alta' });
    await world.callAs(ana).profiles.update({ username: 'nube.alta' });
    expect((await world.callAs(ana).profiles.me()).username).toBe('nube.alta');
    await world.callAs(ana).profiles.update({ username: 'ana' });
  });
});
