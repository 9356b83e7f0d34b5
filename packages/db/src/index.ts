export { askTogether, askTogetherBy } from './ask-together.ts';
export { createDatabase } from './client.ts';
export type { Database, ReadReplica, Statement } from './database.ts';
export {
  DatabaseUnreachableError,
  isDatabaseUnavailable,
  isDeadlock,
  isMissingRow,
  isSpentId,
  isTimeout,
  mayPass,
} from './database-errors.ts';
export { EmbeddedPostgresError } from './embedded/embedded-postgres-error.ts';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.ts';
export { Prisma } from './generated/client.ts';
export { tryLock } from './migration-lock.ts';
export { applyMigrations, MigrationError, requireMigrated, withConnection } from './migrations.ts';
export { readTime } from './read-time.ts';
export { withReadReplica } from './replica/read-replica.ts';
export { ReplicaError } from './replica/standby.ts';
export { findEmbeddedPostgres, hasEmbeddedPostgres } from './embedded/find-running.ts';
export { DatabaseRoleError, makeServerRole, mayChangeSchema, restrictServer } from './server-role.ts';
export { RestoreError } from './backup/restore-error.ts';
export { takeRestoreMark } from './backup/restore-mark.ts';
export { restoreRows, type RestoredRows } from './backup/restore-rows.ts';
export { openRowSnapshot, type RowSnapshot } from './backup/row-snapshot.ts';
export { whenAvailable } from './when-available.ts';
