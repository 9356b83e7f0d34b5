// `npm run bench`: fills databases, measures every workload beside its peers, prints the table and writes docs/performance.md.
import { runBench } from './run-bench.ts';
import { readOptions } from './options.ts';
import { handleSignals } from './processes/at-end.ts';

handleSignals();
await runBench(readOptions(process.argv.slice(2)));
// Whatever a section that was given up still does ends here.
process.exit();
