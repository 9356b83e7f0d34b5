import { collectionId, type CollectionId, type StoryId } from '@relato/contract';
import type { Statement } from '@relato/db';
import { countStatements } from '@relato/db/testing/count-statements';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from './rpc/context.ts';
import { useUser } from './testing/users.ts';
import { useTestWorld, type Caller } from './testing/world.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
let story: StoryId;
let collection: CollectionId;
beforeAll(async () => {
  story = await world.publishStory(ana, { tags: ['mar'] });
  collection = collectionId.parse(await world.callAs(ana).collections.create({ name: 'Mar' }));
  await world.database.prisma.collection.updateMany({ data: { isPublic: true } });
  await world.callAs(ana).collections.setStory({ id: collection, storyId: story, isIn: true });
});

/** The calls of an opening and of an open page, with the index of a large table that each reads. */
const hot: readonly (readonly [string, (caller: Caller) => Promise<unknown>, index: string])[] = [
  ['stories.feed', ({ stories }) => stories.feed({}), 'stories_feed'],
  ['stories.feed, newest', ({ stories }) => stories.feed({ order: 'newest' }), 'stories_newest'],
  ['stories.feed, rising', ({ stories }) => stories.feed({ order: 'rising' }), 'stories_rising'],
  ['stories.feed, followed', ({ stories }) => stories.feed({ order: 'following' }), ''],
  ['stories.feed, for me', ({ stories }) => stories.feed({ order: 'forMe' }), 'stories_podcast'],
  ['stories.listens', ({ stories }) => stories.listens(), ''],
  ['stories.byId', ({ stories }) => stories.byId({ id: story }), 'stories_pkey'],
  ['stories.byIds', ({ stories }) => stories.byIds({ ids: [story] }), ''],
  [
    'stories.byUser',
    ({ stories }) => stories.byUser({ userId: ana.id }),
    'stories_user_id_created_at_id_idx',
  ],
  ['stories.mine', ({ stories }) => stories.mine({}), 'stories_user_id_created_at_id_idx'],
  [
    'comments.list',
    ({ comments }) => comments.list({ storyId: story }),
    'comments_story_id_created_at_id_idx',
  ],
  ['stories.subject', ({ stories }) => stories.subject({ tag: 'mar' }), 'story_tags_pkey'],
  ['profiles.byUsername', ({ profiles }) => profiles.byUsername({ username: 'ana' }), 'Scan on profiles p'],
  ['reactions.ofStory', ({ reactions }) => reactions.ofStory({ id: story }), 'reactions_story_id_'],
  ['news.list', ({ news }) => news.list({}), 'news_groups'],
  ['news.unread', ({ news }) => news.unread(), 'news_unread'],
  ['collections.byId', ({ collections }) => collections.byId({ id: collection }), ''],
  ['collections.byUser', ({ collections }) => collections.byUser({ userId: ana.id }), ''],
  ['stories.byCollection', ({ stories }) => stories.byCollection({ id: collection }), ''],
  ['settings.public', ({ settings }) => settings.public(), ''],
];

describe('one statement answers', () => {
  it.each(hot)('%s', async (_path, call) => {
    const { database, take } = countStatements(world.database);
    await call(world.callAs(ana, '', { database }));
    expect(take()).toHaveLength(1);
  });

  it('the session without any statement', async () => {
    const { database, take } = countStatements(world.database);
    await world.callAs(null, '', { database }).account.session();
    expect(take()).toEqual([]);
  });
});

/** Runs a query on one connection until PostgreSQL has settled on a plan for its statement. */
async function explain(viewer: Viewer | null, call: (caller: Caller) => Promise<unknown>) {
  const statements: Statement[] = [];
  const sql = <Row extends object>(statement: Statement) => {
    statements.push(statement);
    return world.database.sql<Row>(statement);
  };
  await call(world.callAs(viewer, '', { database: { ...world.database, sql } }));
  const [{ text, values } = { text: '', values: [] }] = statements;
  const literals = values.map((value) => JSON.stringify(value).replaceAll('"', "'"));
  return world.database.prisma.$transaction(async (tx) => {
    const run = (statement: string) => tx.$queryRawUnsafe<Record<string, unknown>[]>(statement);
    await tx.$executeRawUnsafe(`PREPARE hot AS ${text}`);
    for (let time = 0; time < 7; time += 1) await run(`EXECUTE hot (${literals.join()})`);
    const lines = await run(`EXPLAIN EXECUTE hot (${literals.join()})`);
    const [counts] = await run(
      `SELECT generic_plans > 0 AS "isPlannedOnce" FROM pg_prepared_statements WHERE name = 'hot'`,
    );
    await tx.$executeRawUnsafe('DEALLOCATE hot');
    return { plan: lines.map((line) => line['QUERY PLAN']).join('\n'), ...counts };
  });
}

