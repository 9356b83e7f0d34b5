import type { Services } from '../rpc/context.ts';

/** The received part of an upload. */
export interface UploadProgress {
  readonly bytes: number;
  /** Null while the length is unknown. */
  readonly length: number | null;
}

/** Returns null if the upload has not begun, or has ended. */
export async function getUpload(
  { database }: Pick<Services, 'database'>,
  id: string,
): Promise<UploadProgress | null> {
  const [row] = await database.sql<UploadProgress>({
    name: 'get-upload',
    // Another server may have just written the row.
    pool: 'write',
    text: 'SELECT bytes, length FROM uploads WHERE recording_id = $1',
    values: [id],
  });
  return row ?? null;
}

/** PostgreSQL sends twice as many characters. */
const bytesAtOnce = 4 * 1024 * 1024;
/** A client may send single bytes, each of which is a piece. */
const piecesAtOnce = 5_000;

/** Returns all bytes of an upload, or null if some are gone. */
export async function readPieces(
  { database }: Pick<Services, 'database'>,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const upload = await getUpload({ database }, id);
  if (!upload) return null;
  const content = new Uint8Array(upload.bytes);
  let end = 0;
  while (end < upload.bytes) {
    const pieces = await database.sql<{ readonly start: number; readonly content: Uint8Array }>({
      name: 'upload-pieces',
      pool: 'write',
      text: `SELECT start, content FROM upload_pieces WHERE recording_id = $1 AND start >= $2 AND start < $3
        ORDER BY start LIMIT ${piecesAtOnce}`,
      values: [id, end, end + bytesAtOnce],
    });
    if (pieces.length === 0) return null;
    for (const piece of pieces) {
      if (piece.start !== end) return null;
      content.set(piece.content, end);
      end += piece.content.byteLength;
    }
  }
  return content;
}
