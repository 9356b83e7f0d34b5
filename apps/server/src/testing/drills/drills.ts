import type { DrillResult } from '@relato/testing/drill-result';
import { canMount } from '@relato/testing/small-disk';
import { fillDisk } from './full-disk.ts';
import { killBeforeCommit, killServer } from './killed-server.ts';
import { killWorker } from './killed-worker.ts';
import { restartDatabase, stopDatabase, swallowConnections } from './lost-database.ts';
import { restartByTurns } from './rolling-restart.ts';
import { repeatSaves } from './same-save.ts';

/** `short` fits the tests, `usual` a quarter of an hour, `long` an hour or more. */
export type DrillSize = 'short' | 'usual' | 'long';

interface Drill {
  readonly tries: Readonly<Record<DrillSize, number>>;
  readonly run: (tries: number) => Promise<DrillResult>;
}

/** By the rows of the table of reliability. A drill that this user may not run is left out. */
export const drills: Readonly<Record<string, Drill>> = {
  '01': { tries: { short: 1, usual: 12, long: 50 }, run: killServer },
  '02': { tries: { short: 1, usual: 8, long: 50 }, run: killBeforeCommit },
  '04': {
    tries: { short: 0, usual: 5, long: 20 },
    run: (kills) => killWorker({ jobs: kills * 10, kills }),
  },
  '05': { tries: { short: 1, usual: 6, long: 30 }, run: restartDatabase },
  ...(canMount() ? { '11': { tries: { short: 0, usual: 6, long: 30 }, run: fillDisk } } : {}),
  '12': { tries: { short: 20, usual: 1_000, long: 1_000 }, run: repeatSaves },
  '19': { tries: { short: 2, usual: 10, long: 20 }, run: restartByTurns },
  '24': { tries: { short: 1, usual: 5, long: 20 }, run: stopDatabase },
  '28': { tries: { short: 1, usual: 5, long: 20 }, run: swallowConnections },
};
