import { setTimeout as delay } from 'node:timers/promises';
import {
  adminLimits,
  lastBackupKey,
  type JobName,
  type Overview,
  type QueueState,
  type RowCount,
} from '@relato/contract';
import type { Services } from '../rpc/context.ts';
import { readSpaceTrends } from './space-queries.ts';

type Sql = Services['database']['sql'];

const { countedRows } = adminLimits.overview;

/** `read` is counted up to one row past the limit. Beyond it the statistics of the database apply, unless they are lower. */
function toCount(read: number, estimate = 0): RowCount {
  if (read <= countedRows) return { count: read, precision: 'exact' };
  return estimate > read
    ? { count: Math.round(estimate), precision: 'estimate' }
    : { count: countedRows, precision: 'more' };
}

/** How long a part may take. The other parts do not wait longer for one whose source is stuck. */
const partMs = 3_000;
/** How long the depths of the queues are cached. */
const sharedMs = 3_000;

/** Reads the parts independently. A part that fails or takes too long is logged, and is null. */
export async function getOverview(services: Services): Promise<Overview> {
  const { database, disk, transcriber } = services;
  const part = async <Part>(read: () => Promise<Part>): Promise<Part | null> => {
    const reading = withTimeout(partMs, read());
    services.runInBackground(reading.then(() => undefined));
    return reading.catch(() => null);
  };
  const [users, stories, moderation, space, size, trends, queues, backup] = await Promise.all([
    part(() => countUsers(database.sql)),
    part(() => countStories(database.sql)),
    part(() => readOldest(database.sql)),
    part(() => disk.readSpace()),
    part(() => measureDatabase(database.sql)),
    part(() => readSpaceTrends(services)),
    part(() => readQueues(services)),
    part(() => readBackup(database.sql)),
  ]);
  return {
    users,
    stories,
    moderation,
    disk: space && { freeBytes: space.freeBytes, bytes: space.bytes },
    database: size,
    trends,
    engine: transcriber.name,
    queues,
    backup,
  };
}

async function withTimeout<Part>(timeoutMs: number, reading: Promise<Part>): Promise<Part> {
  const done = new AbortController();
  const patience = delay(timeoutMs, null, { signal: done.signal }).then(() => {
    throw new Error(`A part of the overview took longer than ${timeoutMs} ms`);
  });
  try {
    return await Promise.race([reading, patience]);
  } finally {
    done.abort();
  }
}

async function one<Row extends object>(sql: Sql, name: string, text: string): Promise<Row> {
  const [row] = await sql<Row>({ name, text, values: [] });
  if (!row) throw new Error('A statement without a table answers one row');
  return row;
}

/** SQL for the number of rows of a table or an index, as its last VACUUM or ANALYZE found it. */
const estimateOf = (relation: string): string =>
  `(SELECT reltuples::float8 FROM pg_class WHERE oid = '${relation}'::regclass)`;

const countUpTo = (rows: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${countedRows + 1}) counted)`;

/**
 * SQL for the lowest UUIDv7 of a moment. Uses `now`, because `clock_timestamp` may differ for each row and so rules out the
 * index.
 */
const lowestIdOf = (moment: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`;

/** The ids are of version 7, so that the primary key finds the new users. Ids beyond tomorrow's are of another version. */
const usersStatement = `SELECT ${countUpTo('users')} AS total, ${estimateOf('users')} AS estimate,
  ${countUpTo(`users WHERE id >= ${lowestIdOf(`now() - interval '7 days'`)} AND id < ${lowestIdOf(`now() + interval '1 day'`)}`)} AS new`;

export async function countUsers(sql: Sql): Promise<NonNullable<Overview['users']>> {
  const row = await one<{ readonly total: number; readonly estimate: number; readonly new: number }>(
    sql,
    'overview-users',
    usersStatement,
  );
  return { total: toCount(row.total, row.estimate), newThisWeek: toCount(row.new) };
}

const inspecting = `recordings WHERE state = 'inspecting' AND inspection_failed_at IS`;

