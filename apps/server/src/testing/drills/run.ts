import { isGood, toDrillTable, type DrillResult } from '@relato/testing/drill-result';
import { drills, type DrillSize } from './drills.ts';
import { closeDrillWorlds } from './world.ts';

// `run.ts [--short | --long] [01 04 …]`: runs the drills one after another, and prints their table. Ends with 1 if one found
// what must not be.
const args = process.argv.slice(2);
const size: DrillSize = args.includes('--long') ? 'long' : args.includes('--short') ? 'short' : 'usual';
const only = args.filter((each) => !each.startsWith('--'));
const results: DrillResult[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeDrillWorlds().finally(() => process.exit(1)));
for (const [row, { tries, run }] of Object.entries(drills)) {
  if (tries[size] === 0 || (only.length > 0 && !only.includes(row))) continue;
  const startedMs = performance.now();
  const broken = (error: unknown): DrillResult => ({
    fault: `REL-${row}`,
    tries: tries[size],
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    recoveriesMs: [],
    problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  });
  const result = await run(tries[size]).catch(broken);
  results.push(result);
  process.stderr.write(`${result.fault}: ${Math.round((performance.now() - startedMs) / 1_000)} s\n`);
}
// A drill that broke before it began has closed nothing.
await closeDrillWorlds();
process.stdout.write(`${toDrillTable(results)}\n`);
process.exit(results.every(isGood) ? 0 : 1);
