import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error.ts';

/** The hash of a file, whose path is relative to the folder of the backup. */
export interface FileSum {
  readonly sha256: string;
  readonly path: string;
}

const linePattern = /^([0-9a-f]{64}) {2}((?:rows|audio)\/[\w./-]+)$/;

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes a file that `sha256sum -c` reads too, and flushes it. */
export async function writeSums(path: string, sums: Iterable<FileSum>): Promise<void> {
  function* toLines(): Generator<string> {
    for (const { sha256, path } of sums) yield `${sha256}  ${path}\n`;
  }
  await pipeline(Readable.from(toLines()), createWriteStream(path, { mode: 0o600, flush: true }));
}

/** Yields the lines of a file that `writeSums` wrote. Throws BackupError for any other line. */
export async function* readSums(path: string): AsyncGenerator<FileSum> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [, sha256, path] = linePattern.exec(line) ?? [];
    if (sha256 === undefined || path === undefined || path.includes('..'))
      throw new BackupError('The backup is damaged: SHA256SUMS has a line that no backup has.');
    yield { sha256, path };
  }
}
