import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTestDatabase } from '@relato/db/testing/use-test-database';
import {
  createDiskStorage,
  createS3Storage,
  StorageError,
  StorageSettingsError,
  type Storage,
} from '@relato/storage';
import { startStandInS3 } from '@relato/testing/s3/s3-server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../boot/logger.ts';
import { bindRestored, bindStore, checkWhenBack, requireKnownStore } from './bind-store.ts';

const database = useTestDatabase();
const other = useTestDatabase();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-bind-'));
  for (const each of [database, other]) await each.prisma.setting.deleteMany();
  return () => rm(folder, { recursive: true });
});

const settingsOf = (name: string) =>
  ({ storage: 'disk', s3: undefined, dataDir: join(folder, name), databaseUrl: database.url }) as const;
const diskOf = (name: string) => createDiskStorage(join(folder, name, 'audio'));
const bind = (name: string, to = database) =>
  bindStore({ database: to, storage: diskOf(name) }, settingsOf(name));
const markOf = async (name: string) =>
  (await readFile(join(folder, name, 'audio/relato-database'), 'utf8')).trim();
const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof StorageSettingsError ? error.message : String(error)),
  );

describe('the binding of a database and a store', () => {
  it('exists from the first start on, for any number of servers that share both', async () => {
    await Promise.all([bind('one'), bind('one'), bind('one')]);
    await bind('one');
    expect(await markOf('one')).toMatch(/^[\da-f-]{36}$/);
  });

  it('exists also after a first start that ended between the two writes', async () => {
    const disk = diskOf('one');
    const writeMark = async (text: string) => {
      await disk.writeMark(text);
      throw new StorageError('unavailable', 'the answer was lost');
    };
    const cut = bindStore({ database, storage: { ...disk, writeMark } }, settingsOf('one'));
    await expect(cut).rejects.toThrow('the answer was lost');
    const id = await markOf('one');
    expect(await messageOf(bind('one', other))).toMatch(/has the recordings of another database/);
    await bind('one');
    expect(await markOf('one')).toBe(id);
    expect(await messageOf(bind('two'))).toMatch(/has not the recordings of this database/);
  });

  it('refuses a second server with a disk of its own, also at the same moment', async () => {
    const outcomes = await Promise.all([messageOf(bind('one')), messageOf(bind('two'))]);
    const [refusal, ...others] = outcomes.filter((message) => message !== '');
    expect(others).toEqual([]);
    expect(refusal).toMatch(
      /^\S+audio has not the recordings of this database\. Set DATA_DIR to where they are, one folder for all servers, or STORAGE=s3\. [^\n]+$/,
    );
  });

  it('refuses a second database on the same store', async () => {
    await bind('one');
    expect(await messageOf(bind('one', other))).toMatch(
      /^\S+audio has the recordings of another database\. Set DATABASE_URL to that one, or DATA_DIR to the place of this one\. [^\n]+$/,
    );
    await bind('two', other);
    expect(await messageOf(bind('two'))).toMatch(/has the recordings of another database/);
  });

  it('can be changed by the operator, as the message explains', async () => {
    await bind('one');
    const id = await markOf('one');
    await diskOf('two').writeMark('');
    expect(await messageOf(bind('two'))).toContain(`write ${id} into its file relato-database`);
    await writeFile(join(folder, 'two/audio/relato-database'), id);
    await bind('two');
    expect(await messageOf(bind('one', other))).toContain('delete its file relato-database');
    await rm(join(folder, 'one/audio/relato-database'));
    await bind('one', other);
  });

  it('is not made for an embedded database beside its recordings', async () => {
    const settings = { ...settingsOf('one'), databaseUrl: undefined };
    await bindStore({ database, storage: diskOf('one') }, settings);
    expect(await diskOf('one').readMark()).toBeNull();
  });

  it('refuses the disk that an embedded database has left for another store', async () => {
    await bind('store');
    const disk = { ...settingsOf('one'), databaseUrl: undefined };
    expect(await messageOf(bindStore({ database, storage: diskOf('one') }, disk))).toMatch(
      /^\S+audio has not the recordings of this database\. Set DATA_DIR to where they are/,
    );
  });

  it('refuses an embedded database that starts because DATABASE_URL was forgotten', async () => {
    await bind('one');
    const forgotten = { ...settingsOf('one'), databaseUrl: undefined };
    const start = bindStore({ database: other, storage: diskOf('one') }, forgotten);
    expect(await messageOf(start)).toMatch(
      /^\S+audio has the recordings of another database\. Set DATABASE_URL to that one/,
    );
  });

  it('exists after a restore, whatever the place contained before', async () => {
    await bind('one');
    const [row] = await database.prisma.setting.findMany();
    await bind('two', other);
    // Puts the rows of the first database in the place of the others.
    await other.prisma.setting.updateMany({ data: { value: row?.value ?? {} } });
    await bindRestored({ database: other, storage: diskOf('two') });
    await bind('two', other);
    expect(await markOf('two')).toBe(await markOf('one'));
    // Simulates a backup of an earlier version.
    await other.prisma.setting.deleteMany();
    await bindRestored({ database: other, storage: diskOf('two') });
    await bind('two', other);
  });
});

