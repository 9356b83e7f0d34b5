import { randomBytes } from 'node:crypto';
import { OperatorError } from '@relato/contract/operator-error';
import type { Client } from 'pg';
import { databaseName } from './embedded/initdb.ts';
import { lockMigrations, type Waiting } from './migration-lock.ts';
import { withConnection } from './migrations.ts';

/** The database role of the server is missing or has too many privileges. `message` names the remedy. */
export class DatabaseRoleError extends OperatorError {
  override readonly name = 'DatabaseRoleError';
}

/** The role of the server in the embedded database. */
const serverRole = 'relato_server';
/** The schemas of the app and of the job queue. */
const schemas = ['public', 'pgboss'];

/**
 * Lets the role of `serverUrl` read and write rows in the database at `ownerUrl`, and nothing else. It may not change
 * tables, the history of migrations, or entries of the moderation log. Must be repeated after migrations, to cover new
 * tables. Throws DatabaseRoleError if the role does not exist or may change the schema, DatabaseUnreachableError without a
 * connection.
 */
export async function restrictServer(
  ownerUrl: string,
  serverUrl: string,
  waiting: Waiting = {},
): Promise<void> {
  const role = decodeURIComponent(new URL(serverUrl).username);
  await withConnection(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ isOwner: boolean }>(
      'SELECT rolname = current_user AS "isOwner" FROM pg_roles WHERE rolname = $1',
      [role],
    );
    if (rows.length === 0) {
      throw new DatabaseRoleError(
        `The database has no role ${role}, which DATABASE_URL names. Create it: CREATE ROLE ${owner.escapeIdentifier(role)} LOGIN PASSWORD '…'`,
      );
    }
    // Its own rights would be taken from it, and no later start gives them back.
    if (rows[0]?.isOwner) throw new DatabaseRoleError(ofOwner(role));
    await grantRows(owner, role, waiting);
  });
  await mayChangeSchema(serverUrl, { mustNot: true });
}

const ofOwner = (role: string): string =>
  `DATABASE_URL signs in as ${role}, which may change the schema. Give the server a role of its own, and set MIGRATE_DATABASE_URL to the owner's address.`;

async function grantRows(owner: Client, name: string, waiting: Waiting): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const all = schemas.join(', ');
  const database = owner.escapeIdentifier(owner.database ?? '');
  // The lock keeps concurrently starting servers from changing the same rows of the catalog.
  await lockMigrations(owner, waiting);
  await owner.query(`BEGIN;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${database} TO ${role};
    GRANT USAGE ON SCHEMA ${all} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${all} TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${all} TO ${role};
    REVOKE ALL ON _prisma_migrations FROM ${role};
    GRANT SELECT (migration_name, checksum, finished_at, rolled_back_at) ON _prisma_migrations TO ${role};
    REVOKE UPDATE, DELETE ON moderation_log FROM ${role};
    COMMIT`);
}

/**
 * Returns whether the role of `url` may change the schema. Throws DatabaseRoleError if it may but must not, and
 * DatabaseUnreachableError without a connection.
 */
export async function mayChangeSchema(
  url: string,
  { mustNot }: { readonly mustNot: boolean },
): Promise<boolean> {
  const privileged = await withConnection(url, findPrivileged);
  if (privileged === null || !mustNot) return privileged !== null;
  throw new DatabaseRoleError(ofOwner(privileged));
}

/**
 * Returns the name of the role if it may change the schema, or null. Asks the database as this role, so that inherited
 * privileges count as well.
 */
async function findPrivileged(server: Client): Promise<string | null> {
  const { rows } = await server.query<{ readonly name: string; readonly mayChange: boolean }>(
    `SELECT current_user AS name,
      has_database_privilege(current_database(), 'CREATE')
        OR EXISTS (SELECT FROM pg_roles WHERE pg_has_role(oid, 'MEMBER') AND (rolsuper OR rolcreaterole OR rolbypassrls))
        OR EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = ANY($1)
          AND (has_schema_privilege(n.oid, 'CREATE') OR pg_has_role(n.nspowner, 'MEMBER')))
        OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = ANY($1) AND pg_has_role(c.relowner, 'MEMBER')) AS "mayChange"`,
    [schemas],
  );
  const [row] = rows;
  return row?.mayChange ? row.name : null;
}

/**
 * Creates the role of the server in the embedded database, and returns its address. Sets a new password each time, which is
 * not stored.
 */
export async function makeServerRole(ownerUrl: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await withConnection(ownerUrl, async (owner) => {
    const { rows } = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [serverRole]);
    const verb = rows.length > 0 ? 'ALTER' : 'CREATE';
    await owner.query(
      `${verb} ROLE ${serverRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`,
    );
  });
  const url = new URL(ownerUrl);
  url.username = serverRole;
  url.password = password;
  url.pathname = `/${databaseName}`;
  return url.href;
}
