import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@relato/testing/network/free-port';
import type { Workload } from '../bench.ts';
import { cacheDir, deleteData } from '../data/data-folder.ts';
import { median } from '../load/statistics.ts';
import { startChild } from '../processes/child.ts';
import { seconds, type Row } from '../report/rows.ts';

const startScript = fileURLToPath(new URL('../../../../packages/tooling/start.mjs', import.meta.url));
const maxMs = 5_000;

/** Runs the command of `npm start`, and ends it. Returns the time from the command to the line with the address. */
async function timeStart(dataDir: string): Promise<number> {
  const child = await startChild({
    name: 'npm start',
    command: process.execPath,
    args: [startScript],
    env: { PORT: String(await findFreePort()), HOST: '127.0.0.1', DATA_DIR: dataDir },
    ready: /Relato is at/,
  });
  await child.stop();
  return child.startMs;
}

const toRow = (workload: string, value: number): Row => ({
  workload,
  bar: `listening within ${maxMs / 1_000} s`,
  measured: `**${seconds(value)}**`,
  holds: value <= maxMs,
});

/** `npm start` after the installation, on an empty folder and again. */
export const measureStart: Workload = async () => {
  const folder = join(cacheDir, 'start');
  await deleteData(folder);
  await mkdir(folder, { recursive: true });
  const first = await timeStart(folder);
  const again = [await timeStart(folder), await timeStart(folder), await timeStart(folder)];
  await deleteData(folder);
  return [
    toRow('`npm start`, the first one, with a new database', first),
    toRow('`npm start` again', median(again)),
  ];
};
