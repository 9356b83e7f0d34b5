import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isRecentEnough, root } from '../bootstrap.mjs';

it.each([
  ['20.19.5', false],
  ['22.17.9', false],
  ['22.18.0', true],
  ['23.5.0', false],
  ['23.6.0', true],
  ['24.0.0', true],
])('Node %s runs TypeScript without a flag: %s', (version, expected) => {
  expect(isRecentEnough(version)).toBe(expected);
});

it('npm run admin reads files from where npm was called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relato-called-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'words.txt'), 'x'.repeat(10_000));
  const line = ['words', 'save', 'Insultos', '--weight', '10', '--file', 'words.txt'];
  const { stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'packages/tooling/admin.mjs'), ...line],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH, INIT_CWD: folder } },
  );
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^words\.txt:1: /)]);
});
