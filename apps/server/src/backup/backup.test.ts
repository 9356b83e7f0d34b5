import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startJobQueue } from '@relato/api';
import { openRowSnapshot, withConnection } from '@relato/db';
import { startStandInS3 } from '@relato/testing/s3/s3-server';
import { canMount, mountSmallDisk } from '@relato/testing/small-disk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackupWorld, runBackup, type BackupWorld, type Place } from '../testing/backup-world.ts';
import { describeSchema, hashFiles, hashTables } from '../testing/place-hashes.ts';
import { toS3Variables } from '../testing/s3-variables.ts';
import { lastBackupKey, storyId } from '@relato/contract';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';

let source: BackupWorld;
let place: Place;
beforeAll(async () => {
  source = await createBackupWorld();
  place = await source.addPlace();
});
afterAll(() => source.close());

const query = (text: string) => source.world.database.sql<object>({ text, values: [] });
const readLastBackup = () => query(`SELECT value FROM settings WHERE key = '${lastBackupKey}'`);
const author = () => {
  const [ana] = source.authors;
  if (!ana) throw new Error('There is no author');
  return ana;
};

/** Counts the counters and the rows without audio that are wrong. */
async function countWrong({ query, audioDir }: Place): Promise<unknown> {
  const files = new Set(Object.keys(await hashFiles(audioDir)).map((path) => path.slice(1)));
  const rows = (await query(
    `SELECT original_key AS key FROM recordings UNION ALL SELECT playback_key FROM recordings`,
  )) as { key: string }[];
  const counters = (await query(
    `SELECT p.id FROM profiles p WHERE posts_count <> (SELECT count(*) FROM stories s WHERE s.user_id = p.id)`,
  )) as object[];
  return { silent: rows.filter(({ key }) => !files.has(key)), counters };
}

it('REL-22: stories come back with every row, every file and every job, and a schema like new', async () => {
  const { world, authors, folder } = source;
  for (let n = 0; n < 6; n += 1) {
    const id = await source.addStory(authors[n % 2] ?? author());
    await world.callAs(author()).stories.vote({ id, direction: n % 3 === 0 ? 'down' : 'up' });
    await world
      .callAs(author())
      .comments.create({ id, storyId: id, content: `Qué \\N bien ${n}`, asMember: true });
  }
  const jobs = await startJobQueue({ database: world.database, onError: () => {} });
  await jobs.enqueue(world.database.prisma, 'send-mail', { kind: 'recover', email: 'ana@example.org' });
  await jobs.stop(1_000);
  const backup = join(folder, 'whole');
  expect(await runBackup(['backup', backup], source.variables)).toMatchObject({ code: 0 });
  expect(await runBackup(['restore', backup], place.variables)).toMatchObject({ code: 0 });
  const tables = await hashTables(place);
  expect(tables).toMatchObject({
    stories: expect.stringMatching(/^6 /),
    'pgboss.job': expect.stringMatching(/^1 /),
  });
  expect(tables).toEqual(await hashTables({ query }));
  expect(await hashFiles(place.audioDir)).toEqual(await hashFiles(world.audioDir));
  expect(await describeSchema(place)).toEqual(await describeSchema({ query }));
  expect(await countWrong(place)).toEqual({ silent: [], counters: [] });
  for (const path of Object.keys(await hashFiles(backup)))
    expect((await stat(join(backup, path))).mode & 0o777).toBe(0o600);
});

