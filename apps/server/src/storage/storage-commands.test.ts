import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStorage, newObjectKey } from '@relato/storage';
import { startStandInS3, type StandInS3 } from '@relato/testing/s3/s3-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyObjects } from './copy-objects.ts';
import { UsageError } from '../boot/run-command.ts';
import { toS3Variables } from '../testing/s3-variables.ts';
import { runStorageCommand } from './storage-commands.ts';

let folder: string;
let store: StandInS3;
let disk: ReturnType<typeof createDiskStorage>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-copy-'));
  disk = createDiskStorage(join(folder, 'audio'));
  store = await startStandInS3();
  store.state.pageSize = 3;
});
afterEach(async () => {
  await store.stop();
  await rm(folder, { recursive: true });
});

/** Runs a command like the terminal. Returns all that it shows in sequence. */
async function run(
  command: string,
  { signal = new AbortController().signal, onShow = (_text: string): void => {} } = {},
) {
  const lines: string[] = [];
  const code = await runStorageCommand(command.split(' '), {
    variables: {
      DATA_DIR: folder,
      ...toS3Variables({ endpoint: store.url, bucket: store.bucket, ...store.keys }),
    },
    cwd: process.cwd(),
    print: (line) => void lines.push(line),
    show: onShow,
    signal,
  });
  return { code, lines };
}

async function fillDisk(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newObjectKey('original', 'webm'));
  for (const key of keys) await disk.put(key, randomBytes(1_000));
  return keys;
}
const pathOf = (key = ''): string => join(folder, 'audio', key);

it('copies everything to a store and back without differences', async () => {
  const keys = await fillDisk(8);
  expect(await run('copy --from disk --to s3')).toEqual({
    code: 0,
    lines: ['Copied 8; 0 were there already.'],
  });
  expect(await run('verify --from disk --to s3')).toEqual({
    code: 0,
    lines: ['8 are the same in both stores.'],
  });
  const before = await Promise.all(keys.map((key) => readFile(pathOf(key))));
  await rm(join(folder, 'audio'), { recursive: true });
  expect(await run('copy --from s3 --to disk')).toMatchObject({ code: 0, lines: [/^Copied 8;/] });
  expect(await Promise.all(keys.map((key) => readFile(pathOf(key))))).toEqual(before);
});

it('copies the binding, and refuses a store of another database', async () => {
  await fillDisk(1);
  await disk.writeMark('one');
  await run('copy --from disk --to s3');
  expect(store.objects.get('relato-database')?.content.toString().trim()).toBe('one');
  const refusal = 'The second store belongs to another database than the first.';
  await disk.writeMark('other');
  await expect(run('copy --from disk --to s3')).rejects.toThrow(refusal);
  // A disk that was never bound.
  await rm(pathOf('relato-database'));
  await expect(run('copy --from disk --to s3')).rejects.toThrow(refusal);
});

it('continues where it was stopped', async () => {
  await fillDisk(12);
  const stopping = new AbortController();
  const stopped = run('copy --from disk --to s3', {
    signal: stopping.signal,
    onShow: (text) => text.startsWith('Copying: 5') && stopping.abort(new Error('stopped')),
  });
  await expect(stopped).rejects.toThrow('stopped');
  const copied = store.objects.size;
  expect(copied).toBeGreaterThanOrEqual(5);
  expect(copied).toBeLessThan(12);
  const { lines } = await run('copy --from disk --to s3');
  expect(lines).toEqual([`Copied ${12 - copied}; ${copied} were there already.`]);
  expect(store.objects.size).toBe(12);
});

it('does not bring back objects that are deleted during their copy', async () => {
  const [key = ''] = await fillDisk(1);
  const { storage } = { storage: createDiskStorage(join(folder, 'other')) };
  const to: typeof storage = {
    ...storage,
    put: async (...written) => {
      await disk.delete(key);
      return storage.put(...written);
    },
  };
  const { signal } = new AbortController();
  const outcome = await copyObjects({ from: disk, to, show: () => {}, signal }, { hashes: false });
  expect(outcome).toEqual({ copied: 0, kept: 0, troubles: [] });
  expect(await storage.measure(key, { hash: false })).toBeNull();
});

it('copies the others if some fail, names the failed ones, and retries them the next time', async () => {
  const keys = await fillDisk(6);
  const full = '<Error><Code>QuotaExceeded</Code></Error>';
  // The first put is the check at the start, because a full store is still readable.
  for (let n = 0; n < 2; n += 1)
    store.nextFailure({ kind: 'answer', status: 403, body: full }, { on: 'put' });
  const { code, lines } = await run('copy --from disk --to s3');
  expect(code).toBe(1);
  expect(lines[0]).toBe('Copied 5; 0 were there already.');
  expect(keys.map((key) => `  ${key} the store is full`)).toContain(lines[2]);
  expect(await run('copy --from disk --to s3')).toMatchObject({
    code: 0,
    lines: ['Copied 1; 5 were there already.'],
  });
});

it('finds objects that differ, and copies them again with --hashes', async () => {
  const [changed = '', missing = ''] = await fillDisk(3);
  await run('copy --from disk --to s3');
  await writeFile(pathOf(changed), randomBytes(1_000));
  store.objects.delete(missing);
  store.objects.set(newObjectKey('original', 'webm'), { content: Buffer.from('x'), writtenAt: new Date() });
  const { code, lines } = await run('verify --from disk --to s3');
  expect(code).toBe(1);
  expect(lines.slice(0, 2)).toEqual([
    '1 are the same in both stores.',
    "1 are in the second store only, such as those that were deleted since: 'npm run admin -- storage repair' deletes them a day after the move.",
  ]);
  expect(lines.slice(3).toSorted()).toEqual(
    [`  ${changed} has other bytes there`, `  ${missing} is not there`].toSorted(),
  );
  expect(await run('copy --from disk --to s3 --hashes')).toMatchObject({
    lines: ['Copied 2; 1 were there already.'],
  });
  expect((await run('verify --from disk --to s3')).code).toBe(0);
});

it('names the setting of an unusable store before it lists anything', async () => {
  await fillDisk(1);
  store.state.isReadOnly = true;
  await expect(run('copy --from disk --to s3')).rejects.toThrow(/no right to s3:PutObject/);
});

it('prints its usage', async () => {
  for (const command of [
    '',
    'copy --from disk --to disk',
    'copy --from tape --to s3',
    'verify --from disk --to s3 --hashes',
    'copy --form disk --to s3',
  ])
    await expect(run(command)).rejects.toBeInstanceOf(UsageError);
});
