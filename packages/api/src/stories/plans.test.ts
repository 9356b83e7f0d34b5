import { storyId, userId, type StoryId } from '@relato/contract';
import { recordStatements } from '@relato/db/testing/statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const reader = useUser(world, 'lectora');
/** Enough that reading all of them costs more than an index does. */
const stories = 2_000;
const authors = 200;

let hotStory: StoryId;
let deepCursor: string;
beforeAll(async () => {
  const { prisma } = world.database;
  // Ten stories for each author, scores that repeat, and some comments on each story.
  await prisma.$executeRaw`WITH people AS (
      INSERT INTO users (id, email) SELECT gen_random_uuid(), 'autora' || n || '@example.org'
      FROM generate_series(1, ${authors}::int) AS n RETURNING id
    ) INSERT INTO profiles (id, username) SELECT id, 'autora_' || row_number() OVER () FROM people`;
  await prisma.$executeRaw`WITH authors AS (
      SELECT id, row_number() OVER () AS n FROM profiles WHERE username::text LIKE 'autora%'
    ) INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
        playback_type, duration_ms, peaks)
      SELECT gen_random_uuid(), authors.id, 'ready', 'audio/webm', 'o' || n.n, 'p' || n.n, 1, 'audio/webm', 1,
        array_fill(1::int2, ARRAY[100])
      FROM generate_series(1, ${stories}::int) AS n (n) JOIN authors ON authors.n = 1 + n.n % ${authors}::int`;
  // Triggers of the stories look recordings up, and would read all of them each time.
  await prisma.$executeRaw`ANALYZE`;
  await prisma.$executeRaw`INSERT INTO stories (id, recording_id, user_id, title, transcript, duration_ms, published,
        published_at, created_with, upvotes, score)
      SELECT gen_random_uuid(), id, user_id, 'Una tarde de lluvia', repeat('Llovía y llovía. ', 40), 1, true, now(), '', n, n
      FROM (SELECT *, (1000 / row_number() OVER ())::int AS n FROM recordings) AS told`;
  await prisma.$executeRaw`INSERT INTO comments (id, story_id, content, author_name)
    SELECT gen_random_uuid(), id, 'Qué bonita', 'Visita' FROM stories, generate_series(1, 3)`;
  await prisma.$executeRaw`ANALYZE`;
  const [first] = await prisma.story.findMany({ orderBy: { score: 'desc' }, take: 1 });
  hotStory = storyId.parse(first?.id);
  let cursor: string | null = null;
  for (let page = 0; page < 5; page += 1)
    ({ nextCursor: cursor } = await world.visitor.stories.feed({ limit: 50, cursor }));
  deepCursor = cursor ?? '';
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

const listNodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** Explains every statement that a call sends, with the values that it sends. */
async function explain(call: () => Promise<unknown>): Promise<readonly Plan[]> {
  const nodes: Plan[] = [];
  for (const { text, values } of await recordStatements(call)) {
    const [row] = await world.database.sql<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>({
      text: `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    });
    nodes.push(...(row?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => listNodes(plan)));
  }
  return nodes;
}

const large = new Set(['stories', 'recordings', 'comments', 'story_search']);
const listScans = (nodes: readonly Plan[]): readonly string[] =>
  nodes
    .filter(({ 'Node Type': type }) => type === 'Seq Scan')
    .flatMap(({ 'Relation Name': name }) => name ?? [])
    .filter((name) => large.has(name));
const listIndexes = (nodes: readonly Plan[]): readonly string[] =>
  nodes.flatMap(({ 'Index Name': name }) => name ?? []);

describe('the plan', () => {
  const calls: readonly (readonly [name: string, index: string, call: () => Promise<unknown>])[] = [
    ['the first page of the feed', 'stories_feed', () => world.visitor.stories.feed({})],
    ['the feed of a user', 'stories_feed', () => world.callAs(reader).stories.feed({})],
    ['a page far down', 'stories_feed', () => world.visitor.stories.feed({ cursor: deepCursor })],
    ['a common tag', 'stories_feed', () => world.visitor.stories.feed({ tags: ['amor'] })],
    ['a search', 'stories_feed', () => world.visitor.stories.feed({ search: 'lluvia' })],
    ['a story', 'stories_pkey', () => world.visitor.stories.byId({ id: hotStory })],
    [
      'the comments of a story',
      'comments_story_id_created_at_id_idx',
      () => world.visitor.comments.list({ storyId: hotStory }),
    ],
    [
      'the stories of a user',
      'stories_user_id_created_at_id_idx',
      async () => world.visitor.stories.byUser({ userId: await anyAuthor() }),
    ],
  ];
  let author: string | undefined;
  const anyAuthor = async () => {
    author ??= (await world.database.prisma.story.findUniqueOrThrow({ where: { id: hotStory } })).userId;
    return userId.parse(author);
  };
  beforeAll(anyAuthor);

  it.each(calls)('of %s uses %s and reads no large table as a whole', async (_name, index, call) => {
    const nodes = await explain(call);
    expect(listScans(nodes)).toEqual([]);
    expect(listIndexes(nodes)).toContain(index);
  });
});
