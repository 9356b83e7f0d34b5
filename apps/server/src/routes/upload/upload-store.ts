import type { Readable } from 'node:stream';
import { appendToUpload, createUpload, getUpload, setUploadLength, type Services } from '@relato/api';
import { DomainError } from '@relato/contract';
import { DataStore, Upload } from '@tus/server';

/** Limits the part of a request in memory. The app's own client sends no larger pieces. */
const pieceBytes = 512 * 1024;
/** The limit for all requests together. More requests get smaller pieces, because each may stop before its piece is full. */
const sharedBytes = 32 * 1024 * 1024;
const minPieceBytes = 32 * 1024;

/**
 * Keeps unfinished uploads in the database, so that every server can continue them. The offset moves by compare-and-swap
 * instead of a lock, which a killed server would leave behind.
 */
export class UploadStore extends DataStore {
  readonly #services: Services;
  #writing = 0;

  constructor(services: Services) {
    super();
    this.#services = services;
    this.extensions = ['creation-defer-length'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const isCreated = await createUpload(this.#services, { id: upload.id, length: upload.size ?? null });
    if (!isCreated) throw new DomainError('UPLOAD_CONFLICT');
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await getUpload(this.#services, id);
    if (!upload) throw new DomainError('UPLOAD_NOT_FOUND');
    return new Upload({ id, offset: upload.bytes, ...(upload.length !== null && { size: upload.length }) });
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    if (!(await setUploadLength(this.#services, { id, length }))) throw new DomainError('UPLOAD_CONFLICT');
  }

  /** Stores the stream up to its end or its interruption. Resolves with the new offset. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let position = offset;
    this.#writing += 1;
    try {
      for await (const { content, isPassing } of toPieces(stream, () => this.#toPieceBytes())) {
        if (!(await appendToUpload(this.#services, { id, start: position, content, isPassing })))
          throw new DomainError('UPLOAD_CONFLICT');
        position += content.byteLength;
      }
      return position;
    } finally {
      this.#writing -= 1;
    }
  }

  #toPieceBytes(): number {
    return Math.max(minPieceBytes, Math.min(pieceBytes, sharedBytes / this.#writing));
  }
}

interface Piece {
  readonly content: Buffer;
  /** Whether another piece follows. */
  readonly isPassing: boolean;
}

/** Yields the bytes from before a failure of the stream, and then throws its error. */
async function* toPieces(stream: Readable, toLeastBytes: () => number): AsyncIterable<Piece> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const take = (isPassing: boolean): Piece => {
    const content = Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
    return { content, isPassing };
  };
  let failure: unknown;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // A further chunk shows that the piece before is not the last one.
      if (bytes >= toLeastBytes()) yield take(true);
      chunks.push(chunk);
      bytes += chunk.byteLength;
    }
  } catch (error) {
    failure = error;
  }
  if (bytes > 0) yield take(false);
  if (failure !== undefined) throw failure;
}
