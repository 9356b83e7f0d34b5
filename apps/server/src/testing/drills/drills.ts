import type { DrillResult, TestedRow } from '@relato/testing/drill-result';
import { canMount } from '@relato/testing/small-disk';
import { restoreBackups } from './database/backup.ts';
import { findInLog } from './servers/found-in-log.ts';
import { canTrace, traceUploads } from './servers/flush-order.ts';
import { fillDisk } from './database/full-disk.ts';
import { troubleReplica } from './database/lagging-replica.ts';
import { leaveDatabaseBehind } from './database/left-behind.ts';
import { killBackups } from './database/killed-backup.ts';
import { killBesideChanges } from './servers/killed-changes.ts';
import { killBeforeCommit, killServer } from './servers/killed-server.ts';
import { killWorker } from './jobs/killed-worker.ts';
import { restartDatabase, stopDatabase, swallowConnections } from './database/lost-database.ts';
import { cutUploads, loseAnswers } from './servers/lossy-network.ts';
import { refuseMails } from './jobs/mails.ts';
import { collectBesideUploads, moveClocks } from './database/moved-clock.ts';
import { failMigrations, migrateLargeTables } from './database/migrations.ts';
import { overload } from './servers/overload.ts';
import { poisonJob } from './jobs/poison-job.ts';
import { restartByTurns } from './servers/rolling-restart.ts';
import { repeatSaves } from './servers/same-save.ts';
import { runSeveralServers } from './servers/several-servers.ts';
import { fillSharedDisk } from './database/shared-disk.ts';
import { measureThroughput } from './servers/throughput.ts';
import { soak } from './servers/soak.ts';
import { troubleStore } from './servers/troubled-store.ts';
import { answerGarbage, answerWithTrouble, loseProvider } from './jobs/troubled-provider.ts';

/** `short` fits the tests, `usual` a quarter of an hour with the tests of all rows, `long` an hour or more. */
export type DrillSize = 'short' | 'usual' | 'long';

/**
 * `works` keeps a processor busy. `waits` waits most of its time, and `lasts` for minutes. `alone` measures what others on the
 * machine would delay.
 */
export type Pace = 'works' | 'waits' | 'lasts' | 'alone';

export interface Drill {
  readonly pace: Pace;
  readonly tries: Readonly<Record<DrillSize, number>>;
  readonly run: (tries: number) => Promise<DrillResult | TestedRow>;
}

const drill = (
  pace: Pace,
  run: Drill['run'],
  [short, usual, long]: readonly [short: number, usual: number, long: number],
): Drill => ({ pace, run, tries: { short, usual, long } });

/** The drills by the rows of the table of reliability, and by name. A drill that this user may not run is left out. */
export const drills: Readonly<Record<string, Drill>> = {
  '01': drill('works', killServer, [1, 10, 50]),
  '02': drill('waits', killBeforeCommit, [1, 5, 50]),
  ...(canTrace() ? { '03': drill('works', traceUploads, [0, 20, 100]) } : {}),
  '04': drill('works', (kills) => killWorker({ jobs: kills * 10, kills }), [0, 3, 20]),
  '05': drill('alone', restartDatabase, [1, 4, 30]),
  '06': drill('works', leaveDatabaseBehind, [0, 4, 20]),
  // In seconds.
  '07': drill('lasts', loseProvider, [0, 20, 600]),
  '08': drill('lasts', answerWithTrouble, [0, 5, 5]),
  '09': drill('waits', answerGarbage, [0, 64, 512]),
  '10': drill('waits', poisonJob, [0, 1, 3]),
  ...(canMount() ? { '11': drill('works', fillDisk, [0, 4, 30]) } : {}),
  '12': drill('works', repeatSaves, [20, 400, 1_000]),
  '13': drill('waits', loseAnswers, [0, 240, 1_200]),
  '14': drill('works', cutUploads, [0, 100, 200]),
  '18': drill('works', moveClocks, [0, 24, 200]),
  '19': drill('works', restartByTurns, [2, 4, 20]),
  // In stories.
  '20': drill('alone', migrateLargeTables, [0, 20_000, 200_000]),
  '21': drill('works', failMigrations, [0, 2, 10]),
  // In stories.
  '22': drill('works', restoreBackups, [0, 200, 2_000]),
  '23': drill('works', collectBesideUploads, [0, 2, 20]),
  '24': drill('alone', stopDatabase, [1, 3, 20]),
  '25': drill('waits', findInLog, [0, 1, 5]),
  // In seconds.
  '26': drill('alone', overload, [0, 5, 30]),
  '27': drill('lasts', soak, [0, 40, 1_800]),
  '28': drill('alone', swallowConnections, [1, 4, 20]),
  '29': drill('waits', refuseMails, [0, 6, 24]),
  ...(canMount() ? { '33': drill('works', fillSharedDisk, [1, 10, 50]) } : {}),
  '35': drill('works', killBesideChanges, [1, 8, 50]),
  'killed-backup': drill('works', killBackups, [0, 3, 10]),
  store: drill('works', troubleStore, [0, 6, 30]),
  replica: drill('alone', troubleReplica, [0, 4, 20]),
  servers: drill('works', (rounds) => runSeveralServers(rounds), [1, 1, 5]),
  throughput: drill('alone', measureThroughput, [0, 2, 10]),
};
