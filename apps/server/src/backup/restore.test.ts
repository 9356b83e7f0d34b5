import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@relato/db';
import { createStory, createUser } from '@relato/db/testing/factories';
import { createDiskStorage } from '@relato/storage';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../boot/env.ts';
import { prepareDatabase } from '../boot/prepare-database.ts';
import { bindStore } from '../storage/bind-store.ts';
import { createBackupWorld, runBackup, type BackupWorld, type Place } from '../testing/backup-world.ts';
import { hashFiles, hashTables } from '../testing/place-hashes.ts';

let source: BackupWorld;
let backup: string;
/** A place with a story of its own, and with audio of the backup. */
let place: Place;
beforeAll(async () => {
  source = await createBackupWorld();
  const { database, services } = source.world;
  const [ana] = source.authors;
  if (!ana) throw new Error('There is no author');
  await source.addStory(ana);
  place = await source.addPlace();
  await cp(source.world.audioDir, place.audioDir, { recursive: true });
  await preparePlace();
  const { prisma, close } = await connectToPlace();
  await createStory(prisma, { userId: await createUser(prisma) });
  await close();
  await bindStore({ database, storage: services.storage }, readSettings(source.variables, '/'));
  await source.addStory(ana);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await database.prisma.session.create({ data: { id: '0'.repeat(64), userId: ana.id, expiresAt } });
  backup = join(source.folder, 'backup');
  await runBackup(['backup', backup], source.variables);
});
afterAll(() => source.close());

const restore = (folder: string, ...flags: string[]) =>
  runBackup(['restore', folder, ...flags], place.variables);
const connectToPlace = () => createDatabase({ url: place.url, poolSize: 1, statementTimeoutMs: 30_000 });
const preparePlace = (print: (line: string) => void = () => {}) =>
  prepareDatabase(readSettings(place.variables, '/'), { push: () => {} }, print);
const readPlace = async () => ({ tables: await hashTables(place), files: await hashFiles(place.audioDir) });

/** The contents of the place before tests that leave them as they are. */
let before: Awaited<ReturnType<typeof readPlace>>;

async function expectRefused(folder: string, reason: RegExp): Promise<void> {
  await expect(restore(folder, '--replace')).rejects.toThrow(reason);
  expect(await readPlace()).toEqual(before);
}

/** Returns a copy of the backup to damage. */
async function copyBackup(name: string): Promise<string> {
  const folder = join(source.folder, name);
  await cp(backup, folder, { recursive: true });
  return folder;
}

async function findAudio(folder: string): Promise<string> {
  const [path] = Object.keys(await hashFiles(join(folder, 'audio')));
  return join(folder, 'audio', path ?? '');
}

async function changeManifest(
  folder: string,
  change: (manifest: Record<string, unknown>) => void,
): Promise<void> {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  change(manifest);
  await writeFile(path, JSON.stringify(manifest));
}

const toMigration = (name: string) => ({ name, checksum: '0'.repeat(64) });

describe('a damaged backup is refused before anything is touched', () => {
  beforeAll(async () => {
    before = await readPlace();
  });

  it.each<[string, (folder: string) => Promise<void>, RegExp]>([
    [
      'recording changed',
      async (folder) => writeFile(await findAudio(folder), 'x'),
      /damaged: audio\/\S+ is missing or changed/,
    ],
    [
      'row added',
      (folder) => appendFile(join(folder, 'rows/public.users.copy'), 'x\n'),
      /damaged: rows\/public\.users/,
    ],
    ['list of hashes gone', (folder) => rm(join(folder, 'SHA256SUMS')), /damaged: SHA256SUMS/],
    ['manifest cut', (folder) => truncate(join(folder, 'manifest.json'), 100), /damaged: its manifest/],
    ['manifest gone', (folder) => rm(join(folder, 'manifest.json')), /There is no backup of Relato/],
    [
      'format of later',
      (folder) => changeManifest(folder, (m) => void (m.format = 2)),
      /newer version of Relato/,
    ],
    [
      'schema of later',
      (folder) =>
        changeManifest(folder, (m) => void (m.migrations as unknown[]).push(toMigration('2999_new'))),
      /The backup has migration 2999_new, which this version of Relato does not know: it is newer/,
    ],
    [
      'schema of another branch',
      (folder) =>
        changeManifest(
          folder,
          (m) => void Object.assign((m.migrations as object[])[0] ?? {}, { checksum: '0'.repeat(64) }),
        ),
      /another version of migration 20261201160000_baseline/,
    ],
    [
      'schema of too long ago',
      (folder) => changeManifest(folder, (m) => void (m.migrations = [toMigration('20261121000000_init')])),
      /The backup lacks migration 20261201150000_waiting_replies/,
    ],
    [
      'list of hashes that leads out of the folder',
      async (folder) => {
        const sums = `${'0'.repeat(64)}  audio/../../secret\n`;
        await writeFile(join(folder, 'SHA256SUMS'), sums);
        const hash = createHash('sha256').update(sums).digest('hex');
        await changeManifest(folder, (m) => void (m.sums = hash));
      },
      /SHA256SUMS has a line that no backup has/,
    ],
  ])('%s', async (name, damage, reason) => {
    const folder = await copyBackup(name.replaceAll(' ', '-'));
    await damage(folder);
    await expectRefused(folder, reason);
  });

  it('a folder of something else is refused, and so is a missing one', async () => {
    await mkdir(join(source.folder, 'empty'));
    await expectRefused(join(source.folder, 'empty'), /There is no backup of Relato in/);
    await expectRefused(join(source.folder, 'nowhere'), /There is no backup of Relato in/);
    await expectRefused(join(backup, 'manifest.json'), /is no folder/);
  });

  it('a restore whose rows arrive changed is rolled back', async () => {
    const folder = await copyBackup('digest-changed');
    const digest = '1'.repeat(64);
    await changeManifest(folder, (m) => void Object.assign((m.tables as object[]).at(-1) ?? {}, { digest }));
    await expect(restore(folder, '--replace')).rejects.toThrow(/differ from those that were backed up/);
    expect(await hashTables(place)).toEqual(before.tables);
  });
});

