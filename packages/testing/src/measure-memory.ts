import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the bytes in use after a full collection, which Node would otherwise do at some later moment. */
export function measureMemory(): { readonly heapUsed: number; readonly arrayBuffers: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag defines it
  collect();
  // The bytes of arrays are freed in the background, and a collection first waits for the rest of the previous one.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heapUsed, arrayBuffers };
}
