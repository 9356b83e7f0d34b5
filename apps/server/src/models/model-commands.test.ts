import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getModel } from '@relato/speech';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { startModelHub } from '@relato/testing/model-hub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runModelCommand } from './model-commands.ts';

let dataDir: string;
let lines: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'relato-model-'));
  lines = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Runs a command and returns what it prints. */
async function run(args: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
  lines = [];
  await runModelCommand(args.split(' ').filter(Boolean), {
    variables: { DATA_DIR: dataDir, MODEL_BASE_URL: 'http://127.0.0.1:9', ...variables },
    cwd: dataDir,
    print: (line) => void lines.push(line),
    show: () => {},
    signal: new AbortController().signal,
  });
  return lines.join('\n');
}

/** Creates a file with the size of a model in the folder, without its bytes. */
async function put(name: string): Promise<void> {
  const path = join(dataDir, 'models', `${name}.gguf`);
  await mkdir(join(dataDir, 'models'), { recursive: true });
  await writeFile(path, '');
  await truncate(path, getModel(name)?.bytes ?? 10);
}

const ownProvider = { SPEECH_BASE_URL: 'http://localhost:8000' };

describe('npm run model', () => {
  it('lists the models, and marks the chosen one', async () => {
    await put('whisper-base');
    await put('my-own');
    const rows = (await run('list')).split('\n');
    expect(rows.find((row) => row.includes('parakeet'))).toMatch(
      /^ +parakeet-tdt-0.6b-v3 +no +485 MB +3.7 % .* heard +no +CC-BY-4.0$/u,
    );
    expect(rows.find((row) => row.includes('whisper-base'))).toMatch(
      /^\* +whisper-base +yes +85 MB .* yes +Apache-2.0$/u,
    );
    expect(rows.find((row) => row.includes('my-own'))).toMatch(/^ +my-own +yes +0 MB +- +-/u);
  });

  it('chooses a model', async () => {
    await put('whisper-base');
    await put('my-own');
    expect(await run('use my-own')).toBe('my-own is used from the next recording on.');
    expect(await run('list')).toMatch(/^\* +my-own/mu);
  });

  it('warns about a model that chooses the language itself', async () => {
    await put('parakeet-tdt-0.6b-v3');
    expect(await run('use parakeet-tdt-0.6b-v3')).toContain('cannot be told that it hears Spanish');
  });

  it.each([
    [ownProvider, 'choose openai: SPEECH_PROVIDER=local makes it'],
    [{ SPEECH_PROVIDER: 'none' }, 'choose none: SPEECH_PROVIDER=local makes it'],
    [{ LOCAL_SPEECH: 'off' }, 'But LOCAL_SPEECH=off'],
    [{ SPEECH_MODEL: 'whisper-base' }, 'But SPEECH_MODEL is whisper-base, which wins.'],
  ])('warns if the server will not use it: %j', async (variables, warning) => {
    await put('my-own');
    expect(await run('use my-own', variables)).toContain(warning);
  });

  it('deletes a model', async () => {
    await put('my-own');
    expect(await run('remove my-own')).toBe('my-own is deleted.');
    expect(await readdir(join(dataDir, 'models'))).toEqual([]);
  });

  it.each([
    ['get ../../x', 'There is no model of that name to fetch.'],
    ['use whisper-base', 'whisper-base is not here yet: npm run model -- get whisper-base'],
    ['use my-own', 'There is no my-own.gguf in '],
    ['remove ../x', 'There is no ../x.gguf in '],
  ])('explains an error in one line: %s', async (args, message) => {
    await expect(run(args)).rejects.toMatchObject({
      name: 'ModelError',
      message: expect.stringContaining(message),
    });
  });

  it('prints its usage', async () => {
    for (const args of ['', 'lists', 'use', 'list all', 'get a b'])
      await expect(run(args)).rejects.toThrow('npm run model -- list');
  });

  it('fetches the model that is missing', async () => {
    const hub = await startModelHub(new Uint8Array(10));
    const failure = run('get', { MODEL_BASE_URL: hub.url, SPEECH_MODEL: 'whisper-small' });
    await expect(failure).rejects.toThrow('has 10 bytes instead of the 193749056 of whisper-small.');
    await hub.stop();
  });
});

const script = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the script, and passes its error output on while it runs. */
async function launch(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  onError: (text: string, kill: () => void) => void,
) {
  const child = spawn(process.execPath, [script, ...args], {
    env: bareEnvironment({ DATA_DIR: dataDir, ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
    onError(errors, () => child.kill('SIGINT'));
  });
  await once(child, 'close');
  return { code: child.exitCode, errors };
}

describe('the command', () => {
  it('reports in one line that the folder is not writable', async () => {
    await writeFile(join(dataDir, 'models'), 'a file');
    const { code, errors } = await launch(['get', 'whisper-base'], {}, () => {});
    expect(code).toBe(1);
    expect(errors).toMatch(/^E[A-Z]+: [^\n]*models'\n$/u);
  });

  it('keeps the downloaded part when Ctrl-C stops it', async () => {
    const bytes = getModel('whisper-base')?.bytes ?? 0;
    const hub = await startModelHub(new Uint8Array(bytes));
    hub.fail({ kind: 'stall', afterBytes: 9_000_000 });
    const { code, errors } = await launch(
      ['get', 'whisper-base'],
      { MODEL_BASE_URL: hub.url },
      (text, kill) => {
        if (text.endsWith('(10 %)\n')) kill();
      },
    );
    expect(code).toBe(130);
    expect(errors).toMatch(
      /whisper-base: 0 MB of 85 MB \(0 %\)\n[^]*Stopped\. The same command continues there\.\n$/u,
    );
    expect((await readdir(join(dataDir, 'models'))).toSorted()).toEqual([
      'whisper-base.gguf.part',
      'whisper-base.gguf.part.etag',
    ]);
    await hub.stop();
  });
});
