import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';

/** A file that stays open until `release` has been called. */
export interface OpenFile {
  /** Reads into `target` from a position of the file. Resolves with the number of bytes, 0 at the end of the file. */
  readonly read: (target: Uint8Array, position: number) => Promise<number>;
  /** Must be called once, when no read is under way. */
  readonly release: () => void;
}

/** Files that are open for reading. Readers of one file share its descriptor. */
export interface OpenFiles {
  readonly open: (path: string) => Promise<OpenFile>;
  /** Closes a file once its present readers have released it. Later readers open it anew. */
  readonly forget: (path: string) => void;
}

interface Entry {
  readonly descriptor: Promise<number>;
  users: number;
  releasedAtMs: number;
}

/** For how long a file stays open after its last reader: players ask for one range after the other. */
const idleMs = 1_000;
/** Bounds the files that are open without a reader. */
const maxIdle = 100;

const openFile = promisify(open);

/** Opens files for reading and keeps them open for a second, because opening and closing cost more than reading. */
export function createOpenFiles(): OpenFiles {
  /** By path. Those that were released last come last. */
  const entries = new Map<string, Entry>();
  let sweep: NodeJS.Timeout | undefined;

  function forget(path: string): void {
    const entry = entries.get(path);
    entries.delete(path);
    if (entry?.users === 0) closeEntry(entry);
  }

  function sweepIdle(): void {
    sweep = undefined;
    const now = performance.now();
    for (const [path, { users, releasedAtMs }] of entries) {
      if (users === 0 && now - releasedAtMs >= idleMs) forget(path);
    }
    scheduleSweep();
  }

  function scheduleSweep(): void {
    if (sweep || entries.size === 0) return;
    sweep = setTimeout(sweepIdle, idleMs);
    sweep.unref();
  }

  function release(path: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0) return;
    if (entries.get(path) !== entry) {
      closeEntry(entry);
      return;
    }
    entry.releasedAtMs = performance.now();
    entries.delete(path);
    entries.set(path, entry);
    if (entries.size > maxIdle) {
      const oldest = entries.entries().find(([, { users }]) => users === 0);
      if (oldest) forget(oldest[0]);
    }
    scheduleSweep();
  }

  return {
    open: async (path) => {
      const entry = entries.get(path) ?? { descriptor: openFile(path, 'r'), users: 0, releasedAtMs: 0 };
      entries.set(path, entry);
      entry.users += 1;
      try {
        const descriptor = await entry.descriptor;
        return {
          read: (target, position) => readInto(descriptor, target, position),
          release: () => release(path, entry),
        };
      } catch (error) {
        if (entries.get(path) === entry) entries.delete(path);
        throw error;
      }
    },
    forget,
  };
}

function closeEntry({ descriptor }: Entry): void {
  descriptor.then(
    (found) => close(found),
    () => {}, // it was never opened
  );
}

// The promise of `fs/promises` costs three times as much.
const readInto = (descriptor: number, target: Uint8Array, position: number): Promise<number> =>
  new Promise((resolve, reject) => {
    read(descriptor, target, 0, target.byteLength, position, (error, count) =>
      error ? reject(error) : resolve(count),
    );
  });
