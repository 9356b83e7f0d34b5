import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Picture } from './picture.ts';

/** Resolves with a PNG. */
export type DrawPicture = (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;

interface DrawerLimits {
  /** For one picture, with the start of the thread. A machine under load takes its time. */
  readonly timeLimitMs: number;
  /** A thread without work for so long ends, and gives its memory back. */
  readonly idleMs: number;
}

const defaults: DrawerLimits = { timeLimitMs: 10_000, idleMs: 60_000 };
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 } as const;

/**
 * Creates what draws pictures one after another, in a thread of its own: a picture would stop this one for as long as it
 * takes. The thread starts with the first picture.
 */
export function createDrawer({ timeLimitMs, idleMs }: DrawerLimits = defaults): DrawPicture {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function end(): void {
    void thread?.terminate();
    thread = null;
  }

  async function drawNow(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(idle);
    thread ??= start();
    thread.postMessage(picture, []);
    try {
      const [png] = await once(thread, 'message', { signal: AbortSignal.timeout(timeLimitMs) });
      idle = setTimeout(end, idleMs).unref();
      return png as Uint8Array<ArrayBuffer>; // the thread sends nothing else
    } catch (error) {
      end();
      throw error;
    }
  }

  return (picture) => {
    const drawn = last.then(() => drawNow(picture));
    last = drawn.catch(() => {});
    return drawn;
  };
}

function start(): Worker {
  const thread = new Worker(new URL('picture-thread.ts', import.meta.url), { resourceLimits: heap });
  // An error rejects the drawing that waits for it, and nothing else.
  thread.on('error', () => {});
  thread.unref();
  return thread;
}
