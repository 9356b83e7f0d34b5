import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

const share = (bytes: number, divisor: number, least: number, most: number): string =>
  `${Math.min(Math.max(Math.floor(bytes / divisor / mebibyte), least), most)}MB`;

/**
 * Returns the settings of PostgreSQL that depend on the memory that it shares with the app and the operating system. The
 * buffers take an eighth, instead of the quarter on a machine of its own, and the operating system caches the rest of the
 * data. Each sort of each of sixty connections may take `work_mem`, and all of them together stay within a quarter.
 */
export const toMemorySettings = (memoryBytes: number) => ({
  shared_buffers: share(memoryBytes, 8, 32, 2_048),
  effective_cache_size: share(memoryBytes, 2, 128, 65_536),
  work_mem: share(memoryBytes, 240, 2, 16),
  // For vacuum and for building an index, which run one at a time beside three autovacuum workers.
  maintenance_work_mem: share(memoryBytes, 32, 16, 256),
});

/**
 * Returns the memory of this machine, or of the container if that is less. Node returns 0 or an immense number for a
 * container without a limit.
 */
export const readMemoryBytes = (constrained = process.constrainedMemory(), total = totalmem()): number =>
  constrained > 0 ? Math.min(constrained, total) : total;
