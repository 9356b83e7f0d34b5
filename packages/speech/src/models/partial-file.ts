import { createHash } from 'node:crypto';
import { open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { codeOf } from '@relato/contract/errors';
import type { SpeechModel } from './catalogue.ts';
import { addFile } from './file-hash.ts';
import { ModelError } from './model-error.ts';

/** An unfinished download, with the checksum of its bytes so far. */
export class PartialFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #hash = createHash('sha256');
  #bytes = 0;
  #etag: string | null;
  #unmeasuredBytes = 0;

  private constructor(path: string, handle: FileHandle, etag: string | null) {
    this.#path = path;
    this.#handle = handle;
    this.#etag = etag;
  }

  /** Opens or creates the file. A file longer than the model starts anew. */
  static async open(path: string, model: SpeechModel): Promise<PartialFile> {
    const etag = await readFile(toETagFile(path), 'utf8').catch(() => null);
    const part = new PartialFile(path, await open(path, 'a'), etag);
    const { size } = await part.#handle.stat();
    if (size > model.bytes) await part.restart();
    else if (size > 0) {
      await addFile(part.#hash, path);
      part.#bytes = size;
    }
    return part;
  }

  get bytes(): number {
    return this.#bytes;
  }

  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** With If-Range, a server whose file has changed sends the whole one. */
  toRangeHeaders(): Record<string, string> {
    if (this.#bytes === 0) return {};
    return { Range: `bytes=${this.#bytes}-`, ...(this.#etag === null ? {} : { 'If-Range': this.#etag }) };
  }

  async rememberETag(etag: string | null): Promise<void> {
    // A weak tag does not guarantee equal bytes.
    const strong = etag?.startsWith('"') === true ? etag : null;
    if (strong === this.#etag) return;
    this.#etag = strong;
    if (strong === null) await rm(toETagFile(this.#path), { force: true });
    else await writeFile(toETagFile(this.#path), strong);
  }

  countSinceSpaceCheck(bytes: number): number {
    return (this.#unmeasuredBytes += bytes);
  }

  spaceChecked(): void {
    this.#unmeasuredBytes = 0;
  }

  async write(chunk: Uint8Array): Promise<void> {
    try {
      await this.#handle.appendFile(chunk);
    } catch (error) {
      if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error;
      await this.discard();
      throw new ModelError(
        'space',
        `The disk is full: ${this.#path} was deleted. Free some space and try again.`,
        { cause: error },
      );
    }
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  async restart(): Promise<void> {
    if ((await this.#handle.stat()).size > 0) await this.#handle.truncate(0);
    this.#hash = createHash('sha256');
    this.#bytes = 0;
  }

  async discard(): Promise<void> {
    await rm(this.#path, { force: true });
    await rm(toETagFile(this.#path), { force: true });
  }

  /** Renames the file at the end, so that a crash leaves no incomplete one. */
  async finish(file: string): Promise<void> {
    await this.#handle.sync();
    await rename(this.#path, file);
    await rm(toETagFile(this.#path), { force: true });
  }

  /** Deletes the file of a download without any bytes. */
  async close(): Promise<void> {
    await this.#handle.close();
    if (this.#bytes === 0) await rm(this.#path, { force: true });
  }
}

const toETagFile = (path: string): string => `${path}.etag`;