it('an owner without superuser rights restores too, also into a database with other formats', async () => {
  const name = `owner_${Date.now()}`;
  await place.query(`CREATE ROLE ${name} LOGIN PASSWORD 'of-the-test'`);
  const owned = await source.addPlace();
  const url = new URL(owned.url);
  const database = url.pathname.slice(1);
  await owned.query(`ALTER DATABASE ${database} OWNER TO ${name}`);
  await owned.query(`ALTER DATABASE ${database} SET timezone = 'America/Lima'`);
  await owned.query(`ALTER DATABASE ${database} SET datestyle = 'SQL, DMY'`);
  [url.username, url.password] = [name, 'of-the-test'];
  const variables = { ...owned.variables, DATABASE_URL: url.href };
  expect(await runBackup(['restore', join(source.folder, 'whole')], variables)).toMatchObject({ code: 0 });
  await owned.query(`ALTER DATABASE ${database} RESET ALL`);
  expect(await hashTables(owned)).toEqual(await hashTables(place));
  const again = await runBackup(['restore', '--replace', join(source.folder, 'whole')], variables);
  expect(again).toMatchObject({ code: 0 });
  await owned.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`);
});

describe('while users write', () => {
  it('a story that is deleted before its audio is copied leaves nothing in the backup', async () => {
    const { world, folder, variables } = source;
    const { storage } = world.services;
    await source.addStory(author());
    const gone = await addWithKey();
    /** Created while most audio is copied, so that the snapshot contains its rows. Deleted just before its audio is copied. */
    let late: Awaited<ReturnType<typeof addWithKey>> | undefined;

    async function addWithKey() {
      const id = await source.addStory(author());
      const [row] = await world.database.sql<{ key: string }>({
        text: `SELECT original_key AS key FROM recordings r JOIN stories s ON s.recording_id = r.id WHERE s.id = $1`,
        values: [id],
      });
      return { id, key: row?.key };
    }
    async function remove(id: string): Promise<void> {
      await world.callAs(author()).stories.delete({ id });
      await world.workOff();
    }

    const backup = join(folder, 'deleted');
    const manifest = await makeBackup({
      ownerUrl: variables.DATABASE_URL ?? '',
      folder: backup,
      show: () => {},
      signal: new AbortController().signal,
      storage: {
        ...storage,
        read: async (key) => {
          if (key === gone.key) {
            late = await addWithKey();
            await remove(gone.id);
          } else if (key === late?.key) await remove(late?.id ?? '');
          return storage.read(key);
        },
      },
    });
    expect(late).toBeDefined();
    expect(manifest.troubles).toEqual([]);
    const other = await source.addPlace();
    expect(await runBackup(['restore', backup], other.variables)).toMatchObject({ code: 0 });
    expect(await other.query(`SELECT count(*)::int FROM stories`)).toEqual([{ count: 7 }]);
    expect(await countWrong(other)).toEqual({ silent: [], counters: [] });
    expect(Object.keys(await hashFiles(other.audioDir))).toHaveLength(14);
  });

  it('a stop does not wait for a lock of another program', async () => {
    const stopping = new AbortController();
    await withConnection(source.world.database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE follows');
      const args = ['backup', join(source.folder, 'stopped')];
      const cut = runBackup(args, source.variables, { signal: stopping.signal });
      const findWaiting = () =>
        client.query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'follows'::regclass");
      await expect.poll(findWaiting).toMatchObject({ rowCount: 1 });
      stopping.abort(new Error('stopped'));
      await expect(cut).rejects.toThrow('stopped');
    });
  });

  it('the rows are from one moment', async () => {
    const snapshot = await openRowSnapshot(source.variables.DATABASE_URL ?? '', new AbortController().signal);
    const count = async () => {
      for await (const rows of snapshot.select('SELECT count(*) FROM stories')) return rows;
      return [];
    };
    const before = await count();
    await source.addStory(author());
    expect(await count()).toEqual(before);
    // A rewritten table would look empty to a snapshot from before.
    await withConnection(source.world.database.url, async (client) => {
      await client.query('SET lock_timeout = 1');
      const rewrite = client.query('ALTER TABLE follows ADD planted uuid DEFAULT gen_random_uuid()');
      await expect(rewrite).rejects.toThrow('canceling statement due to lock timeout');
    });
    await snapshot.close();
  });
});

it('the files of a frozen story are part of a backup, also after its author deleted the story', async () => {
  const { world, folder, variables } = source;
  const jefa = world.callAs(await world.addUser('jefa', 'administrator'));
  const id = storyId.parse(await source.addStory(author()));
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const frozen = await jefa.stories.freeze({ id, caseNumber: 'DP 12/2026', until, reason: 'Una orden' });
  const backup = join(folder, 'frozen');
  const { objects } = await readManifest(backup);
  await world.callAs(author()).stories.delete({ id });
  await world.workOff();
  const later = join(folder, 'frozen-later');
  expect((await readManifest(later)).objects).toEqual(objects);
  const { recording } = (await jefa.stories.frozen({ id: frozen })).content;
  const files = Object.keys(await hashFiles(join(later, 'audio')));
  expect(files).toEqual(expect.arrayContaining([`/${recording.originalKey}`, `/${recording.playbackKey}`]));

  async function readManifest(into: string): Promise<Manifest> {
    expect(await runBackup(['backup', into], variables)).toMatchObject({ code: 0 });
    return JSON.parse(await readFile(join(into, 'manifest.json'), 'utf8')) as Manifest; // written by this version
  }
});

it('a backup succeeds even if the database cannot remember it', async () => {
  const { folder, variables } = source;
  const change = (text: string) => withConnection(source.world.database.url, (client) => client.query(text));
  await change(`ALTER TABLE settings ADD CONSTRAINT refused CHECK (key <> '${lastBackupKey}') NOT VALID`);
  const made = await runBackup(['backup', join(folder, 'unnoted')], variables);
  await change('ALTER TABLE settings DROP CONSTRAINT refused');
  expect(made).toEqual({
    code: 0,
    text: expect.stringMatching(/took no note of it .*The backup is complete/s),
  });
});

it('audio that the store has lost is named, and the rest is saved', async () => {
  const { world, folder, variables } = source;
  await source.addStory(author());
  const [row] = (await query(
    'SELECT original_key AS key FROM recordings ORDER BY created_at DESC LIMIT 1',
  )) as {
    key: string;
  }[];
  await rm(join(world.audioDir, row?.key ?? ''));
  const before = await readLastBackup();
  const made = await runBackup(['backup', join(folder, 'lost')], variables);
  expect(made).toEqual({ code: 1, text: expect.stringContaining(`has lost it: ${row?.key}`) });
  expect(await readLastBackup()).toEqual(before);
  const other = await source.addPlace();
  const restored = await runBackup(['restore', join(folder, 'lost')], other.variables);
  expect(restored).toEqual({ code: 0, text: expect.stringContaining(row?.key ?? '') });
});

describe('the folder of a backup', () => {
  it('is left alone if it holds other files or a backup', async () => {
    const foreign = join(source.folder, 'foreign');
    await mkdir(foreign);
    await writeFile(join(foreign, 'notes.txt'), 'mine');
    const made = runBackup(['backup', foreign], source.variables);
    await expect(made).rejects.toThrow(/is not empty, and holds no backup/);
    expect(Object.keys(await hashFiles(foreign))).toEqual(['/notes.txt']);
    const again = runBackup(['backup', join(source.folder, 'whole')], source.variables);
    await expect(again).rejects.toThrow(/a backup in .* already/);
  });

  it('is continued if it is unfinished, without the objects that were deleted meanwhile', async () => {
    const backup = join(source.folder, 'twice');
    const stopping = new AbortController();
    const show = (text: string) => text.startsWith('rows') && stopping.abort(new Error('stopped'));
    const cut = runBackup(['backup', backup], source.variables, { signal: stopping.signal, show });
    await expect(cut).rejects.toThrow('stopped');
    await expect(runBackup(['restore', backup], place.variables)).rejects.toThrow(/is not finished/);
    const left = `audio/original/aa/${'a'.repeat(40)}.bin`;
    await mkdir(join(backup, 'audio/original/aa'), { recursive: true });
    await writeFile(join(backup, left), 'of a deleted story');
    await runBackup(['backup', backup], source.variables);
    const files = Object.keys(await hashFiles(backup));
    expect(files).toContain('/manifest.json');
    expect(files).not.toContain('/UNFINISHED');
    expect(files).not.toContain(`/${left}`);
  });

  it('is filled by one backup at a time', async () => {
    const backup = join(source.folder, 'shared');
    const { storage } = source.world.services;
    let second: Promise<unknown> | undefined;
    const first = makeBackup({
      ownerUrl: source.variables.DATABASE_URL ?? '',
      folder: backup,
      show: () => {},
      signal: new AbortController().signal,
      storage: {
        ...storage,
        read: async (key) => {
          await (second ??= runBackup(['backup', backup], source.variables).catch(String));
          return storage.read(key);
        },
      },
    });
    expect(await first).toMatchObject({ kind: 'relato-backup' });
    expect(await second).toMatch(/^BackupError: Another backup of this database is being made/);
  });

  it.runIf(canMount())('on a full disk is no backup, and says so', async () => {
    const disk = join(source.folder, 'small');
    await mkdir(disk);
    const unmount = await mountSmallDisk(disk, { bytes: 60_000, maxFiles: 1_000 });
    try {
      const made = runBackup(['backup', join(disk, 'backup')], source.variables);
      await expect(made).rejects.toThrow(/^The disk of .* is full\. What is there is no backup yet/);
      const restored = runBackup(['restore', join(disk, 'backup')], place.variables);
      await expect(restored).rejects.toThrow(/is not finished/);
    } finally {
      await unmount();
    }
  });
});

it('a database without the tables of this version is not backed up', async () => {
  const empty = await source.addPlace();
  const made = runBackup(['backup', join(source.folder, 'none')], empty.variables);
  await expect(made).rejects.toThrow('The database has no tables of Relato yet');
  const away = { ...empty.variables, DATABASE_URL: place.url.replace(/:[^:@]+@/, ':wrong@') };
  const refused = runBackup(['backup', join(source.folder, 'none')], away);
  await expect(refused).rejects.toThrow(/^Cannot reach the database .*password/);
  await expect(stat(join(source.folder, 'none'))).rejects.toThrow('ENOENT');
});

it('audio goes from an object store to a disk, and from a disk to an object store', async () => {
  const store = await startStandInS3();
  const s3 = {
    STORAGE: 's3',
    ...toS3Variables({ endpoint: store.url, bucket: store.bucket, ...store.keys }),
  };
  const elsewhere = await source.addPlace();
  await runBackup(['restore', join(source.folder, 'whole')], { ...elsewhere.variables, ...s3 });
  expect(store.objects.size).toBe(12);
  const moved = join(source.folder, 'moved');
  expect(await runBackup(['backup', moved], { ...elsewhere.variables, ...s3 })).toMatchObject({ code: 0 });
  expect(await hashFiles(join(moved, 'audio'))).toEqual(await hashFiles(place.audioDir));
  store.state.hasBucket = false;
  const refused = runBackup(['backup', join(source.folder, 'no-bucket')], { ...elsewhere.variables, ...s3 });
  await expect(refused).rejects.toThrow(/bucket/);
  await store.stop();
});

it('a role that is not the owner gets an error that names the address to use', async () => {
  const name = `reader_${Date.now()}`;
  await place.query(
    `CREATE ROLE ${name} LOGIN PASSWORD 'of-the-test'; GRANT USAGE ON SCHEMA public TO ${name}`,
  );
  const url = new URL(place.url);
  [url.username, url.password] = [name, 'of-the-test'];
  const variables = { ...place.variables, DATABASE_URL: url.href };
  for (const args of [
    ['backup', join(source.folder, 'refused')],
    ['restore', join(source.folder, 'whole'), '--replace'],
  ])
    await expect(runBackup(args, variables)).rejects.toThrow(
      /Set MIGRATE_DATABASE_URL to the owner's address/,
    );
  await place.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
});
