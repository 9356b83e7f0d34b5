import { randomUUID } from 'node:crypto';
import { recordingId, type RecordingId } from '@relato/contract';
import type { Database, Statement } from '@relato/db';
import { expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { createUpload } from './upload-mutations.ts';
import { readPieces } from './upload-queries.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');

const bytes = 12_001;

/** Creates an upload of single bytes, which a client may send. */
async function uploadBytes(): Promise<RecordingId> {
  const id = recordingId.parse(randomUUID());
  await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm' });
  await createUpload(world.services, { id, length: bytes });
  await world.database.prisma.$executeRaw`INSERT INTO upload_pieces (recording_id, start, content)
    SELECT ${id}::uuid, n, 'a'::bytea FROM generate_series(0, ${bytes}::int - 1) AS n`;
  await world.database.prisma.upload.update({ where: { recordingId: id }, data: { bytes } });
  return id;
}

it('reads an upload of single bytes in parts that fit into memory', async () => {
  const id = await uploadBytes();
  const counts: number[] = [];
  const sql: Database['sql'] = async <Row extends object>(statement: Statement) => {
    const rows = await world.database.sql<Row>(statement);
    counts.push(rows.length);
    return rows;
  };
  const content = await readPieces({ database: { ...world.database, sql } }, id);
  expect(content).toEqual(new Uint8Array(bytes).fill('a'.charCodeAt(0)));
  expect(Math.max(...counts)).toBeLessThanOrEqual(5_000);
});

it('an upload with a missing piece does not count as complete', async () => {
  const id = await uploadBytes();
  await world.database.prisma.uploadPiece.deleteMany({ where: { recordingId: id, start: 7_000 } });
  expect(await readPieces(world.services, id)).toBeNull();
});
