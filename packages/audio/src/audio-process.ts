import { setPriority } from 'node:os';
import { argv } from 'node:process';
import { decodeBytes } from './decode-bytes.ts';
import { inspectBytes } from './inspect-bytes.ts';
import { limitProcess } from './limit-process.ts';

const niceness = 10;

// The process of one task: receives bytes, sends the result and exits. It also exits when its parent has ended.
const [task, cpuLimitMs, memoryMegabytes] = argv.slice(2);
const work = task === 'decode' ? decodeBytes : inspectBytes;
// A person waits for an inspection; on a busy machine everything else comes before decoding.
if (task === 'decode') setPriority(niceness);
limitProcess(Number(cpuLimitMs), Number(memoryMegabytes));
process.once('disconnect', () => process.exit());
process.once('message', (bytes: Uint8Array) => {
  void work(bytes).then((result) => process.send?.(result, () => process.disconnect()));
});
