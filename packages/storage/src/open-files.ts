import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';

/** A file that stays open until `release` is called. */
export interface OpenFile {
  /**
   * Resolves with at least one byte from a position on, or none past the end of the file. The bytes are shared and must not
   * be changed.
   */
  readonly read: (position: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Must be called once, when no read is running. */
  readonly release: () => void;
}

/** Files that are open for reading. Readers of one file share its descriptor and the blocks in memory. */
export interface OpenFiles {
  readonly open: (path: string) => Promise<OpenFile>;
  /** Closes a file after its present readers have released it. Later readers reopen it. */
  readonly forget: (path: string) => void;
}

type Block = Promise<Uint8Array<ArrayBuffer>>;

interface Entry {
  readonly id: number;
  readonly descriptor: Promise<number>;
  /** The blocks by their number in the file. */
  readonly blocks: Map<number, Block>;
  users: number;
  releasedAtMs: number;
}

/** The time for which a file stays open after its last reader, because players request several ranges in a row. */
const idleMs = 1_000;
/** Limits the open files without a reader. */
const maxIdle = 100;
/** The amount that Node's own streams read at a time. */
const blockBytes = 64 * 1024;
/** Limits the blocks in memory to 8 MB, a quarter of an hour of sound. */
const maxBlocks = 128;

const openFile = promisify(open);

/**
 * Opens files for reading. Keeps each open for a second after its last reader, and the latest blocks in memory, because
 * opening, closing and reading use Node's threads, which cost more than the rest of sending a range.
 */
export function createOpenFiles(): OpenFiles {
  /** The files by path, in the order of their last release. */
  const entries = new Map<string, Entry>();
  /** The blocks in memory of all files, in the order of their last read. */
  const kept = new Map<Block, { readonly entry: Entry; readonly number: number }>();
  /** The blocks that were recently read once. */
  const recent = new Set<string>();
  let opened = 0;
  let sweep: NodeJS.Timeout | undefined;

  /**
   * Keeps a block only if it is soon read again. Blocks that are read once leave memory young, which costs the collector
   * little.
   */
  function readBlock(entry: Entry, descriptor: number, number: number): Block {
    const known = entry.blocks.get(number);
    const block = known ?? readAt(descriptor, number * blockBytes);
    const key = `${entry.id} ${number}`;
    if (known || recent.delete(key)) keepBlock(block, entry, number);
    else addToRecent(key);
    return block;
  }

  function keepBlock(block: Block, entry: Entry, number: number): void {
    kept.delete(block);
    kept.set(block, { entry, number });
    if (entry.blocks.has(number)) return;
    entry.blocks.set(number, block);
    block.catch(() => dropBlock(block));
    const [oldest] = kept.keys();
    if (kept.size > maxBlocks && oldest) dropBlock(oldest);
  }

  function addToRecent(key: string): void {
    recent.add(key);
    const [oldest] = recent;
    if (recent.size > maxBlocks && oldest !== undefined) recent.delete(oldest);
  }

  function dropBlock(block: Block): void {
    const place = kept.get(block);
    kept.delete(block);
    place?.entry.blocks.delete(place.number);
  }

  function closeEntry({ descriptor, blocks }: Entry): void {
    for (const block of blocks.values()) kept.delete(block);
    blocks.clear();
    descriptor.then(
      (found) => close(found, () => {}), // without a callback, a failure would end the process
      () => {}, // it was never opened
    );
  }

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
      for (const [oldest, { users }] of entries) {
        if (users > 0) continue;
        forget(oldest);
        break;
      }
    }
    scheduleSweep();
  }

  return {
    open: async (path) => {
      const entry = entries.get(path) ?? {
        id: (opened += 1),
        descriptor: openFile(path, 'r'),
        blocks: new Map<number, Block>(),
        users: 0,
        releasedAtMs: 0,
      };
      entries.set(path, entry);
      entry.users += 1;
      try {
        const descriptor = await entry.descriptor;
        return {
          read: async (position) => {
            const number = Math.floor(position / blockBytes);
            const block = await readBlock(entry, descriptor, number);
            return block.subarray(position - number * blockBytes);
          },
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

/** Reads a block, which is shorter at the end of the file. */
function readAt(descriptor: number, position: number): Block {
  // The pool of Buffer would keep its memory as long as the block.
  const block = Buffer.allocUnsafeSlow(blockBytes);
  // The promises of `fs/promises` cost three times as much.
  return new Promise((resolve, reject) => {
    read(descriptor, block, 0, blockBytes, position, (error, count) =>
      error ? reject(error) : resolve(block.subarray(0, count)),
    );
  });
}
