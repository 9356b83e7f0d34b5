// `npm run bench`: fills databases, measures every workload beside its peers, prints the table and writes docs/performance.md.
import { runBench } from './run-bench.ts';
import { readOptions } from './options.ts';
import { handleSignals } from './processes/at-end.ts';

handleSignals();
await runBench(readOptions(process.argv.slice(2)));
// A section that was given up ends here, with whatever it still does.
process.exit();
