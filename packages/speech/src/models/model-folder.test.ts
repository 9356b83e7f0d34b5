import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getModel, recommendModel, speechModels } from './catalogue.ts';
import { createModelFolder } from './model-folder.ts';

const nemotron = 'nemotron-3.5-asr-streaming-0.6b';
const gigabyte = 1_000_000_000;
let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'relato-models-')), 'models');
});
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }));

const open = (options: { chosen?: string; memoryBytes?: number } = {}) =>
  createModelFolder({ directory, memoryBytes: 8 * gigabyte, ...options });

/** Creates a file with the size of a model in the folder, without its bytes. */
async function put(name: string, bytes = getModel(name)?.bytes ?? 10): Promise<string> {
  const path = join(directory, `${name}.gguf`);
  await mkdir(directory, { recursive: true });
  await writeFile(path, '');
  await truncate(path, bytes);
  return path;
}

describe('the used model', () => {
  it('is null while the folder is missing, empty, or has only other files', async () => {
    expect(await open().find()).toBeNull();
    expect(await open().getVersion()).toBe('');
    await put('.hidden');
    await mkdir(join(directory, 'a-folder.gguf'));
    await writeFile(join(directory, 'notes.txt'), 'x');
    expect(await open().find()).toBeNull();
  });

  it('is the best one in the folder, until the operator chooses one', async () => {
    await put('my-own');
    expect(await open().find()).toEqual({ name: 'my-own', path: join(directory, 'my-own.gguf') });
    await put('whisper-small');
    expect((await open().find())?.name).toBe('whisper-small');
    await put(nemotron);
    expect((await open().find())?.name).toBe(nemotron);
    await open().use('my-own');
    expect((await open().find())?.name).toBe('my-own');
    expect((await readdir(directory)).filter((name) => name.startsWith('active'))).toEqual(['active.json']);
  });

  it('is only one with a fixed language, unless another one is chosen', async () => {
    await put('parakeet-tdt-0.6b-v3');
    expect(await open().find()).toBeNull();
    expect(await open().getWanted()).toBe(nemotron);
    await open().use('parakeet-tdt-0.6b-v3');
    expect((await open().find())?.name).toBe('parakeet-tdt-0.6b-v3');
    expect(await open().findTold()).toBeNull();
    await put('my-own');
    expect(await open().findTold()).toBeNull();
    await put('whisper-base');
    expect((await open().findTold())?.name).toBe('whisper-base');
  });

  it('is the one of the setting, without a replacement', async () => {
    await put('whisper-small');
    await put('whisper-base');
    expect((await open({ chosen: 'whisper-base' }).find())?.name).toBe('whisper-base');
    expect(await open({ chosen: 'parakeet-tdt-0.6b-v3' }).find()).toBeNull();
    expect(await open({ chosen: 'parakeet-tdt-0.6b-v3' }).getWanted()).toBe('parakeet-tdt-0.6b-v3');
  });

  it('is never an incomplete one', async () => {
    await put('whisper-base', 100);
    expect(await open().find()).toBeNull();
    expect((await open().list()).find(({ name }) => name === 'whisper-base')).toMatchObject({
      state: 'partial',
      bytes: 100,
    });
    await expect(open().use('whisper-base')).rejects.toThrow('npm run model -- get whisper-base');
  });

  it.each(['', '{', 'null', '{"model":"../../etc/passwd"}', '{"model":1}'])(
    'is the best one in the folder if the choice is unreadable: %s',
    async (text) => {
      await put('whisper-base');
      await writeFile(join(directory, 'active.json'), text);
      expect((await open().find())?.name).toBe('whisper-base');
    },
  );

  it('has another version after each change of it', async () => {
    const versions = [await open().getVersion()];
    await put('my-own');
    versions.push(await open().getVersion());
    await put('my-own', 11);
    versions.push(await open().getVersion());
    await put('whisper-base');
    versions.push(await open().getVersion());
    await open().use('my-own');
    versions.push(await open().getVersion());
    expect(versions[0]).toBe('');
    expect(new Set(versions).size).toBe(4);
    expect(versions[4]).toBe(versions[2]);
  });
});

describe('removing', () => {
  it('deletes a model, its downloaded part, and the choice', async () => {
    const path = await put('whisper-base');
    await writeFile(`${path}.part`, 'x');
    await writeFile(`${path}.part.etag`, '"x"');
    await open().use('whisper-base');
    await open().remove('whisper-base');
    expect(await readdir(directory)).toEqual([]);
    await expect(open().remove('whisper-base')).rejects.toMatchObject({ kind: 'name' });
  });

  it('keeps the choice of another model', async () => {
    await put('whisper-base');
    await put('my-own');
    await open().use('my-own');
    await open().remove('whisper-base');
    expect(JSON.parse(await readFile(join(directory, 'active.json'), 'utf8'))).toEqual({ model: 'my-own' });
  });

  it.each(['../secret', '.hidden', 'a/b', '', 'a\0b', `a${'b'.repeat(100)}`])(
    'refuses a path: %j',
    async (name) => {
      await put('x');
      await writeFile(join(directory, '..', 'secret.gguf'), 'x');
      await expect(open().remove(name)).rejects.toMatchObject({ kind: 'name' });
      await expect(open().use(name)).rejects.toMatchObject({ kind: 'name' });
      expect(await readFile(join(directory, '..', 'secret.gguf'), 'utf8')).toBe('x');
    },
  );
});

it('lists the table and files that were added by hand', async () => {
  await put('my-own', 20);
  const listed = await open().list();
  expect(listed.map(({ name }) => name)).toEqual([...speechModels.map(({ name }) => name), 'my-own']);
  expect(listed.at(-1)).toEqual({ name: 'my-own', state: 'installed', isChosen: true, bytes: 20 });
});

describe('the recommended model', () => {
  it.each([
    [16, nemotron],
    [4, nemotron],
    [2, 'whisper-small'],
    [1.5, 'whisper-base'],
    [0.5, 'whisper-base'],
  ])('of a machine with %d GB is %s', async (gigabytes, name) => {
    expect(recommendModel(gigabytes * gigabyte)).toBe(name);
    expect(await open({ memoryBytes: gigabytes * gigabyte }).getWanted()).toBe(name);
    expect(getModel(name)?.takesLanguage).toBe(true);
  });

  it('is only one with a fixed language, even if another one comes first and fits', () => {
    const untold = speechModels.toSorted(
      (one, other) => Number(one.takesLanguage) - Number(other.takesLanguage),
    );
    expect(untold[0]?.takesLanguage).toBe(false);
    expect(recommendModel(16 * gigabyte, untold)).toBe(nemotron);
  });
});

it('the table names each file at a fixed commit, with its checksum', () => {
  for (const { name, revision, sha256, file, repository, bytes } of speechModels) {
    expect(revision).toMatch(/^[0-9a-f]{40}$/u);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/u);
    expect(file).toMatch(/^[\w.-]+\.gguf$/u);
    expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/u);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(file.startsWith(name)).toBe(true);
  }
  expect(new Set(speechModels.map(({ sha256 }) => sha256)).size).toBe(speechModels.length);
});
