import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  forgetSession,
  prepareFolder,
  readSession,
  toSessionFilePath,
  writeSession,
} from './session-file.ts';

const session = { url: 'https://relato.example', token: 'secreto' };

let home: string;
let file: string;
let warnings: string[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'relato-session-'));
  file = join(home, 'relato', 'session.json');
  warnings = [];
});
afterEach(() => rm(home, { recursive: true, force: true }));

const read = () => readSession(file, (line) => void warnings.push(line));
const modeOf = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8);

describe('the session file', () => {
  it('is in the configuration folder', () => {
    expect(toSessionFilePath({ XDG_CONFIG_HOME: '/x' })).toBe('/x/relato/session.json');
    for (const none of [{}, { XDG_CONFIG_HOME: '' }])
      expect(toSessionFilePath(none)).toMatch(/\/\.config\/relato\/session\.json$/u);
  });

  it('is readable by its owner only, as is its folder, and replaces the previous one without leftovers', async () => {
    await writeSession(file, { ...session, token: 'anterior' });
    await writeSession(file, session);
    expect([await modeOf(file), await modeOf(dirname(file))]).toEqual(['600', '700']);
    expect(await read()).toEqual(session);
    expect(await readdir(dirname(file))).toEqual(['session.json']);
    expect(warnings).toEqual([]);
  });

  it('is made private with a warning if others could read it', async () => {
    await writeSession(file, session);
    await chmod(file, 0o644);
    await chmod(dirname(file), 0o755);
    expect(await read()).toEqual(session);
    expect([await modeOf(file), await modeOf(dirname(file))]).toEqual(['600', '700']);
    expect(warnings).toEqual([expect.stringContaining('Other users could read')]);
    await chmod(dirname(file), 0o777);
    await writeSession(file, session);
    expect(await modeOf(dirname(file))).toBe('700');
  });

  it('is null without a file, or if the file contains something else', async () => {
    expect(await read()).toBeNull();
    await mkdir(dirname(file));
    for (const text of ['', '{', '{"url":1}', 'null']) {
      await writeFile(file, text, { mode: 0o600 });
      expect(await read()).toBeNull();
    }
  });

  it('is neither read nor written through a link, nor read from a folder', async () => {
    const elsewhere = join(home, 'elsewhere');
    await writeFile(elsewhere, JSON.stringify(session), { mode: 0o600 });
    await mkdir(dirname(file));
    await symlink(elsewhere, file);
    await expect(read()).rejects.toMatchObject({ exitCode: 3 });
    await writeSession(file, { ...session, token: 'nuevo' });
    expect(await readFile(elsewhere, 'utf8')).toBe(JSON.stringify(session));
    await rm(file);
    await mkdir(file);
    await expect(read()).rejects.toMatchObject({ exitCode: 3 });
  });

  it('ends the command with a message instead of a stack if it cannot be used', async () => {
    await mkdir(file, { recursive: true });
    for (const use of [() => writeSession(file, session), () => forgetSession(file), read])
      await expect(use()).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining(file) });
    const below = join(home, 'archivo', 'relato', 'session.json');
    await writeFile(join(home, 'archivo'), '');
    for (const use of [() => prepareFolder(below), () => writeSession(below, session)])
      await expect(use()).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining('ENOTDIR') });
  });

  it.runIf(process.getuid?.() === 0)(
    'is not used if the file or its folder belongs to another user',
    async () => {
      await writeSession(file, session);
      await chown(file, 12_345, 12_345);
      await expect(read()).rejects.toThrow('belongs to another user');
      await chown(file, 0, 0);
      await chown(dirname(file), 12_345, 12_345);
      await expect(read()).rejects.toThrow('belongs to another user');
      await expect(writeSession(file, session)).rejects.toThrow('belongs to another user');
    },
  );
});
