import type { DrillResult } from '@relato/testing/drill-result';
import { canMount } from '@relato/testing/small-disk';
import { restoreBackups } from './database/backup.ts';
import { leaveDatabaseBehind } from './database/left-behind.ts';
import { restartDatabase, stopDatabase, swallowConnections } from './database/lost-database.ts';
import { migrateLargeTables } from './database/migrations.ts';
import { moveClocks } from './database/moved-clock.ts';
import { fillSharedDisk } from './database/shared-disk.ts';
import { killWorker } from './jobs/killed-worker.ts';
import { answerGarbage, loseProvider } from './jobs/troubled-provider.ts';
import { killBesideChanges } from './servers/killed-changes.ts';
import { killBeforeCommit, killServer } from './servers/killed-server.ts';
import { holdLiveConnections } from './servers/live-connections.ts';
import { cutUploads, loseAnswers } from './servers/lossy-network.ts';
import { overload } from './servers/overload.ts';
import { restartByTurns } from './servers/rolling-restart.ts';
import { repeatSaves } from './servers/same-save.ts';
import { soak } from './servers/soak.ts';

/** `usual` fits into a quarter of an hour with the tests of all rows. `long` takes an hour or more. */
export type DrillSize = 'usual' | 'long';

/**
 * `works` keeps a processor busy. `waits` mostly waits. `lasts` waits for minutes. `alone` measures times that other work on
 * the machine would distort.
 */
export type Pace = 'works' | 'waits' | 'lasts' | 'alone';

export interface Drill {
  readonly pace: Pace;
  readonly run: (tries: number) => Promise<DrillResult>;
  readonly tries: Readonly<Record<DrillSize, number>>;
}

const drill = (pace: Pace, run: Drill['run'], usual: number, long: number): Drill => ({
  pace,
  run,
  tries: { usual, long },
});

/** The drills by the rows of the reliability table. A drill that this user may not run is missing. */
export const drills: Readonly<Record<string, Drill>> = {
  '01': drill('works', killServer, 10, 50),
  '02': drill('waits', killBeforeCommit, 5, 50),
  '04': drill('works', killWorker, 3, 20),
  '05': drill('alone', restartDatabase, 4, 30),
  '06': drill('works', leaveDatabaseBehind, 4, 20),
  // The sizes are in seconds.
  '07': drill('lasts', loseProvider, 20, 600),
  '09': drill('waits', answerGarbage, 64, 512),
  '12': drill('works', repeatSaves, 400, 1_000),
  '13': drill('waits', loseAnswers, 240, 1_200),
  '14': drill('works', cutUploads, 100, 200),
  '18': drill('works', moveClocks, 24, 200),
  '19': drill('works', restartByTurns, 4, 20),
  // The sizes are in stories.
  '20': drill('alone', migrateLargeTables, 20_000, 200_000),
  // The sizes are in stories.
  '22': drill('works', restoreBackups, 200, 2_000),
  '24': drill('alone', stopDatabase, 3, 20),
  // The sizes are in seconds.
  '26': drill('alone', overload, 5, 30),
  '27': drill('lasts', soak, 40, 1_800),
  '28': drill('alone', swallowConnections, 4, 20),
  ...(canMount() ? { '33': drill('works', fillSharedDisk, 10, 50) } : {}),
  '35': drill('works', killBesideChanges, 8, 50),
  // The sizes are in connections.
  '38': drill('lasts', holdLiveConnections, 2_000, 10_000),
};
