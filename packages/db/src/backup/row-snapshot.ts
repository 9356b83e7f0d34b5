import { join } from 'node:path';
import type { Client } from 'pg';
import { connectAlone, readAppliedMigrations, type AppliedMigration } from '../migrations.ts';
import { closeOnAbort } from './close-on-abort.ts';
import { toOwnerError } from './owner-error.ts';
import { copyOut, listTables, makeComparable, quoteTable, type BackedUpTable } from './table-copies.ts';

/** The rows of one moment, unaffected by later writes. */
export interface RowSnapshot {
  readonly takenAt: Date;
  /** The version of PostgreSQL with these rows. */
  readonly postgres: string;
  readonly migrations: readonly AppliedMigration[];
  /** Yields the rows of a statement in batches. */
  select<Row extends object>(statement: string): AsyncIterable<readonly Row[]>;
  /** Writes the rows of each table to a file with its name. Yields each table after its file is durable. */
  copyTables(folder: string): AsyncIterable<CopiedTable>;
  close(): Promise<void>;
}

interface CopiedTable {
  readonly table: BackedUpTable;
  readonly file: string;
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** The copied part of the tables. */
  readonly share: number;
}

const batchSize = 1_000;

/** Returns the name of the file with the rows of a table. */
export const toRowsFile = (table: string): string => `${table}.copy`;

/**
 * Takes a snapshot of the database at `ownerUrl`. Throws MigrationError if its schema is not that of this version,
 * DatabaseRoleError for a role that may not read all of it, DatabaseUnreachableError without a connection, or the reason of
 * `signal`, which also closes the snapshot.
 */
export async function openRowSnapshot(ownerUrl: string, signal: AbortSignal): Promise<RowSnapshot> {
  signal.throwIfAborted();
  const client = await connectAlone(ownerUrl);
  const close = await closeOnAbort(client, signal);
  try {
    const tables = (await listTables(client)).map(({ name }) => quoteTable(client, name));
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await makeComparable(client);
    // A table that a migration rewrites is empty for a snapshot from before. The locks come first, because the next
    // statement takes the snapshot.
    if (tables.length > 0) await client.query(`LOCK TABLE ${tables.join()} IN ACCESS SHARE MODE`);
    const migrations = await readAppliedMigrations(client);
    const { rows } = await client.query<{ takenAt: Date; postgres: string }>(
      `SELECT now() AS "takenAt", current_setting('server_version') AS postgres`,
    );
    const [row] = rows;
    if (!row) throw new Error('The database did not say its time');
    return {
      ...row,
      migrations,
      select: <Row extends object>(statement: string) => selectInBatches<Row>(client, statement),
      copyTables: async function* (folder) {
        const tables = await listTables(client);
        for (const [n, table] of tables.entries()) {
          const file = toRowsFile(table.name);
          const copied = await copyOut(client, table, join(folder, file));
          yield { ...copied, file, share: (n + 1) / tables.length };
        }
      },
      close,
    };
  } catch (error) {
    await close();
    signal.throwIfAborted();
    throw toOwnerError(error);
  }
}

async function* selectInBatches<Row extends object>(
  client: Client,
  statement: string,
): AsyncGenerator<readonly Row[]> {
  await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${statement}`);
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${batchSize} FROM batches`);
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
    }
  } finally {
    // After a failure the transaction is aborted, and the cursor does not exist.
    await client.query('CLOSE batches').catch(() => {});
  }
}