describe('a place that is not empty', () => {
  beforeAll(async () => {
    before = await readPlace();
  });

  it('is not touched unless the command says so', async () => {
    await expect(restore(backup)).rejects.toThrow(/is not empty: there are rows in \S+\. Add --replace/);
    expect(await readPlace()).toEqual(before);
  });

  it('is not touched while a server runs', async () => {
    const database = await connectToPlace();
    onTestFinished(() => database.close());
    await database.sql({ text: 'SELECT 1', values: [] });
    await expectRefused(backup, /is in use: \S+ has \d+ open connection\(s\)\. Stop every server/);
  });

  it('keeps its contents until the restored ones are complete', async () => {
    const stopping = new AbortController();
    const show = (text: string) => text.startsWith('rows') && stopping.abort(new Error('stopped'));
    const args = ['restore', backup, '--replace'];
    const cut = runBackup(args, place.variables, { signal: stopping.signal, show });
    await expect(cut).rejects.toThrow('stopped');
    expect(await hashTables(place)).toEqual(before.tables);
  });

  it('is never touched if it belongs to another program', async () => {
    const other = await source.addPlace();
    await other.query('CREATE TABLE invoices (id int); INSERT INTO invoices VALUES (1)');
    const restored = runBackup(['restore', backup, '--replace'], other.variables);
    await expect(restored).rejects.toThrow(/tables that are not of Relato/);
    expect(await other.query('SELECT id FROM invoices')).toEqual([{ id: 1 }]);
  });

  it('is replaced when the command says so, keeps the objects that are right already, and starts with its store', async () => {
    const path = Object.keys(await hashFiles(place.audioDir)).find((each) => each.startsWith('/original'));
    await writeFile(join(place.audioDir, path ?? ''), 'damaged');
    expect(await restore(backup, '--replace')).toMatchObject({ code: 0 });
    const query = (text: string) => source.world.database.sql<object>({ text, values: [] });
    expect(await hashTables(place)).toEqual(await hashTables({ query }));
    expect(await hashFiles(place.audioDir)).toEqual(await hashFiles(source.world.audioDir));
    const database = await connectToPlace();
    onTestFinished(() => database.close());
    const storage = createDiskStorage(place.audioDir);
    await bindStore({ database, storage }, readSettings(place.variables, '/'));
  });
});

it('a restore that is killed changes nothing, and only the next start reports it', async () => {
  const tables = await hashTables(place);
  const folder = await copyBackup('interrupted');
  const [last = ''] = (await readdir(join(folder, 'rows'))).toSorted().slice(-1);
  const rows = join(folder, 'rows', last);
  const content = await readFile(rows);
  await rm(rows);
  execFileSync('mkfifo', [rows]);
  // The pipe delivers the rows of the last table once, for the check. The restore then waits for them until it is killed.
  const sent = writeFile(rows, content);
  const script = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [script, 'restore', folder, '--replace'], {
    env: bareEnvironment(place.variables),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.on('data', (text) => String(text).includes('rows:') && child.kill('SIGKILL'));
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');
  await sent;
  expect(await hashTables(place)).toEqual(tables);
  const lines: string[] = [];
  await preparePlace((line) => void lines.push(line));
  await preparePlace((line) => void lines.push(line));
  expect(lines).toEqual([expect.stringMatching(/a restore of \S+interrupted that began at \S+ was cut off/)]);
});

it('a restored place keeps the rights of its server, and no session if the command says so', async () => {
  const role = `server_${randomBytes(6).toString('hex')}`;
  const { url, query } = await source.addPlace();
  await query(`CREATE ROLE ${role} LOGIN PASSWORD 'of-the-test'`);
  onTestFinished(async () => void (await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)));
  const asRole = new URL(url);
  asRole.username = role;
  asRole.password = 'of-the-test';
  const server = { ...place.variables, DATABASE_URL: asRole.href };
  const prepare = () => prepareDatabase(readSettings(server, '/'), { push: () => {} }, () => {});
  const variables = { ...server, MIGRATE_DATABASE_URL: url };
  const unknownRole = { ...variables, DATABASE_URL: asRole.href.replace(role, 'nobody') };
  await expect(runBackup(['restore', backup], unknownRole)).rejects.toThrow(
    /^Cannot reach the database .*nobody/,
  );
  expect(await query("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  const args = ['restore', backup, '--replace', '--end-sessions'];
  expect(await runBackup(args, variables)).toMatchObject({ code: 0 });
  await prepare();
  expect(await query('SELECT FROM sessions')).toEqual([]);
  await query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
  await expect(prepare()).rejects.toThrow(/may not read the tables .* MIGRATE_DATABASE_URL/);
});

it('a wrong command line is answered with the usage', async () => {
  for (const args of [
    [],
    ['restore', 'a', 'b'],
    ['backup', 'a', '--replace'],
    ['backup', 'a', '--end-sessions'],
    ['copy', 'a'],
  ])
    await expect(runBackup(args, place.variables)).rejects.toThrow(/^npm run backup -- FOLDER/);
});
