import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startJobQueue } from '@relato/api';
import { createDatabase, DatabaseRoleError, type Database } from '@relato/db';
import { createEmptyDatabase, type EmptyDatabase } from '@relato/db/testing/database';
import { createUser } from '@relato/db/testing/factories';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';
import { prepareDatabase } from './prepare-database.ts';

const run = promisify(execFile);
const migrateScript = fileURLToPath(new URL('../migrate.ts', import.meta.url));

let folder: string;
let owned: EmptyDatabase;
const role = `server_${randomBytes(6).toString('hex')}`;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-prepare-'));
  owned = await createEmptyDatabase();
  await owned.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of-the-test'`);
});
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await owned.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await owned.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the URL of the owner's database for another role. */
function urlOf(name: string): string {
  const url = new URL(owned.url);
  url.username = name;
  url.password = 'of-the-test';
  return url.href;
}

const prepare = (variables: NodeJS.ProcessEnv) =>
  prepareDatabase(readSettings({ DATA_DIR: folder, ...variables }, folder), closers, () => {});

async function connect(url: string): Promise<Database> {
  const database = await createDatabase({ url, poolSize: 2, statementTimeoutMs: 30_000 });
  closers.push(() => database.close());
  return database;
}

/** Statements that would change the schema, lock others out, or rewrite append-only rows. */
const attacks = [
  'CREATE TABLE planted (id int)',
  'CREATE TABLE pgboss.planted (id int)',
  'CREATE TEMPORARY TABLE users (id int)',
  'CREATE SCHEMA planted',
  'CREATE EXTENSION dblink',
  'CREATE INDEX planted ON users (email)',
  'CREATE OR REPLACE FUNCTION is_blank(value text) RETURNS boolean LANGUAGE sql AS $$ SELECT false $$',
  "CREATE FUNCTION planted() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  'CREATE TRIGGER planted BEFORE INSERT ON users EXECUTE FUNCTION refuse_log_change()',
  'ALTER TABLE users ADD COLUMN planted int',
  'ALTER TABLE moderation_log DISABLE TRIGGER ALL',
  'ALTER TABLE users OWNER TO CURRENT_USER',
  'DROP TABLE stories',
  'DROP SCHEMA pgboss CASCADE',
  'TRUNCATE users CASCADE',
  'TRUNCATE moderation_log',
  "UPDATE moderation_log SET reason = 'forged'",
  'DELETE FROM moderation_log',
  'DELETE FROM _prisma_migrations',
  'SELECT * FROM _prisma_migrations',
  `SELECT pgboss.create_queue('planted', '{"policy": "standard", "partition": true}')`,
  'SET session_replication_role = replica',
  'ALTER ROLE CURRENT_USER SUPERUSER',
  'ALTER ROLE CURRENT_USER CREATEROLE',
  'CREATE ROLE planted',
  'SET ROLE postgres',
  "COPY users TO PROGRAM 'cat'",
  "COPY users FROM '/etc/passwd'",
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT lo_import('/etc/passwd')",
  'ALTER SYSTEM SET log_statement = none',
];

async function expectRestricted(database: Database): Promise<void> {
  const outcomes: [attack: string, outcome: string][] = [];
  // In sequence, because a failing statement may break its connection.
  for (const attack of attacks) {
    const outcome = await database.prisma.$executeRawUnsafe(attack).then(
      () => 'done',
      (error: unknown) =>
        /42501|permission denied|must be owner/.test(String(error)) ? 'denied' : String(error),
    );
    outcomes.push([attack, outcome]);
  }
  expect(outcomes).toEqual(attacks.map((attack) => [attack, 'denied']));
}

const unused = async (): Promise<void> => {};

async function expectWorking(database: Database): Promise<void> {
  const id = await createUser(database.prisma);
  await database.prisma.user.delete({ where: { id } });
  const errors: Error[] = [];
  const jobs = await startJobQueue({ database, onError: (error) => void errors.push(error) });
  const recordingId = randomUUID();
  const ran = Promise.withResolvers<string>();
  await jobs.work(
    {
      'inspect-recording': async ({ data }) => ran.resolve(data.recordingId),
      'transcribe-recording': unused,
      'measure-loudness': unused,
      'delete-objects': unused,
      'send-mail': unused,
      'forget-transcript': unused,
      'make-mp3': unused,
      'send-push': unused,
      'watch-story': unused,
    },
    {},
  );
  await database.prisma.$transaction((tx) => jobs.enqueue(tx, 'inspect-recording', { recordingId }));
  expect(await ran.promise).toBe(recordingId);
  await jobs.stop(30_000);
  expect(errors).toEqual([]);
}

