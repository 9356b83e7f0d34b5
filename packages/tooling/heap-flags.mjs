// How much memory the server's Node may take, for a machine that also runs PostgreSQL.
import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/** @type {(value: number, least: number, most: number) => number} */
const clamp = (value, least, most) => Math.min(Math.max(Math.floor(value), least), most);

/**
 * Returns the flags of V8 for a server on a machine, or in a container, with this much memory. By itself V8 lets garbage grow
 * with the machine, to half a gigabyte under load, of which a sixth is alive.
 *
 * - Young objects get a small space: requests make garbage that dies at once, and a space that fits the cache of the processor
 *   is swept faster than memory is fetched.
 * - The old ones get a limit at which the process ends, which only a leak should reach: 115 MB are alive under load.
 * @param {number} memoryBytes
 * @param {string} [own] the flags that the user has set, in NODE_OPTIONS. They win.
 * @returns {string[]}
 */
export function toHeapFlags(memoryBytes, own = '') {
  const memory = memoryBytes / mebibyte;
  const flags = {
    '--max-semi-space-size': clamp(memory / 512, 1, 4),
    '--max-old-space-size': clamp(memory / 4, 192, 1_024),
  };
  return Object.entries(flags)
    .filter(([name]) => !own.replaceAll('_', '-').includes(name))
    .map(([name, size]) => `${name}=${size}`);
}

/**
 * Returns the memory of this machine, or of the container if that is less. Node answers 0, an immense number or nothing for a
 * container without a limit.
 */
export function readMemoryBytes() {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
