import { argv } from 'node:process';
import { inspectBytes } from './inspect-bytes.ts';
import { limitWork } from './work-limit.ts';

// A process of its own: gets bytes, answers with what they are, and ends. So it does when its parent is gone.
limitWork(Number(argv[2]));
process.once('disconnect', () => process.exit());
process.once('message', (bytes: Uint8Array) => {
  void inspectBytes(bytes).then((inspection) => process.send?.(inspection, () => process.disconnect()));
});
