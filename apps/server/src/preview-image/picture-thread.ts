import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { Picture } from './picture.ts';
import { renderPicture } from './render-picture.ts';

const niceness = 10;

/** On a busy machine everything else comes first. Linux gives each thread a priority of its own, by the name of its id. */
function yieldToOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // Other systems draw with the priority of the process.
  }
}

/** Returns the function that collects garbage. The flag counts for contexts that are made from now on. */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void; // as V8 declares it
}

// The thread of a drawer: receives pictures, and sends each as PNG. An error ends it.
yieldToOthers();
const collectGarbage = exposeCollector();
parentPort?.on('message', (picture: Picture) => {
  const png = Uint8Array.from(renderPicture(picture));
  // A picture is 8 MB of memory that V8 does not count, and would not give back for minutes. It does so in a later turn.
  collectGarbage();
  setImmediate(() => parentPort?.postMessage(png, [png.buffer]));
});
