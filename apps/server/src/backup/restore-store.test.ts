import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createBackupWorld, runBackup } from '../testing/backup-world.ts';

async function makeBackup() {
  const source = await createBackupWorld();
  onTestFinished(() => source.close());
  const [ana] = source.authors;
  if (ana) await source.addStory(ana);
  const backup = join(source.folder, 'backup');
  await runBackup(['backup', backup], source.variables);
  return { source, backup };
}

it('a restore refuses the store of another database, and changes nothing', async () => {
  const { source, backup } = await makeBackup();
  const place = await source.addPlace();
  const mark = join(place.audioDir, 'relato-database');
  await mkdir(place.audioDir, { recursive: true });
  await writeFile(mark, 'of-another-database');
  await expect(runBackup(['restore', backup], place.variables)).rejects.toThrow(
    'The store has the recordings of another database',
  );
  expect(await readFile(mark, 'utf8')).toBe('of-another-database');
  expect(await place.query(`SELECT to_regclass('public.stories') AS stories`)).toEqual([{ stories: null }]);
});
