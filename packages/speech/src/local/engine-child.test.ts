import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { kill } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from '../testing/attempts.ts';
import { story, storyModel, toneOf, writeModel } from '../testing/local-models.ts';
import { startEngine, type EngineSettings } from './engine-child.ts';
import { memoryLimitSignal } from './limit-engine.ts';

const engineProgram = new URL('engine-process.ts', import.meta.url);
const strayProgram = new URL('../testing/stray-engine.ts', import.meta.url);
const holder = new URL('../testing/holds-an-engine.ts', import.meta.url);

/** Starts an engine that ends with the test. */
async function start({ modelPath, ...settings }: Partial<EngineSettings> = {}) {
  const engine = await startEngine(
    {
      modelPath: modelPath ?? (await writeModel()),
      maxBytes: 1e9,
      loadTimeoutMs: 150_000,
      pieceTimeoutMs: 150_000,
      program: engineProgram,
      ...settings,
    },
    undefined,
  );
  onTestFinished(engine.end);
  return engine;
}

const request = { samples: toneOf(1_000) };

const startStray = (behaviour: string, settings: Partial<EngineSettings> = {}) =>
  start({ ...settings, program: strayProgram, modelPath: behaviour });

/** Sends a request to an engine that ends by a signal before it can answer. Resolves with the failure. */
function hearUntil(signal: NodeJS.Signals, engine: Awaited<ReturnType<typeof start>>) {
  kill(engine.pid, 'SIGSTOP');
  const failure = failureOf(engine.hear(request, undefined));
  kill(engine.pid, signal);
  kill(engine.pid, 'SIGCONT');
  return failure;
}

const isRunning = (pid: number): boolean => {
  try {
    return kill(pid, 0);
  } catch {
    return false;
  }
};
const ended = (pid: number) => expect.poll(() => isRunning(pid), { interval: 5 }).toBe(false);

describe('an engine', () => {
  it('answers requests in sequence, with a low priority, and tells that its language can be fixed', async () => {
    const engine = await start();
    expect(engine.takesLanguage).toBe(true);
    expect(getPriority(engine.pid)).toBe(10);
    for (let i = 0; i < 2; i += 1) {
      expect(await engine.hear(request, undefined)).toEqual({
        text: story,
        segments: [{ text: story, startMs: 0, endMs: 2_000 }],
        tokens: [],
      });
    }
  });

  it.each([
    // The system kills the largest process when memory is short.
    ['SIGKILL', { kind: 'engine', trouble: 'busy' }],
    ['SIGSEGV', { kind: 'engine', trouble: 'failed' }],
  ] as const)('reports its death by %s', async (signal, expected) => {
    const engine = await startStray('never answers');
    expect(await hearUntil(signal, engine)).toMatchObject(expected);
    expect(engine.isAlive()).toBe(false);
    expect(await failureOf(engine.hear(request, undefined))).toMatchObject(expected);
  });

  it('is killed if it hangs', async () => {
    const engine = await startStray('never answers', { pieceTimeoutMs: 50 });
    const error = await failureOf(engine.hear(request, undefined));
    expect(error).toMatchObject({ kind: 'stalled', trouble: 'busy' });
    await ended(engine.pid);
  });

  it('is killed if the transcription is aborted', async () => {
    const engine = await startStray('never answers');
    const controller = new AbortController();
    const attempt = engine.hear(request, controller.signal);
    controller.abort(new Error('enough'));
    await expect(attempt).rejects.toThrow('enough');
    await ended(engine.pid);
  });

  it('ends itself when it uses too much memory', async () => {
    const attempt = start({ maxBytes: 60_000_000 }).then((engine) => engine.hear(request, undefined));
    const error = await failureOf(attempt);
    expect(error).toMatchObject({ kind: 'off', trouble: 'setup', message: expect.stringContaining('60 MB') });
  });

  it('is replaced by a new process if its memory grows over several recordings', async () => {
    const engine = await startStray('answers well');
    await engine.hear(request, undefined);
    expect(await hearUntil(memoryLimitSignal, engine)).toMatchObject({ kind: 'engine', trouble: 'busy' });
  });

  it.each([
    ['waits for a request', engineProgram, writeModel],
    // Native code may do this.
    ['blocks its thread', strayProgram, async () => 'blocks its thread'],
  ])('ends when its server is killed, if it %s', async (_, program, findModel) => {
    const server = spawn(process.execPath, [fileURLToPath(holder), program.href, await findModel()], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const exited = once(server, 'exit').then(() => expect.unreachable('the server ended'));
    exited.catch(() => {}); // it is killed below
    const [line] = await Promise.race([once(server.stdout, 'data'), exited]);
    const pid = Number(line);
    expect(isRunning(pid)).toBe(true);
    server.kill('SIGKILL');
    await ended(pid);
  });
});

describe('a model that cannot be used', () => {
  it.each([
    ['a file of another format', async () => Buffer.from('RIFF....WAVEfmt '.repeat(1_000))],
    ['a file that was cut in its weights', async () => (await storyModel).subarray(0, 4_000_000)],
    ['a GGUF that claims too much', async () => Buffer.from(`GGUF\u0003\0\0\0${'\u007F'.repeat(64)}`)],
  ])('is reported to the operator: %s', async (_, make) => {
    const error = await failureOf(start({ modelPath: await writeModel(await make()) }));
    expect(error).toMatchObject({ kind: 'off', trouble: 'setup' });
    expect(error.message).toMatch(/^The local engine does not work: .+/u);
  });
});

describe('a process that is no proper engine', () => {
  it('is killed if it sends nothing', async () => {
    const error = await failureOf(startStray('says nothing', { loadTimeoutMs: 300 }));
    expect(error).toMatchObject({ kind: 'stalled', trouble: 'busy' });
  });

  it.each(['ends at once', 'starts with an answer'])(
    'is reported to the operator if it %s',
    async (behaviour) => {
      expect(await failureOf(startStray(behaviour))).toMatchObject({ kind: 'off', trouble: 'setup' });
    },
  );

  it.each([
    'answers nonsense',
    'answers too much',
    'answers no object',
    'ends at a request',
    'fails at a request',
  ])('does no harm if it %s', async (behaviour) => {
    const engine = await startStray(behaviour);
    const error = await failureOf(engine.hear(request, undefined));
    expect(error).toMatchObject({ kind: 'engine', trouble: 'failed' });
    await ended(engine.pid);
  });

  it('is killed if it sends more than one answer', async () => {
    const engine = await startStray('answers twice');
    expect(await engine.hear(request, undefined)).toMatchObject({ text: 'Hola.' });
    await ended(engine.pid);
    expect(engine.isAlive()).toBe(false);
  });
});
