import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { argv } from 'node:process';
import { limitProcess } from './limit-process.ts';
import type { Answer, Task } from './run-apart.ts';

const niceness = 10;

// The process of one task: receives bytes and sends the result. Its parent ends it, and so does the parent's own end.
const [task, cpuLimitMs, memoryMegabytes] = argv.slice(2);
const works: Readonly<Record<Task, (bytes: Uint8Array) => Promise<unknown>>> = {
  inspect: async (bytes) => (await import('../inspect-bytes.ts')).inspectBytes(bytes),
  decode: async (bytes) => (await import('../decode-bytes.ts')).decodeBytes(bytes),
  encode: async (bytes) => (await import('../encode-bytes.ts')).encodeBytes(bytes),
  measure: async (bytes) => (await import('../measure-loudness.ts')).measureBytes(bytes),
};
const work = works[task as Task]; // `runApart` starts it
// A user waits for an inspection, but all others come last on a busy machine.
if (task !== 'inspect') setPriority(niceness);
limitProcess(Number(cpuLimitMs), Number(memoryMegabytes));
// `process.exit` can wait for V8's threads forever (nodejs/node#54918).
const end = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', end);
process.once('message', (bytes: Uint8Array) => void answer(bytes));

async function answer(bytes: Uint8Array): Promise<void> {
  const result = await work(bytes);
  const { user, system } = process.cpuUsage();
  const sent = { result, cpuMs: (user + system) / 1_000 } as Answer<unknown>; // a refusal is one of the results
  // Node usually does this at the exit, but the parent kills this process before.
  flushCompileCache();
  process.send?.(sent, (error: Error | null) => error && end());
}