/** Starts with a store that refuses the writes of the first start. */
const failWith = (error: StorageError): Promise<string> => {
  const storage = { ...diskOf('one'), writeMark: vi.fn<Storage['writeMark']>().mockRejectedValue(error) };
  return messageOf(bindStore({ database, storage }, settingsOf('one')));
};

it('a read-only store stops the first start with a line of advice', async () => {
  expect(await failWith(new StorageError('full', 'the disk is full'))).toMatch(
    /^\S+audio is full: [^\n]+ Make room in it, or set DATA_DIR to another place\.$/,
  );
  const cause = Object.assign(new Error('EACCES'), { code: 'EACCES' });
  expect(await failWith(new StorageError('failed', 'the disk failed', { cause }))).toMatch(
    /^\S+audio cannot be used \(the disk failed: EACCES\)\. Let Relato read and write there, or set DATA_DIR/,
  );
});

it('a store that does not answer stops the start, unless the database has used it', async () => {
  const s3 = {
    endpoint: 'http://store.test',
    bucket: 'voces',
    region: '',
    accessKeyId: '',
    secretAccessKey: '',
    forcePathStyle: true,
  };
  const settings = { ...settingsOf('one'), storage: 's3', s3 } as const;
  const silence = new StorageSettingsError('does not answer', { mayPass: true });
  await expect(requireKnownStore(database, settings, silence)).rejects.toBe(silence);
  await bindStore({ database, storage: diskOf('one') }, settings);
  await requireKnownStore(database, settings, silence);
  const elsewhere = { ...settings, s3: { ...s3, endpoint: 'http://stroe.test' } };
  await expect(requireKnownStore(database, elsewhere, silence)).rejects.toBe(silence);
});

it('a store that did not answer at the start is checked when it answers', async () => {
  const store = await startStandInS3();
  const { keys, bucket, url: endpoint } = store;
  const s3 = { ...keys, endpoint, bucket, forcePathStyle: true };
  const settings = { ...settingsOf('one'), storage: 's3', s3 } as const;
  const storage = createS3Storage(s3);
  const lines: string[] = [];
  let onLine = () => {
    store.state.isBusy = false;
  };
  const logger = createLogger('info', {
    write: (line) => {
      lines.push((JSON.parse(line) as { readonly msg: string }).msg);
      onLine();
    },
  });
  const check = async () => {
    await checkWhenBack({ database, storage, logger }, settings, new AbortController().signal, 1);
    return lines.splice(0);
  };
  store.state.isBusy = true;
  expect(await check()).toEqual(['the store does not answer', 'the store answers again']);
  expect(await storage.readMark()).not.toBeNull();

  // A proxy may refuse once while the store behind it restarts.
  let refusals = 1;
  onLine = () => {
    refusals -= 1;
    store.state.hasBucket = refusals === 0;
  };
  store.state.hasBucket = false;
  expect(await check()).toEqual(['the store does not answer', 'the store answers again']);
  refusals = 3;
  store.state.hasBucket = false;
  await expect(check()).rejects.toThrow(StorageSettingsError);
  expect(lines.splice(0)).toEqual(['the store does not answer']);
  store.state.hasBucket = true;

  await storage.writeMark('of another database');
  await expect(check()).rejects.toThrow(/has the recordings of another database\./);
  await storage.close();
  await store.stop();
});
