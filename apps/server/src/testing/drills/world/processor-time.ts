import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Returns the processor time of this process and of its children that have ended; 0 if it cannot be read. */
export function readProcessorMs(): number {
  try {
    // The name of the program, in brackets, may have blanks. The times begin twelve fields after it.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [];
    return (fields.map(Number).reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond) * 1_000;
  } catch {
    return 0;
  }
}
