import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepAssets } from './kept-assets.ts';

let folder: string;
let kept: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-assets-'));
  kept = join(folder, 'kept');
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts a server with a build of these files, in a folder of its own like a deployment. */
async function release(name: string, files: readonly string[]): Promise<void> {
  const built = join(folder, name);
  await mkdir(built, { recursive: true });
  for (const file of files) await writeFile(join(built, file), `content of ${file}`);
  await keepAssets(built, kept);
}
const listKept = async () => (await readdir(kept)).filter((file) => file !== 'releases.json').toSorted();

describe('REL-32: the files of a release', () => {
  it('are kept for the next releases only', async () => {
    await release('one', ['app-1.js', 'shared.js']);
    await release('two', ['app-2.js', 'shared.js']);
    await release('three', ['app-3.js', 'shared.js']);
    expect(await listKept()).toEqual(['app-1.js', 'app-2.js', 'app-3.js', 'shared.js']);
    await release('four', ['app-4.js', 'shared.js']);
    expect(await listKept()).toEqual(['app-2.js', 'app-3.js', 'app-4.js', 'shared.js']);
    expect(await readFile(join(kept, 'app-2.js'), 'utf8')).toBe('content of app-2.js');
  });

  it('are not displaced by starts of the same release', async () => {
    await release('one', ['app-1.js']);
    for (let start = 0; start < 3; start += 1) await release('two', ['app-2.js']);
    expect(await listKept()).toEqual(['app-1.js', 'app-2.js']);
  });

  it('are complete after an interrupted copy, which leaves no partial file', async () => {
    await mkdir(kept);
    await writeFile(join(kept, 'app-1.js.0b6f.part'), 'cont');
    await writeFile(join(kept, 'releases.json'), '[{"id":');
    await release('one', ['app-1.js']);
    expect(await listKept()).toEqual(['app-1.js']);
    expect(await readFile(join(kept, 'app-1.js'), 'utf8')).toBe('content of app-1.js');
  });

  it('stay while there is no build', async () => {
    await release('one', ['app-1.js']);
    await keepAssets(join(folder, 'not built'), kept);
    expect(await listKept()).toEqual(['app-1.js']);
  });
});
