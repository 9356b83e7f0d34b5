import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the bytes in use after everything unused was collected: at whatever moment Node would do that by itself. */
export function measureMemory(): { readonly heapUsed: number; readonly arrayBuffers: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag defines it
  collect();
  // The bytes of arrays are freed beside the program, and a collection first waits for what the one before left to free.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heapUsed, arrayBuffers };
}
