import { randomUUID } from 'node:crypto';
import { limits, rateLimits, storyId, type StoryId } from '@relato/contract';
import type { Statement } from '@relato/db';
import { createStory } from '@relato/db/testing/factories';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
let author: Viewer;
beforeAll(async () => {
  author = await world.addUser('autora');
});

const empty = () => world.database.prisma.story.deleteMany();
const refusal = (errorCode: string) => ({ code: 'BAD_REQUEST', message: expect.stringContaining(errorCode) });

const publish = async (title: string, votes = 0, tags: string[] = []): Promise<StoryId> =>
  storyId.parse(
    await createStory(world.database.prisma, {
      userId: author.id,
      title,
      tags,
      upvotes: votes,
      score: votes,
    }),
  );
const setVotes = (id: StoryId, votes: number) =>
  world.database.prisma.story.update({ where: { id }, data: { upvotes: votes, score: votes } });

async function page(cursor: string | null = null) {
  const { items, nextCursor } = await world.visitor.stories.feed({ limit: 2, cursor });
  return { titles: items.map(({ title }) => title), nextCursor };
}

const idOf = async (title: string): Promise<StoryId> =>
  storyId.parse((await world.database.prisma.story.findFirstOrThrow({ where: { title } })).id);
const find = async (search: string, tags: string[] = []) =>
  (await world.visitor.stories.feed({ search, tags })).items.map(({ title }) => title);

describe('a feed that changes between its pages', () => {
  beforeEach(async () => {
    await empty();
    for (const votes of [9, 8, 7, 6, 5]) await publish(`Con ${votes}`, votes);
  });

  it('D06: continues where the page ended when a story rises above it, which a reload shows at the top', async () => {
    const first = await page();
    await setVotes(await idOf('Con 6'), 10);
    expect((await page(first.nextCursor)).titles).toEqual(['Con 7', 'Con 5']);
    expect((await page()).titles).toEqual(['Con 6', 'Con 9']);
  });

  it('shows a story that fell again at its new place', async () => {
    const first = await page();
    await setVotes(await idOf('Con 8'), 6);
    const second = await page(first.nextCursor);
    expect(second.titles).toHaveLength(2);
    expect([...second.titles, ...(await page(second.nextCursor)).titles].toSorted()).toEqual([
      'Con 5',
      'Con 6',
      'Con 7',
      'Con 8',
    ]);
  });

  it('continues when the last story of the page is deleted', async () => {
    const first = await page();
    await world.database.prisma.story.delete({ where: { id: await idOf('Con 8') } });
    expect((await page(first.nextCursor)).titles).toEqual(['Con 7', 'Con 6']);
  });

  it('shows a new story at its place', async () => {
    const first = await page();
    await publish('Nueva', 7);
    expect((await page(first.nextCursor)).titles).toEqual(['Nueva', 'Con 7']);
  });
});