describe('PostgreSQL plans once, and reads through indexes', () => {
  beforeAll(async () => {
    await world.database.prisma.$executeRaw`WITH more AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
          playback_type, duration_ms, peaks)
        SELECT gen_random_uuid(), ${ana.id}::uuid, 'ready', 'audio/webm', n, n, 1, 'audio/webm', 1,
          array_fill(1::int2, ARRAY[100])
        FROM generate_series(1, 2000) AS n RETURNING id
      ) INSERT INTO stories (id, recording_id, user_id, title, tags, duration_ms, published, published_at, created_with)
      SELECT gen_random_uuid(), id, ${ana.id}::uuid, 'Una tarde de lluvia', ARRAY['t' || row_number() OVER () % 50], 1, true, now(), '' FROM more`;
    await world.database.prisma.$executeRaw`INSERT INTO comments (id, story_id, content, author_name)
      SELECT gen_random_uuid(), id, 'Hola', 'Eva' FROM stories`;
    await world.database.prisma.$executeRaw`WITH people AS (
        INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, 100) RETURNING id
      ) INSERT INTO blocks (blocker_id, blocked_id, kind)
      SELECT a.id, b.id, 'block' FROM people a JOIN people b ON b.id <> a.id`;
    await world.database.prisma.$executeRaw`WITH others AS (
        INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, 100) RETURNING id
      ) INSERT INTO news (id, user_id, kind, story_id, created_at)
      SELECT gen_random_uuid(), u.id, 'comment', s.id, now() - row_number() OVER () * interval '1 minute'
      FROM (SELECT id FROM others UNION ALL SELECT ${ana.id}::uuid) AS u, (SELECT id FROM stories LIMIT 100) AS s`;
    await world.database.prisma
      .$executeRaw`INSERT INTO reactions (id, story_id, user_id, start_ms, end_ms, sign, text)
      SELECT gen_random_uuid(), s.id, u.id, 0, 300, 'heart', 'mar'
      FROM (SELECT id FROM users LIMIT 100) AS u, (SELECT id FROM stories LIMIT 100) AS s`;
    await world.database.prisma
      .$executeRaw`INSERT INTO corrections (id, story_id, user_id, start_ms, end_ms, text, said, state, decided_at)
      SELECT gen_random_uuid(), s.id, u.id, 0, 300, 'mar', 'bar', 'accepted', now()
      FROM (SELECT id FROM users LIMIT 100) AS u, (SELECT id FROM stories LIMIT 100) AS s`;
    await world.database.prisma.$executeRaw`ANALYZE`;
  });

  it.each([
    ...hot.filter(([, , index]) => index !== ''),
    [
      'stories.feed, a page far down',
      async ({ stories }: Caller) => {
        let cursor: string | null = null;
        for (let page = 0; page < 5; page += 1)
          ({ nextCursor: cursor } = await world.visitor.stories.feed({ limit: 50, cursor }));
        return stories.feed({ cursor });
      },
      'stories_feed',
    ] as const,
  ])('%s', async (path, call, index) => {
    // With a condition on a missing viewer, PostgreSQL prefers to plan the condition away each time.
    for (const viewer of /^(?:stories\.mine|stories\.feed, for me|news\..*)$/u.test(path)
      ? [ana]
      : [ana, null]) {
      const { plan, ...rest } = await explain(viewer, call);
      expect([viewer?.username, rest]).toEqual([viewer?.username, { isPlannedOnce: true }]);
      expect(plan).toContain(index);
      // With millions of stories, a subquery for each makes a plan for one viewer seem cheaper than one for all.
      const isListForAll = viewer === null && /^stories\.(?:feed|byUser)/u.test(path);
      expect(isListForAll && plan.includes('SubPlan')).toBe(false);
      expect(plan).not.toMatch(
        /Seq Scan on (?!transcripts|votes|listens|left_out|users|profiles|former_usernames|followed_tags|follows|reports|notices|appeals)/u,
      );
    }
  });
});
