import type { Statement } from '@relato/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { explain } from '../testing/explain.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';
import type { Caller } from '../testing/world.ts';

const { world, cast } = useModerationWorld();

/** Returns the plan of the statement that lists, on one connection. */
async function explainList(list: (caller: Caller) => Promise<unknown>): Promise<string> {
  const statements: Statement[] = [];
  const sql = <Row extends object>(statement: Statement) => {
    statements.push(statement);
    return world.database.sql<Row>(statement);
  };
  await list(world.callAs(cast.administrator, '', { database: { ...world.database, sql } }));
  const [statement] = statements;
  if (!statement) throw new Error('Nothing was read');
  return explain(world.database, statement);
}

describe('the lists of staff read a page of a large table through an index', () => {
  beforeAll(async () => {
    const { prisma } = world.database;
    const { id } = cast.administrator;
    await prisma.$executeRaw`WITH more AS (INSERT INTO users (id, created_at, suspended_at, email)
        SELECT gen_random_uuid(), now() + n * interval '1 ms', CASE WHEN n % 1000 = 0 THEN now() END, 'voz' || n || '@example.org'
        FROM generate_series(1, 10000) n RETURNING id, email
      ) INSERT INTO profiles (id, username) SELECT id, split_part(email::text, '@', 1) FROM more`;
    await prisma.$executeRaw`WITH more AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
          playback_type, duration_ms, peaks)
        SELECT gen_random_uuid(), ${id}::uuid, 'ready', 'audio/webm', n, n, 1, 'audio/webm', 1,
          array_fill(1::int2, ARRAY[100]) FROM generate_series(1, 5000) AS n RETURNING id
      ), told AS (
        INSERT INTO stories (id, recording_id, user_id, title, duration_ms, published, published_at, hidden_at, created_with)
        SELECT gen_random_uuid(), id, ${id}::uuid, 'Lluvia', 1, true, now(), CASE WHEN n % 100 = 0 THEN now() END, ''
        FROM (SELECT id, row_number() OVER () AS n FROM more) AS numbered
      ) INSERT INTO transcripts (recording_id, status, provider, text, finished_at)
      SELECT id, (CASE WHEN n % 100 = 0 THEN 'error' ELSE 'completed' END)::transcript_status, 'x', 'Lluvia', now()
      FROM (SELECT id, row_number() OVER () AS n FROM more) AS numbered`;
    await prisma.$executeRaw`INSERT INTO reports (id, story_id, reason, status, reviewing_at, decided_at)
      SELECT gen_random_uuid(), id, 'spam', (CASE WHEN n % 500 = 0 THEN 'pending' ELSE 'resolved' END)::report_status, at, at
      FROM (SELECT id, n, CASE WHEN n % 500 <> 0 THEN now() - n * interval '1 day' END AS at
        FROM (SELECT id, row_number() OVER () AS n FROM stories) AS numbered) AS decided`;
    await prisma.$executeRaw`ANALYZE`;
  });

  it.each<[string, string, (caller: Caller) => Promise<unknown>]>([
    ['users', 'users_created_at_id_idx', ({ users }) => users.list({})],
    ['suspended users', 'users_suspended', ({ users }) => users.list({ suspended: true })],
    ['moderators', 'users_staff', ({ users }) => users.list({ role: 'moderator' })],
    ['users with a name', 'profiles_search', ({ users }) => users.list({ search: 'voz4321' })],
    ['users with an address', 'users_search', ({ users }) => users.list({ search: 'voz4321@' })],
    ['open cases', 'reports_status_created_at_id_idx', ({ reports }) => reports.queue({})],
    ['decided cases', 'reports_decided', ({ reports }) => reports.queue({ status: 'resolved' })],
    ['handled reports', 'reports_handled', ({ reports }) => reports.queueStats()],
    ['hidden stories', 'stories_hidden', ({ stories }) => stories.hidden({})],
    ['failed transcriptions', 'transcripts_stuck', ({ transcription }) => transcription.failed({})],
  ])('%s', async (_what, index, list) => {
    const plan = await explainList(list);
    expect(plan).toMatch(new RegExp(`Index.* Scan.* (using|on) ${index}\\b`));
    expect(plan).not.toContain('Seq Scan on reports r ');
  });

  it('a search that many users match lists the newest', async () => {
    const { items } = await world.callAs(cast.administrator).users.list({ search: 'voz', limit: 2 });
    expect(items.map(({ username }) => username)).toEqual(['voz10000', 'voz9999']);
  });
});