describe('stories.byIds', () => {
  beforeEach(async () => void (await empty()));
  it('returns stories as they are now, and leaves out those that are not public', async () => {
    const [shown, unpublished, hidden] = [await publish('Una'), await publish('Dos'), await publish('Tres')];
    const { prisma } = world.database;
    await setVotes(shown, 3);
    await prisma.story.update({ where: { id: unpublished }, data: { published: false } });
    await prisma.story.update({ where: { id: hidden }, data: { hiddenAt: new Date() } });
    const ids = [hidden, unpublished, shown, storyId.parse(randomUUID())];
    const moderator = await world.addUser('moderadora', 'moderator');
    for (const viewer of [null, moderator, author]) {
      expect(await world.callAs(viewer).stories.byIds({ ids })).toMatchObject([{ id: shown, upvotes: 3 }]);
    }
  });

  it('returns the vote of each viewer', async () => {
    const id = await publish('Una');
    const fan = await world.addUser('fan');
    await world.database.prisma.vote.create({ data: { storyId: id, userId: fan.id, direction: 'up' } });
    const [seen] = await world.callAs(fan).stories.byIds({ ids: [id] });
    expect(seen?.viewer.vote).toBe('up');
    expect(await world.visitor.stories.byIds({ ids: [id] })).toMatchObject([{ viewer: { vote: null } }]);
  });

  it('accepts at most a page of ids', async () => {
    const ids = Array.from({ length: limits.page.maxSize }, () => storyId.parse(randomUUID()));
    expect(await world.visitor.stories.byIds({ ids })).toEqual([]);
    expect(await world.visitor.stories.byIds({ ids: [] })).toEqual([]);
    await expect(
      world.visitor.stories.byIds({ ids: [...ids, storyId.parse(randomUUID())] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a search', () => {
  beforeEach(async () => void (await empty()));
  it('L277: finds stories with at least one of the tags, ignoring case and accents', async () => {
    await publish('Una', 3, ['Traición']);
    await publish('Dos', 2, ['humor', 'amor']);
    await publish('Tres', 1, ['amor']);
    expect(await find('', ['traicion', 'HUMOR'])).toEqual(['Una', 'Dos']);
    expect(await find('s', ['amor', 'traición'])).toEqual(['Dos', 'Tres']);
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
    for (const search of ['100 %', 'agua_', '🦔', '\\o/'])
      expect(await find(search)).toEqual(['100 % de agua_dulce 🦔 \\o/']);
    for (const search of ['1_0', '%%', '\u200b', "'; --"]) expect(await find(search)).toEqual([]);
    await expect(find('a\u0000b')).rejects.toMatchObject(refusal('INVALID_INPUT'));
    await expect(find('', ['a\u0000b'])).rejects.toMatchObject(refusal('INVALID_INPUT'));
    await expect(find('a'.repeat(limits.search.maxLength + 1))).rejects.toMatchObject(
      refusal('SEARCH_TOO_LONG'),
    );
  });
});

describe('a search beyond the start of the feed', () => {
  const rare = ['xq', 'ñu', '🦄', '..', '%', 'q w', 'kwk', 'zorro azul'];
  const titles = rare.map((text) => `Aquí: ${text}`);
  beforeAll(async () => {
    const { prisma } = world.database;
    await empty();
    await prisma.$executeRaw`WITH more AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
          playback_type, duration_ms, peaks)
        SELECT gen_random_uuid(), ${author.id}::uuid, 'ready', 'audio/webm', n, n, 1, 'audio/webm', 1,
          array_fill(1::int2, ARRAY[100])
        FROM generate_series(1, 2500) AS n RETURNING id
      ) INSERT INTO stories (id, recording_id, user_id, title, duration_ms, published, published_at, created_with, upvotes, score)
      SELECT gen_random_uuid(), id, ${author.id}::uuid, 'Una tarde de lluvia', 1, true, now(), '', 5, 5 FROM more`;
    for (const title of titles) await publish(title);
  });

  it('finds rare terms of any length and any characters', async () => {
    for (const [index, text] of rare.entries()) expect(await find(text)).toEqual([titles[index]]);
    expect(await find('wk')).toEqual(['Aquí: kwk']);
    expect(await find('qx')).toEqual([]);
  });

  it.each(['xq', 'ñu', '🦄', '..', '%'])(
    'finds terms without trigrams through their own index: %s',
    async (search) => {
      const { database } = world;
      const asked: Statement[] = [];
      const sql = <Row extends object>(statement: Statement) => {
        if (statement.pool === 'search') asked.push(statement);
        return database.sql<Row>(statement);
      };
      await world.callAs(null, '', { database: { ...database, sql } }).stories.feed({ search });
      const { text, values } = asked.at(-1) ?? { text: '', values: [] };
      const plan = await database.prisma.$transaction(async (tx) => {
        // Reading so few stories one by one is as fast.
        await tx.$executeRaw`ANALYZE stories`;
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
        return tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, ...values);
      });
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('on stories_grams');
    },
  );

  it('pages across the start of the feed and the index', async () => {
    let cursor: string | null = null;
    const found = [];
    do {
      const page: { items: readonly { title: string }[]; nextCursor: string | null } =
        await world.visitor.stories.feed({ search: 'a', limit: 50, cursor });
      found.push(...page.items.map(({ title }) => title));
      ({ nextCursor: cursor } = page);
    } while (cursor);
    expect(found).toHaveLength(2_500 + titles.length);
    expect(found.slice(2_500).toSorted()).toEqual(titles.toSorted());
  });

  it('SEC-55: is refused while too many searches run, and the feed is not', async () => {
    const { database } = world;
    const slow = { text: 'SELECT pg_sleep(30)', values: [], pool: 'search' } as const;
    const held = Promise.allSettled(Array.from({ length: 18 }, () => database.sql(slow)));
    const busy = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('SEARCH_BUSY') };
    await expect(find('xq')).rejects.toMatchObject(busy);
    expect((await page()).titles).toHaveLength(2);
    await held;
    expect(await find('xq')).toEqual(['Aquí: xq']);
  });

  it('SEC-55: counts against the limit of each visitor, and reading does not', async () => {
    const visitor = world.callAs(null, '', { network: '192.0.2.7' });
    const { calls } = rateLimits.search;
    const searches = Array.from({ length: calls }, () =>
      visitor.stories.feed({ search: 'zz', limit: 1 }).catch(() => {}),
    );
    await Promise.all(searches);
    const limited = { code: 'TOO_MANY_REQUESTS' };
    await expect(visitor.stories.feed({ search: 'zz' })).rejects.toMatchObject(limited);
    expect((await visitor.stories.feed({})).items).not.toEqual([]);
  });
});