/** The index `stories_newest` contains only the public stories. */
const storiesStatement = `SELECT s.*, ${estimateOf('stories')} AS estimate,
    ${estimateOf('stories_newest')} AS "publicEstimate",
    ${countUpTo(`${inspecting} NULL`)} AS waiting, ${countUpTo(`${inspecting} NOT NULL`)} AS unchecked
  FROM (SELECT count(*)::int AS total, count(*) FILTER (WHERE published AND hidden_at IS NULL)::int AS public
    FROM (SELECT published, hidden_at FROM stories LIMIT ${countedRows + 1}) first) s`;

export async function countStories(sql: Sql): Promise<NonNullable<Overview['stories']>> {
  const row = await one<{
    readonly total: number;
    readonly public: number;
    readonly estimate: number;
    readonly publicEstimate: number;
    readonly waiting: number;
    readonly unchecked: number;
  }>(sql, 'overview-stories', storiesStatement);
  // Past the limit, the stories that were read are a sample: each kind is at least as frequent as in it, however old the
  // statistics are.
  const part = (read: number, estimate: number): RowCount => {
    if (row.total <= countedRows) return { count: read, precision: 'exact' };
    return estimate > read
      ? { count: Math.round(estimate), precision: 'estimate' }
      : { count: read, precision: 'more' };
  };
  return {
    public: part(row.public, row.publicEstimate),
    others: part(row.total - row.public, row.estimate - Math.max(row.public, row.publicEstimate)),
    waiting: toCount(row.waiting),
    unchecked: toCount(row.unchecked),
  };
}

const secondsSince = (time: string): string => `extract(epoch FROM clock_timestamp() - ${time})::float8`;

const oldestReport = (status: string): string => `(SELECT created_at FROM reports
  WHERE status = '${status}' AND story_id IS NOT NULL ORDER BY created_at, id LIMIT 1)`;

export async function readOldest(sql: Sql): Promise<NonNullable<Overview['moderation']>> {
  return one(
    sql,
    'overview-moderation',
    `SELECT ${secondsSince(`least(${oldestReport('pending')}, ${oldestReport('reviewing')})`)} AS "oldestReportSeconds",
      ${secondsSince(`(SELECT created_at FROM appeals WHERE status = 'open' ORDER BY created_at, id LIMIT 1)`)}
        AS "oldestAppealSeconds"`,
  );
}

const measureDatabase = (sql: Sql): Promise<NonNullable<Overview['database']>> =>
  one(sql, 'overview-database', 'SELECT pg_database_size(current_database())::float8 AS bytes');

type Depths = ReturnType<Services['jobs']['readDepths']>;
const readings = new WeakMap<Services['jobs'], Depths>();

/**
 * Reads the queues once for concurrent and soon following callers, because the statement uses a connection of the jobs for
 * as long as it takes.
 */
function readDepths(jobs: Services['jobs']): Depths {
  const known = readings.get(jobs);
  if (known) return known;
  const reading = jobs.readDepths();
  readings.set(jobs, reading);
  const forget = () => void readings.delete(jobs);
  reading.then(() => setTimeout(forget, sharedMs).unref(), forget);
  return reading;
}

async function readQueues({ jobs }: Pick<Services, 'jobs'>): Promise<NonNullable<Overview['queues']>> {
  const depths = await readDepths(jobs);
  const stateOf = (job: JobName): QueueState => {
    const depth = depths.find(({ name }) => name === job);
    return {
      waiting: (depth?.due ?? 0) + (depth?.later ?? 0),
      oldestSeconds: depth?.oldestSeconds ?? 0,
      failed: depth?.dead ?? 0,
    };
  };
  return {
    // Failed transcriptions are marked on their recordings, where no index counts them.
    transcriptions: { ...stateOf('transcribe-recording'), failed: null },
    mails: stateOf('send-mail'),
    pushes: stateOf('send-push'),
  };
}

const readBackup = (sql: Sql): Promise<NonNullable<Overview['backup']>> =>
  one(
    sql,
    'overview-backup',
    `SELECT ${secondsSince(
      `(SELECT (value #>> '{}')::timestamptz FROM settings WHERE key = '${lastBackupKey}')`,
    )} AS "ageSeconds"`,
  );
