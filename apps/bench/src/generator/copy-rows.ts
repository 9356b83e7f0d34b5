import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Row, Table } from './tables.ts';
import type { World } from './world.ts';

/** Large chunks keep the overhead of the stream small. */
const chunkBytes = 256 * 1024;

/** Returns a row in the text format of COPY. The texts of the generator contain nothing to escape. */
const toLine = (row: Row): string => {
  let line = '';
  for (const value of Object.values(row)) line += `${line === '' ? '' : '\t'}${value ?? '\\N'}`;
  return `${line}\n`;
};

function* toChunks(rows: Iterable<Row>, countOne: () => void): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += toLine(row);
    countOne();
    if (text.length < chunkBytes) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/**
 * Writes the rows of a table by COPY. They count as frozen, so the table must have been emptied in the same transaction.
 * Returns the number of rows.
 */
export async function copyRows(client: Client, { name, rows }: Table, world: World): Promise<number> {
  const first = rows(world).next().value as Row | undefined; // the generators return nothing
  if (first === undefined) return 0;
  let copied = 0;
  const stream = client.query(
    copyFrom(`COPY ${name} (${Object.keys(first).join(', ')}) FROM STDIN WITH (FREEZE)`),
  );
  const chunks = toChunks(rows(world), () => (copied += 1));
  await pipeline(Readable.from(chunks, { objectMode: false }), stream);
  return copied;
}
