import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isGood, toDrillTable, type DrillResult, type TestedRow } from '@relato/testing/drill-result';
import { drills, type Drill, type DrillSize, type Pace } from './drills.ts';
import { closeDrillWorlds } from './world/world.ts';

// `run.ts [--long] [--tests=FILE] [01 04 …]` runs the drills in sequence and prints their table, with the rows that tests
// have already proven according to FILE. Exits with 1 if a drill found a problem.
const args = process.argv.slice(2);
const size: DrillSize = args.includes('--long') ? 'long' : 'usual';
const only = args.filter((each) => !each.startsWith('--'));
const testsFile = args.find((each) => each.startsWith('--tests='))?.slice('--tests='.length);
/** The time limit of a drill, in case it waits for an event that never comes. */
const mostMinutes: Readonly<Record<DrillSize, number>> = { usual: 15, long: 90 };
interface Tested {
  readonly row: string;
  readonly fault: string;
  readonly tests: number;
  readonly problems: readonly string[];
}
const tested = testsFile === undefined ? [] : (JSON.parse(readFileSync(testsFile, 'utf8')) as Tested[]);
const rows = new Set([...Object.keys(drills), ...tested.map(({ row }) => row)]);

const endWith = (code: number): void => void closeDrillWorlds().finally(() => process.exit(code));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => endWith(1));
// An abandoned drill may still run, but must not end the others.
let strays = 0;
process.on('unhandledRejection', (error) => {
  strays += 1;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
});

const results = new Map<string, (DrillResult | TestedRow)[]>();
const add = (row: string, result: DrillResult | TestedRow): void =>
  void results.set(row, [...(results.get(row) ?? []), result]);
const startedMs = performance.now();
const toSeconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;
const queues: Record<Pace, (readonly [row: string, drill: Drill])[]> = {
  works: [],
  waits: [],
  lasts: [],
  alone: [],
};
for (const row of [...rows].toSorted().filter((each) => only.length === 0 || only.includes(each))) {
  results.set(row, []);
  const proven = tested.find((each) => each.row === row);
  if (proven && (proven.tests > 0 || !(row in drills))) add(row, toTestedRow(proven));
  const drill = drills[row];
  if (drill) queues[drill.pace].push([row, drill]);
}
await Promise.all([work('works', 2), work('waits', 2), work('lasts', 3)]);
await work('alone', 1);
// A drill that failed at its start has closed nothing.
await closeDrillWorlds();
const all = [...results.values()].flat();
process.stdout.write(`${toDrillTable(all)}\n`);
process.stderr.write(`${toSeconds(performance.now() - startedMs)} in all\n`);
process.exit(all.every(isGood) && strays === 0 ? 0 : 1);

/** Runs the drills of a pace, a number of them at a time. */
async function work(pace: Pace, atOnce: number): Promise<void> {
  const queue = queues[pace];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [row, drill] = next;
        add(row, await runDrill(row, drill));
      }
    }),
  );
}

async function runDrill(row: string, { tries: bySize, run }: Drill): Promise<DrillResult | TestedRow> {
  const tries = bySize[size];
  const sinceMs = performance.now();
  const ended = new AbortController();
  const late = delay(mostMinutes[size] * 60_000, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`It has not ended within ${mostMinutes[size]} minutes`);
  });
  const result = await Promise.race([run(tries), late]).catch((error: unknown) => ({
    fault: `REL-${row}`,
    tries,
    problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  ended.abort();
  process.stderr.write(`${result.fault}: ${toSeconds(performance.now() - sinceMs)}\n`);
  if (!isGood(result)) process.stderr.write(`${toDrillTable([result])}\n`);
  return result;
}

/** A row without a drill and without a test counts as not tried. */
function toTestedRow({ row, fault, tests, problems }: Tested): TestedRow {
  const untried = tests === 0 ? ['nothing tries it'] : [];
  return { fault: `REL-${row} ${fault} (tests)`, tries: tests, problems: [...problems, ...untried] };
}
