import { serverLimits } from '@relato/contract';
import { recordStatements } from '@relato/db/testing/statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { explain } from '../testing/explain.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { findPodcast, toPodcastGuid } from './podcast-queries.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const stories = 2_000;

beforeAll(async () => {
  const { prisma } = world.database;
  await prisma.$executeRaw`INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key,
      playback_bytes, playback_type, duration_ms, peaks)
    SELECT gen_random_uuid(), ${ana.id}::uuid, 'ready', 'audio/webm', 'o' || n, 'p' || n, 1, 'audio/webm', 1,
      array_fill(1::int2, ARRAY[100]) FROM generate_series(1, ${stories}::int) AS n`;
  await prisma.$executeRaw`ANALYZE recordings`;
  await prisma.$executeRaw`INSERT INTO stories (id, recording_id, user_id, title, transcript, duration_ms, published,
      published_at, created_with)
    SELECT gen_random_uuid(), id, user_id, 'Historia ' || n, CASE WHEN n <= 100 THEN repeat('Llovía. ', 126) END, 5000, true,
      now() - n * interval '1 minute', ''
    FROM (SELECT *, row_number() OVER () AS n FROM recordings) AS told`;
  await prisma.$executeRaw`INSERT INTO story_mp3s SELECT id, 'mp3/' || id, 1000, 5000, now() FROM stories`;
  await prisma.$executeRaw`ANALYZE`;
});

describe('a podcast of two thousand stories', () => {
  it('lists the latest of them, with the beginnings of their transcripts', async () => {
    const podcast = await findPodcast(world.services, 'ANA');
    expect(podcast?.stories).toHaveLength(serverLimits.podcast.maxStories);
    expect(podcast?.stories.map(({ title }) => title).slice(0, 2)).toEqual(['Historia 1', 'Historia 2']);
    expect(podcast?.stories[0]?.beginning).toHaveLength(serverLimits.podcast.descriptionLength + 1);
  });

  it('takes two statements that read a hundred rows in the order of an index', async () => {
    await findPodcast(world.services, 'ana');
    const statements = await recordStatements(() => findPodcast(world.services, 'ana'));
    expect(statements).toHaveLength(2);
    const plans = await Promise.all(
      statements.map((statement) => explain(world.database, statement, 'ANALYZE, COSTS OFF')),
    );
    for (const plan of plans) expect(plan).not.toMatch(/Sort|Seq Scan on (?:stories|story_mp3s)/u);
    expect(plans[1]).toMatch(/Index Scan using stories_podcast.*rows=100/u);
  });
});

describe('the id of a podcast', () => {
  it.each([
    ['https://mp3s.nashownotes.com/pc20rss.xml', '917393e3-1b1e-5cef-ace4-edaa54e1f810'],
    ['podnews.net/rss', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
    ['http://podnews.net/rss//', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
  ])('is derived from its first address: %s', (url, guid) => {
    expect(toPodcastGuid(url)).toBe(guid);
  });

  it('is the same for concurrent first readers', async () => {
    await world.addUser('nueva');
    const podcasts = await Promise.all([1, 2, 3].map(() => findPodcast(world.services, 'nueva')));
    expect(new Set(podcasts.map((podcast) => podcast?.guid))).toEqual(
      new Set([toPodcastGuid(`${world.services.publicUrl}/u/nueva/feed.xml`)]),
    );
  });
});
