import { rateLimits } from '@relato/contract';
import type { Statement } from '@relato/db';
import { createStory } from '@relato/db/testing/factories';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../rpc/context.ts';
import { explain } from '../../testing/explain.ts';
import { readPages } from '../../testing/read-pages.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';
import type { FeedPlace } from '../feed-queries.ts';
import { findInFeed } from './queries.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');

const find = async (search: string, tags: string[] = []) =>
  (await world.visitor.stories.feed({ search, tags })).items.map(({ title }) => title);

/** Follows the pages to the end. */
async function findAll(filter: { search?: string; tags?: string[]; limit?: number }): Promise<string[]> {
  const pages = await readPages((cursor) => world.visitor.stories.feed({ ...filter, cursor }));
  return pages.flat().map(({ title }) => title);
}

/** Publishes many similar stories. */
const tell = (count: number, votes: number, title: string, tag: string) =>
  world.database.prisma.$executeRaw`WITH more AS (
      INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
        playback_type, duration_ms, peaks)
      SELECT gen_random_uuid(), ${author.id}::uuid, 'ready', 'audio/webm', key, key, 1, 'audio/webm', 1,
        array_fill(1::int2, ARRAY[100])
      FROM (SELECT gen_random_uuid()::text AS key FROM generate_series(1, ${count})) AS keys RETURNING id
    ) INSERT INTO stories (id, recording_id, user_id, title, tags, duration_ms, published, published_at, created_with,
        upvotes, score)
      SELECT gen_random_uuid(), id, ${author.id}::uuid, ${title}, ARRAY[${tag}], 1, true, now(), '',
        ${votes}, ${votes} FROM more`;

/** Returns a database that records its statements. */
const recording = (asked: Statement[]): Pick<Services, 'database'> => ({
  database: {
    ...world.database,
    sql: (statement) => {
      asked.push(statement);
      return world.database.sql(statement);
    },
  },
});

const plan = (statement: Statement) => explain(world.database, statement, 'ANALYZE, TIMING OFF');
const featured = { order: 'featured', viewerId: null } as const;
const isSpoken = ({ text }: Statement) => text.includes('story_words');

/** Returns the plans of the statements that find the first page, by titles and tags, and by transcripts. */
async function explainSearch({ search = '', tags = [] }: { search?: string; tags?: string[] }) {
  const asked: Statement[] = [];
  await findInFeed(recording(asked), { after: null, size: 21, search, tags, ...featured });
  const searches = asked.filter(({ name }) => name === undefined);
  return {
    titled: await Promise.all(searches.filter((statement) => !isSpoken(statement)).map(plan)),
    spoken: await Promise.all(searches.filter(isSpoken).map(plan)),
  };
}

