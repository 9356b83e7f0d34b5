import { codeOf, messageOf } from '@relato/contract/errors';
import { OperatorError } from '@relato/contract/operator-error';
import type { Client, ClientBase } from 'pg';

/** The server of DATABASE_READ_URL answers, but is not a standby of the primary. `message` names the remedy. */
export class ReplicaError extends OperatorError {
  override readonly name = 'ReplicaError';
}

/** The facts that a primary and its standbys have in common. */
export interface ClusterIdentity {
  readonly system: string;
  /** The object id of the database. */
  readonly database: string;
}

/** Any role may run these statements. */
export const identityColumns = `(SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database`;

interface StandbyRow extends ClusterIdentity {
  readonly isStandby: boolean;
  readonly run: string;
}

/**
 * Returns an identifier of this run of the standby, because a restarted server may have lost replayed writes. Throws
 * ReplicaError if it is not a standby of the primary.
 */
export async function requireStandby(client: ClientBase, primary: ClusterIdentity): Promise<string> {
  const { rows } = await client.query<StandbyRow>(
    `SELECT pg_is_in_recovery() AS "isStandby", pg_postmaster_start_time()::text AS run, ${identityColumns}`,
  );
  const [row] = rows;
  if (!row?.isStandby) {
    throw new ReplicaError(
      'DATABASE_READ_URL is not a standby: it must be a streaming replica of DATABASE_URL.',
    );
  }
  if (row.system !== primary.system || row.database !== primary.database) {
    throw new ReplicaError('DATABASE_READ_URL is a replica of another database than DATABASE_URL.');
  }
  return `${row.system} ${row.run}`;
}

/** Converts a position in the write-ahead log to the bytes since its beginning, exact up to nine petabytes. */
export const positionOf = (lsn: string): string => `(${lsn} - '0/0'::pg_lsn)::float8`;

/** Returns the position of the log up to which the standby shows the writes of the primary. */
export async function readReplayed(client: Client): Promise<number> {
  const { rows } = await client.query<{ readonly position: number | null }>({
    name: 'replayed',
    text: `SELECT CASE WHEN pg_is_in_recovery() THEN ${positionOf('pg_last_wal_replay_lsn()')} END AS position`,
  });
  const position = rows[0]?.position ?? null;
  if (position === null) throw new ReplicaError('The replica has become a primary.');
  return position;
}

/** The SQLSTATEs of faults that an operator must fix: a wrong password, no entry in pg_hba.conf, no such database. */
const wrongSettingCode = /^(?:28\w{3}|3D000)$/;

/** Returns the error for the operator if the reached server is the wrong one, or null if the failure may pass. */
export function toReplicaError(error: unknown): ReplicaError | null {
  if (error instanceof ReplicaError) return error;
  if (!wrongSettingCode.test(codeOf(error))) return null;
  return new ReplicaError(`DATABASE_READ_URL is refused by its server: ${messageOf(error)}.`, {
    cause: error,
  });
}
