export { createDatabase, type Database, type Statement } from './client.ts';
export { isDatabaseUnavailable } from './database-unavailable.ts';
export { DatabaseUnreachableError } from './database-unreachable-error.ts';
export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
export { Prisma, PrismaClient } from './generated/client.ts';
export { applyMigrations, MigrationError } from './migrations.ts';
export { findEmbeddedPostgres, hasEmbeddedPostgres } from './running-postgres.ts';
export { DatabaseRoleError, makeServerRole, restrictServer } from './server-role.ts';