describe('a search beyond the start of the feed', () => {
  const rare = [
    'xq',
    'ñu',
    '🦄',
    '..',
    '%',
    'q w',
    'kwk',
    'zorro azul',
    'panadería, biblioteca y cementerio de Übeda',
  ];
  const titles = rare.map((text) => `Así: ${text}`);
  const common = 'Una tarde de lluvia';
  const lighthouse = 'El faro de la tarde';
  const fog = 'Niebla';
  beforeAll(async () => {
    await tell(400, 9, common, 'común');
    await tell(4, 8, lighthouse, 'faro');
    await tell(2_100, 5, common, 'común');
    await tell(30, 4, lighthouse, 'faro');
    await tell(60, 2, fog, 'niebla');
    for (const title of titles)
      await createStory(world.database.prisma, { userId: author.id, title, tags: ['única'] });
    await world.database.prisma.$executeRaw`ANALYZE stories`;
    await world.database.prisma.$executeRaw`ANALYZE story_search`;
  });

  it('finds rare terms of any length and any characters', async () => {
    for (const [index, text] of rare.entries())
      expect([text, await find(text)]).toEqual([text, [titles[index]]]);
    expect(await find('wk')).toEqual(['Así: kwk']);
    expect(await find('wx')).toEqual([]);
  });

  it.each([
    { what: 'common words', search: 'tarde lluvia', titled: 1, spoken: 1 },
    { what: 'common tags', tags: ['común'], titled: 1, spoken: 0 },
    { what: 'rare words', search: 'zorro azul', titled: 2, spoken: 2 },
    { what: 'rare tags', tags: ['única'], titled: 2, spoken: 0 },
    { what: 'what is common further down', search: 'faro', titled: 2, spoken: 2 },
    { what: 'what stands at the start only', search: 'ü', titled: 1, spoken: 0 },
  ])('needs these numbers of statements: $what', async ({ titled, spoken, ...filter }) => {
    const plans = await explainSearch(filter);
    expect([plans.titled.length, plans.spoken.length]).toEqual([titled, spoken]);
    for (const first of [...plans.titled.slice(0, 1), ...plans.spoken.slice(0, 1)])
      expect(first).toContain('Index Only Scan using stories_feed on stories s ');
    for (const plan of [...plans.titled, ...plans.spoken]) expect(plan).not.toContain('Seq Scan');
  });

  it('scans few stories for a rare tag, whose index contains all of them', async () => {
    const { titled } = await explainSearch({ tags: ['única'] });
    expect(titled[0]).toMatch(/Index Only Scan using stories_feed on stories s .*actual rows=200\./);
  });

  it('stops scanning titles and transcripts at the end of a page', async () => {
    const { titled, spoken } = await explainSearch({ search: 'lluvia' });
    for (const [plan] of [titled, spoken])
      expect(plan).toMatch(/Index Only Scan using stories_feed on stories s .*actual rows=2[01]\./);
  });

  it.each([
    { index: 'story_search_tags', tags: ['única'] },
    ...['zorro', 'rro azu', 'panadería cementerio ubeda', 'xq', 'ñu', '🦄', '..', '%'].map((search) => ({
      index: 'story_search_pieces',
      search,
    })),
  ])('looks up rare terms in an index: %j', async ({ index, ...filter }) => {
    const { titled } = await explainSearch(filter);
    expect(titled.at(-1)).toContain(`Bitmap Index Scan on ${index}`);
    expect(titled.at(-1)).not.toContain('Seq Scan');
  });

  it.each([
    ['CEMENTERIO panaderia Übeda bibliotecá', 1],
    ['«panadería, biblioteca» "cementerio de Übeda"', 1],
    ['«biblioteca panadería» cementerio Übeda', 0],
    ['cementerios panadería Übeda biblioteca', 0],
    ['«biblioteca de cementerio»', 0],
    ['eria teca menter beda', 1],
  ])('looks up some of many words, and finds only stories with all of them: %s', async (search, found) => {
    expect(await find(search)).toHaveLength(found);
  });

  it.each([
    { what: 'walks down the feed', place: 399, hits: 21, isWalk: true },
    { what: 'walks to the end of the feed', place: 2_494, hits: 9, isWalk: true },
    {
      what: 'looks each up if the first stories are too few',
      place: 399,
      maxWalked: 15,
      hits: 21,
      isWalk: false,
    },
  ])('finds the first of many matches: $what', async ({ place, maxWalked = 60_000, hits, isWalk }) => {
    const [after = null] = await world.database.sql<FeedPlace>({
      text: `SELECT id, score AS rank, created_at AS at FROM stories ORDER BY score DESC, created_at DESC, id DESC
        LIMIT 1 OFFSET $1`,
      values: [place],
    });
    const budget = { firstScan: 4, secondScan: 100, maxMatches: 5_000, maxWalked, lastScan: 10_000 };
    const asked: Statement[] = [];
    const filter = { after, size: 21, search: 'una lluvia', tags: [], ...featured };
    const { places } = await findInFeed(recording(asked), filter, { title: budget, spoken: budget });
    expect(places).toHaveLength(hits);
    const lookUp = asked.find(({ text }) => text.includes('matching'));
    const byId = /CTE Scan on matching {2}\(.*\((?<loops>never executed|actual rows=2500)/u;
    const { loops } = byId.exec(lookUp ? await plan(lookUp) : '')?.groups ?? {};
    expect(loops).toBe(isWalk ? 'never executed' : 'actual rows=2500');
  });

  it('pages across scans and indexes, each story once, in the order of the feed', async () => {
    expect(await findAll({ search: 'faro', limit: 3 })).toEqual(Array.from({ length: 34 }, () => lighthouse));
    expect(await findAll({ tags: ['faro'], limit: 3 })).toHaveLength(34);
    expect((await findAll({ search: 'tarde', limit: 50 })).toSorted()).toEqual(
      [
        ...Array.from({ length: 34 }, () => lighthouse),
        ...Array.from({ length: 2_500 }, () => common),
      ].toSorted(),
    );
  });

  it('continues scanning for terms that are common only at the end of the feed, instead of sorting all matches', async () => {
    const budget = { firstScan: 20, secondScan: 100, maxMatches: 50, maxWalked: 100, lastScan: 10_000 };
    const budgets = { title: budget, spoken: budget };
    const asked: Statement[] = [];
    const filter = { after: null, size: 40, search: 'niebla', tags: [], ...featured };
    const { places: first } = await findInFeed(recording(asked), filter, budgets);
    const ofTitles = asked.filter(({ text }) => !text.includes('spoken') && !text.includes('story_words'));
    expect(ofTitles).toHaveLength(3);
    expect(ofTitles.at(-1)?.text).not.toContain('matching');
    const after = first.at(-1) ?? null;
    const { places: rest } = await findInFeed(recording([]), { ...filter, after }, budgets);
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(60);
  });

  it('SEC-55: is refused while too many searches run, unlike the feed', async () => {
    const { database } = world;
    const slow = { text: 'SELECT pg_advisory_xact_lock_shared(55)', values: [], pool: 'search' } as const;
    const held = await database.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(55)`;
      const searches = Promise.allSettled(Array.from({ length: 18 }, () => database.sql(slow)));
      const busy = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('SEARCH_BUSY') };
      await expect(find('xq')).rejects.toMatchObject(busy);
      expect((await world.visitor.stories.feed({ limit: 2 })).items).toHaveLength(2);
      expect(await find('', ['única'])).toHaveLength(titles.length);
      return { searches };
    });
    await held.searches;
    expect(await find('xq')).toEqual(['Así: xq']);
  });

  it('SEC-61: the searches of one network do not block those of others', async () => {
    const { database } = world;
    const parties = ['192.0.2.61', '192.0.2.61'];
    const slow = { text: 'SELECT pg_sleep(0.05)', values: [], pool: 'search', parties } as const;
    const held = Promise.allSettled(Array.from({ length: 40 }, () => database.sql(slow)));
    expect(await find('xq')).toEqual(['Así: xq']);
    const refused = (await held).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(40 - 18);
    const own = world.callAs(null, '', { network: '192.0.2.61' });
    expect((await own.stories.feed({ search: 'xq' })).items).toHaveLength(1);
  });

  it.each([
    { matches: 0, pools: ['read', 'read', 'read', 'read', 'search'] },
    { matches: 4, pools: ['read', 'read', 'search'] },
  ])('SEC-55: is limited beyond the start of the feed: tags with $matches matches', async (tags) => {
    const { matches, pools } = tags;
    const place = { id: '', rank: 0, at: new Date(0) };
    const rows = Array.from({ length: matches + 1 }, (_, index) => ({ ...place, found: index < matches }));
    const findUntil = async (slow: number) => {
      const asked: string[] = [];
      const sql = async ({ pool = 'read' }: Statement): Promise<never[]> => {
        if (asked.push(pool) === slow) throw Object.assign(new Error('timeout'), { code: '57014' });
        return rows as never[]; // the type depends on the statement
      };
      const services = { database: { ...world.database, sql } };
      const filter = { after: null, size: 21, search: '', tags: ['amor'], ...featured };
      const error: unknown = await findInFeed(services, filter).catch((reason: unknown) => reason);
      return { asked, isBusy: error instanceof Error && error.message === 'SEARCH_BUSY' };
    };
    expect(await findUntil(1)).toEqual({ asked: ['read'], isBusy: false });
    expect(await findUntil(pools.length)).toEqual({ asked: pools, isBusy: true });
  });

  it('SEC-55: counts against the limit of each visitor, unlike reading', async () => {
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