describe("SEC-08: the server's role", () => {
  it('can change rows and nothing else, in an external database that several processes prepare at once', async () => {
    const variables = { DATABASE_URL: urlOf(role), MIGRATE_DATABASE_URL: owned.url };
    const urls = await Promise.all(Array.from({ length: 4 }, () => prepare(variables)));
    expect(new Set(urls)).toEqual(new Set([variables.DATABASE_URL]));
    const database = await connect(variables.DATABASE_URL);
    await expectWorking(database);
    await expectRestricted(database);
  });

  it('can change no more than rows, in the embedded database', async () => {
    const url = await prepare({ DATA_DIR: join(folder, 'embedded') });
    expect(new URL(url).username).toBe('relato_server');
    await expectRestricted(await connect(url));
  });

  it('needs no owner if another process has migrated, even to a newer version', async () => {
    await owned.query(`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
      VALUES ('x', 'x', now(), '99990101000000_newer')`);
    const variables = { DATABASE_URL: urlOf(role), NODE_ENV: 'production' };
    expect(await prepare(variables)).toBe(variables.DATABASE_URL);
    await owned.query(`DELETE FROM _prisma_migrations WHERE id = 'x'`);
  });

  it('is prepared by a step of its own, which reports a restore that was cut off', async () => {
    await owned.query("CREATE SCHEMA relato_restore; COMMENT ON SCHEMA relato_restore IS 'of a backup'");
    const variables = { DATABASE_URL: urlOf(role), MIGRATE_DATABASE_URL: owned.url };
    const { stdout } = await run(process.execPath, [migrateScript], { env: bareEnvironment(variables) });
    expect(stdout).toMatch(
      /^· a restore of a backup was cut off: [^\n]+\nThe database has every migration\.\n$/u,
    );
  });

  it('is reported in one line if it does not exist, or if its database is not migrated', async () => {
    const variables = { DATABASE_URL: urlOf('nobody-here'), MIGRATE_DATABASE_URL: owned.url };
    await expect(prepare(variables)).rejects.toThrow(
      /^The database has no role nobody-here.*CREATE ROLE "nobody-here"/u,
    );
    const empty = await createEmptyDatabase();
    const { pathname } = new URL(empty.url);
    await empty.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${pathname.slice(1)} FROM PUBLIC`);
    const url = Object.assign(new URL(urlOf(role)), { pathname }).href;
    await expect(prepare({ DATABASE_URL: url, NODE_ENV: 'production' })).rejects.toThrow(
      /^The database lacks migration \d+\w+, .* MIGRATE_DATABASE_URL/u,
    );
    await empty.close();
  });
});

describe('SEC-08: in a prepared database, the server', () => {
  let own: EmptyDatabase;
  beforeAll(async () => {
    own = await createEmptyDatabase();
    await prepare({ DATABASE_URL: own.url });
  });
  afterAll(() => own.close());

  it('may be the owner, but not in production', async () => {
    expect(await prepare({ DATABASE_URL: own.url })).toBe(own.url);
    // Another spelling of the address is the owner's too, who keeps the rights.
    const spelled = new URL(own.url);
    spelled.searchParams.set('application_name', 'again');
    for (const owner of [{}, { MIGRATE_DATABASE_URL: own.url }, { MIGRATE_DATABASE_URL: spelled.href }])
      await expect(prepare({ DATABASE_URL: own.url, NODE_ENV: 'production', ...owner })).rejects.toThrow(
        /which may change the schema\. .* MIGRATE_DATABASE_URL to the owner's address\.$/u,
      );
  });

  it.each([
    ['the owner', 'ALTER DATABASE %d OWNER TO %r'],
    ['a role that may create tables', 'GRANT CREATE ON SCHEMA public TO %r'],
    ['a role that may create schemas', 'GRANT CREATE ON DATABASE %d TO %r'],
    ['a role that may create roles', 'ALTER ROLE %r CREATEROLE'],
    ['the owner of a table', 'ALTER TABLE stories OWNER TO %r'],
    ['a member of an owner role', 'GRANT postgres TO %r'],
  ])('may not be %s, if its address differs from that of the owner', async (_case, grant) => {
    const name = `server_${randomBytes(6).toString('hex')}`;
    const url = Object.assign(new URL(own.url), { username: name, password: 'of-the-test' });
    await own.query(`CREATE ROLE ${name} LOGIN PASSWORD 'of-the-test'`);
    await own.query(grant.replaceAll('%d', url.pathname.slice(1)).replaceAll('%r', name));
    const error: unknown = await prepare({ DATABASE_URL: url.href, MIGRATE_DATABASE_URL: own.url }).catch(
      (reason: unknown) => reason,
    );
    await own.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`);
    expect(error).toBeInstanceOf(DatabaseRoleError);
    expect(String(error)).toMatch(/MIGRATE_DATABASE_URL to the owner's address\.$/);
    expect(String(error)).not.toMatch(/of-the-test|\n/);
  });
});
