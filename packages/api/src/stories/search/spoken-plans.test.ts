import type { Statement } from '@relato/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { explain } from '../../testing/explain.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';
import { findInFeed } from './queries.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
/** Reading so many stories costs more than using an index, and they exceed the first scan. */
const stories = 6_000;
beforeAll(async () => {
  const { prisma } = world.database;
  await prisma.$executeRaw`WITH more AS (
      INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
        playback_type, duration_ms, peaks)
      SELECT gen_random_uuid(), ${author.id}::uuid, 'ready', 'audio/webm', n, n, 1, 'audio/webm', 1,
        array_fill(1::int2, ARRAY[100])
      FROM generate_series(1, ${stories}::int) AS n RETURNING id
    ) INSERT INTO stories (id, recording_id, user_id, title, transcript, duration_ms, published, published_at,
        created_with, upvotes, score)
      SELECT gen_random_uuid(), id, ${author.id}::uuid, 'Uno', 'Llovía en la plaza. '
          || CASE WHEN n % 25 = 0 THEN 'Pasó un gato negro. ' ELSE 'Un negro día sin gato. ' END
          || CASE WHEN n % 90 = 7 THEN 'Olía a canela. ' ELSE '' END
          || CASE WHEN n = ${stories}::int - 5 THEN 'Escondió el diamante. ' ELSE '' END
          || 'Palabra' || n || '.', 1, true, now(), '', ${stories}::int - n, ${stories}::int - n
      FROM (SELECT id, row_number() OVER ()::int AS n FROM more) AS told`;
  await prisma.$executeRaw`ANALYZE`;
});

/** Returns the plans of the statements that search transcripts for the first page. */
async function explainSearch(search: string) {
  const asked: Statement[] = [];
  const sql: typeof world.database.sql = async (statement) => {
    asked.push(statement);
    return world.database.sql(statement);
  };
  const { places } = await findInFeed(
    { database: { ...world.database, sql } },
    { after: null, size: 21, search, tags: [], order: 'featured', viewerId: null },
  );
  const plans = await Promise.all(
    asked
      .filter(({ name, text }) => name === undefined && text.includes('story_words'))
      .map((statement) => explain(world.database, statement, 'ANALYZE, TIMING OFF')),
  );
  return { found: places.length, plans, last: plans.at(-1) ?? '' };
}

describe('a search in transcripts', () => {
  const scan = 'Index Only Scan using stories_feed on stories s ';
  const lookUp = 'Bitmap Index Scan on story_words_words';

  it.each([
    { what: 'a rare word', search: 'diamante', steps: [scan, lookUp], hits: 1 },
    {
      what: 'a common word, to the end of a page',
      search: 'plaza',
      steps: [`${scan}.*actual rows=21\\.`],
      hits: 21,
    },
    { what: 'a word of one story in ninety', search: 'canela', steps: [scan, scan], hits: 21 },
    { what: 'a phrase', search: '"gato negro"', steps: [scan, scan], hits: 21 },
    {
      what: 'a phrase of common words that occurs nowhere',
      search: '"plaza gato"',
      steps: [scan, lookUp, scan],
      hits: 0,
    },
    { what: 'a rare word before a common one', search: 'palabra77 plaza', steps: [scan, lookUp], hits: 1 },
  ])('reads indexes, in limited steps: $what', async ({ search, steps, hits }) => {
    const { found, plans } = await explainSearch(search);
    expect(found).toBe(hits);
    expect(plans).toHaveLength(steps.length);
    for (const [index, step] of steps.entries()) expect(plans[index]).toMatch(new RegExp(step, 'u'));
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?:stories|story_words)/u);
  });

  it('compares the stories of a rare word with the prefix, instead of listing all words with it', async () => {
    const unlisted = /Bitmap Index Scan on story_words_words .*never executed/u;
    expect((await explainSearch('palabra77 plaza')).last).toMatch(unlisted);
    // The prefix is rarer than the rest, whose list would be read in vain.
    expect((await explainSearch('plaza palabra77')).last).not.toContain('CTE few');
  });

  it('compares the words of at most some thousand stories', async () => {
    const { plans } = await explainSearch('"plaza gato"');
    expect(plans[1]).toMatch(/Bitmap Heap Scan on story_words w .*actual rows=5001\./u);
  });
});
