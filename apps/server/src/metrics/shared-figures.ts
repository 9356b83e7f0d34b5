import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '@relato/api';
import type { Metrics } from './metrics.ts';
import { createReplicaReader } from './replica-figures.ts';

/** The time limit of a scrape for database and store, so that metrics are readable while these are down. */
const answerMs = 1_000;
/** The sum stays fresh for long, because reading a million recordings takes most of a second. */
const bytesFreshMs = 600_000;

type FigureReader = () => Promise<void>;
type Shared = Pick<Services, 'database' | 'jobs' | 'disk' | 'live' | 'storage'>;

/** A registry accepts each figure once, although two ports may show it. */
const readers = new WeakMap<Pick<Metrics, 'addGauge'>, FigureReader>();

/** Returns a function that reads the figures of shared parts: pools, queues and disk. It never rejects. */
export function figureReaderOf(
  metrics: Pick<Metrics, 'addCounter' | 'addGauge'>,
  services: Shared,
): FigureReader {
  const reader = readers.get(metrics) ?? createFigureReader(metrics, services);
  readers.set(metrics, reader);
  return reader;
}

function createFigureReader(
  metrics: Pick<Metrics, 'addCounter' | 'addGauge'>,
  { database, jobs, disk, live, storage }: Shared,
): FigureReader {
  const connections = metrics.addGauge('relato_database_connections', 'Open connections of this process.', [
    'pool',
    'state',
  ]);
  const waiting = metrics.addGauge('relato_database_waiting', 'What waits for a connection.', ['pool']);
  const statements = metrics.addCounter(
    'relato_database_statements_total',
    'Statements, and transactions as one each, since the start of this process.',
    ['pool'],
  );
  const isUp = metrics.addGauge('relato_database_up', '1 if the database answered this scrape.', []);
  const depth = metrics.addGauge(
    'relato_jobs',
    'Jobs by queue: due, for later, active, and dead ones that wait for an administrator.',
    ['queue', 'state'],
  );
  const oldest = metrics.addGauge('relato_job_oldest_seconds', 'How long the oldest job has been due.', [
    'queue',
  ]);
  const free = metrics.addGauge(
    'relato_disk_free_bytes',
    'Free space of the fullest disk that uploads fill.',
    [],
  );
  const size = metrics.addGauge('relato_disk_size_bytes', 'Size of that disk.', []);
  const isStoreUp = metrics.addGauge('relato_storage_up', '1 if the store answered this scrape.', []);
  const stored = metrics.addGauge('relato_audio_bytes', 'Audio that rows refer to.', ['kind']);
  const liveConnections = metrics.addGauge(
    'relato_live_connections',
    'Browsers that are told what is new.',
    [],
  );
  const readReplica = createReplicaReader(metrics, database.replica);
  let storedAtMs = -Infinity;

  function readPools(): void {
    statements.reset();
    for (const [pool, use] of Object.entries(database.readPools())) {
      connections.set({ pool, state: 'used' }, use.used);
      connections.set({ pool, state: 'idle' }, use.idle);
      waiting.set({ pool }, use.waiting);
      statements.inc({ pool }, use.statements);
    }
  }

  async function readDisk(): Promise<void> {
    const space = await disk.readSpace();
    if (!space) return;
    free.set(space.freeBytes);
    size.set(space.bytes);
  }

  async function readQueues(): Promise<void> {
    for (const { name: queue, oldestSeconds, due, later, active, dead } of await jobs.readDepths()) {
      for (const [state, count] of Object.entries({ due, later, active, dead }))
        depth.set({ queue, state }, count);
      oldest.set({ queue }, oldestSeconds);
    }
  }

  async function readBytes(): Promise<void> {
    if (performance.now() - storedAtMs < bytesFreshMs) return;
    // Set before the answer, so that later scrapes do not start a second slow query.
    storedAtMs = performance.now();
    const { rows } = await database.background(`SELECT coalesce(sum(bytes), 0)::float8 AS original,
      coalesce(sum(playback_bytes), 0)::float8 AS playback,
      (SELECT coalesce(sum(bytes), 0)::float8 FROM story_mp3s) AS mp3,
      (SELECT coalesce(sum(picture_bytes), 0)::float8 FROM story_mp3s) AS picture FROM recordings`);
    for (const [kind, bytes] of Object.entries(rows[0] ?? {})) stored.set({ kind }, Number(bytes));
  }

  return async () => {
    readPools();
    liveConnections.set(live.countOpen());
    readReplica();
    const ofQueues = readQueues().then(
      () => true,
      () => false,
    );
    const ofBytes = readBytes().catch(() => {
      storedAtMs = -Infinity;
    });
    const ofStore = storage.ping().then(
      () => true,
      () => false,
    );
    const late = new AbortController();
    const patience = delay(answerMs, false, { signal: late.signal });
    // The sum is ignored here, because a slow sum does not mean that the database is down.
    const [answered, storeAnswered] = await Promise.all([
      Promise.race([ofQueues, patience]),
      Promise.race([ofStore, patience]),
      Promise.race([ofBytes, patience]),
      readDisk(),
    ]);
    late.abort();
    isUp.set(answered ? 1 : 0);
    isStoreUp.set(storeAnswered ? 1 : 0);
  };
}
