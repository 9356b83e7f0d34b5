import { argv } from 'node:process';
import { inspectBytes } from './inspect-bytes.ts';
import { limitCpuTime } from './cpu-limit.ts';

// The process of one inspection: receives bytes, sends the result and exits. It also exits when its parent has ended.
limitCpuTime(Number(argv[2]));
process.once('disconnect', () => process.exit());
process.once('message', (bytes: Uint8Array) => {
  void inspectBytes(bytes).then((inspection) => process.send?.(inspection, () => process.disconnect()));
});
