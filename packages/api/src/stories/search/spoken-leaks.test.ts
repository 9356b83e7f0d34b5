import { storyId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach, describe, expect, it } from 'vitest';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const moderator = useUser(world, 'moderadora', 'moderator');
beforeEach(async () => {
  await world.database.prisma.story.deleteMany();
  // The stories are inserted directly, but unpublishing decrements the counter.
  await world.database.prisma.profile.updateMany({ data: { postsCount: 1_000 } });
});

const said = 'Escondimos el diamante debajo del puente.';
const tell = async (fields: Parameters<typeof createStory>[1] | object = {}) =>
  storyId.parse(
    await createStory(world.database.prisma, {
      userId: author.id,
      title: 'Uno',
      transcript: said,
      ...fields,
    }),
  );
/** Returns the answers of a search for each kind of viewer, including the author. */
const answer = async (search: string) =>
  JSON.stringify(
    await Promise.all(
      [null, author, moderator].map((viewer) => world.callAs(viewer).stories.feed({ search, limit: 1 })),
    ),
  );
const countWords = async () => {
  const [row] = await world.database.sql<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM story_words`,
    values: [],
  });
  return row?.count;
};
const searches = ['diamante', 'diam', '"diamante debajo"', 'puente diamante', 'diamántes'];

/** The states in which a story is no longer public, or never was. */
const states: Readonly<Record<string, () => Promise<unknown>>> = {
  'never published': () => tell({ published: false, publishedAt: null }),
  'unpublished and corrected afterwards': async () => {
    const id = await tell();
    await world.callAs(author).stories.unpublish({ id });
    await world.callAs(author).stories.update({ id, transcript: `${said} Otra vez.` });
  },
  'hidden by a moderator': async () =>
    world.callAs(moderator).stories.hide({ id: await tell(), reason: 'Spam' }),
  'of a suspended author': async () => {
    const other = await world.addUser(`otra${Math.trunc(performance.now())}`);
    await tell({ userId: other.id });
    await world.callAs(moderator).users.suspend({ userId: other.id, reason: 'Spam' });
  },
  'whose words were taken back': async () =>
    world.callAs(author).stories.update({ id: await tell(), transcript: 'Nada.' }),
};

describe('the transcript of a story that is not public shows nowhere', () => {
  it.each(Object.entries(states))('SEC-02: %s', async (state, make) => {
    await make();
    const isGone = state !== 'whose words were taken back';
    expect(await countWords()).toBe(isGone ? 0 : 1);
    const nothing = await answer('zxqwvk');
    for (const search of searches) expect([search, await answer(search)]).toEqual([search, nothing]);
  });

  it('SEC-02: not even while a search runs, because its results are checked when they are read', async () => {
    const id = await tell();
    const { database } = world;
    let isOver = false;
    const sql: typeof database.sql = async (statement) => {
      if (statement.name === 'feed-found-spoken' && !isOver) {
        isOver = true;
        await world.callAs(author).stories.unpublish({ id });
      }
      return database.sql(statement);
    };
    const { items } = await world
      .callAs(null, '', { database: { ...database, sql } })
      .stories.feed({ search: 'diamante' });
    expect([isOver, items]).toEqual([true, []]);
  });

  it('is found again when it is public again', async () => {
    const id = await tell();
    await world.callAs(author).stories.unpublish({ id });
    await world.callAs(author).stories.publish({ id });
    expect(await answer('diamante')).toContain('diamante');
  });
});

it('a vote and a comment store no search words', async () => {
  const id = await tell();
  const read = async () => {
    const [row] = await world.database.sql<{ version: string }>({
      text: `SELECT xmin::text || ' ' || ctid::text AS version FROM story_words`,
      values: [],
    });
    return row?.version;
  };
  const before = await read();
  await world.callAs(moderator).stories.vote({ id, direction: 'up' });
  await world
    .callAs(moderator)
    .comments.create({ id: crypto.randomUUID(), storyId: id, content: 'Qué bonita' });
  await world.callAs(author).stories.update({ id, title: 'Otro título' });
  await world.callAs(author).stories.update({ id, transcript: said });
  expect(await read()).toBe(before);
});
