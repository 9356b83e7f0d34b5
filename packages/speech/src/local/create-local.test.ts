import { writeFile } from 'node:fs/promises';
import timers from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failureOf, options, unloadable } from '../testing/attempts.ts';
import { createTestLocal, soundOf, story, toneOf, writeModel } from '../testing/local-models.ts';
import { createLocal, findLocalFault } from './create-local.ts';

const program = new URL('../testing/stray-engine.ts', import.meta.url);
/** Writes a model file. A stand-in program reads its behaviour from the name of the file. */
const writeStray = (behaviour: string) => writeModel(new Uint8Array(1), behaviour);
/** Starts a program that answers at once instead of an engine. */
const createQuick = async () => createTestLocal(await writeStray('answers well'), { program });
const quick = { text: 'Hola.' };

describe('a local model', () => {
  it('transcribes a recording, with the times of its words', async () => {
    const local = createTestLocal(await writeModel());
    const result = await local.transcribe(soundOf(3_000), options());
    expect(result).toMatchObject({ text: story, engine: 'local', model: 'test' });
    expect(result.words?.map(({ text }) => text)).toEqual(story.split(' '));
    expect(result.words?.[0]).toMatchObject({ startMs: 0, confidence: null });
    // The tone pauses between 750 and 1000 ms.
    const starts = result.words?.map(({ startMs }) => startMs) ?? [];
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts.filter((ms) => ms > 760 && ms < 1_000)).toEqual([]);
    expect(result.words?.at(-1)?.endMs).toBeLessThanOrEqual(2_000);
  });

  it('transcribes a long recording in pieces with their own times', async () => {
    const local = createTestLocal(await writeModel());
    const { text, words } = await local.transcribe(soundOf(65_000), options());
    expect(text.split(story)).toHaveLength(4);
    const starts = words?.filter(({ text }) => text === 'Había').map(({ startMs }) => startMs) ?? [];
    expect(starts).toHaveLength(3);
    expect(starts[1]).toBeGreaterThanOrEqual(15_000);
    expect(starts[2]).toBeGreaterThanOrEqual((starts[1] ?? 0) + 15_000);
  });

  it('needs no model for silence', async () => {
    const local = createTestLocal('/no/such/model');
    const audio = { ...unloadable, loadSamples: async () => new Float32Array(48_000) };
    expect(await local.transcribe(audio, options())).toMatchObject({ text: '', words: null });
    expect(local.starts).toEqual([]);
  });

  it('ends its process after a while without recordings', async () => {
    const local = createTestLocal(await writeStray('answers well'), { program, idleMs: 1 });
    await local.transcribe(soundOf(1_000), options());
    await timers.setTimeout(10);
    await local.transcribe(soundOf(1_000), options());
    expect(local.starts).toHaveLength(2);
  });

  it('uses the model that is chosen at its turn, and reloads a changed file', async () => {
    let path = await writeStray('answers well');
    const other = await writeStray('drifts into English');
    const local = createTestLocal(path, { program, findModel: async () => ({ name: 'test', path }) });
    const loadSamples = async () => {
      path = other;
      return toneOf(1_000);
    };
    const first = local.transcribe({ ...soundOf(1_000), loadSamples }, options());
    const second = local.transcribe(soundOf(1_000), options());
    expect(await first).toMatchObject(quick);
    expect(await second).toMatchObject({ text: expect.stringContaining('train') });
    await writeFile(other, 'another');
    await local.transcribe(soundOf(1_000), options());
    expect(local.starts).toEqual([1, 1, 7]);
  });

  it('waits for the operator while there is no model', async () => {
    const local = createLocal({ findModel: async () => null });
    const error = await failureOf(local.transcribe(soundOf(1_000), options()));
    expect(error).toMatchObject({ kind: 'off', trouble: 'setup' });
  });

  it('passes on errors of decoding', async () => {
    const local = await createQuick();
    await expect(local.transcribe(unloadable, options())).rejects.toThrow('decoded');
  });

  it('reports a missing file to the operator', async () => {
    const local = createTestLocal('/no/such/model.gguf');
    const error = await failureOf(local.transcribe(soundOf(1_000), options()));
    expect(error).toMatchObject({
      kind: 'off',
      trouble: 'setup',
      message: expect.stringContaining('ENOENT'),
    });
  });

  it('stops an engine that hangs, and the next attempt starts another', async () => {
    const local = createTestLocal(await writeStray('never answers'), { pieceTimeoutMs: 1, program });
    const error = await failureOf(local.transcribe(soundOf(1_000), options()));
    expect(error).toMatchObject({ kind: 'stalled', trouble: 'busy' });
    await failureOf(local.transcribe(soundOf(1_000), options()));
    expect(local.starts).toHaveLength(2);
  });

  it('keeps one process for all recordings, and lets one leave the queue', async () => {
    const local = await createQuick();
    const first = local.transcribe(soundOf(1_000), options());
    const controller = new AbortController();
    const second = local.transcribe(soundOf(1_000), options({ signal: controller.signal }));
    const third = local.transcribe(soundOf(1_000), options());
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    expect([await first, await third]).toMatchObject([quick, quick]);
    expect(local.starts).toHaveLength(1);
  });
});

describe('a model that drifts into another language', () => {
  it('REL-37: has its recording transcribed again by a model with a fixed language', async () => {
    const told = { name: 'told', path: await writeStray('answers well') };
    const local = createTestLocal(await writeStray('drifts into English'), {
      program,
      findTold: async () => told,
    });
    const result = await local.transcribe(soundOf(3_000), options());
    expect(result).toMatchObject({ text: 'Hola.', model: 'told', isUnsure: false });
    expect(local.starts).toHaveLength(2);
  });

  it('REL-37: keeps its text as unsure without another model', async () => {
    const local = createTestLocal(await writeStray('drifts into English'), { program });
    const result = await local.transcribe(soundOf(3_000), options());
    expect(result).toMatchObject({ text: expect.stringContaining('wait for a train'), isUnsure: true });
  });

  it('REL-37: keeps its text as unsure if the other model cannot run', async () => {
    const local = createTestLocal(await writeStray('drifts into English'), {
      program,
      findTold: async () => ({ name: 'told', path: '/no/such/model' }),
    });
    const result = await local.transcribe(soundOf(3_000), options());
    expect(result).toMatchObject({ model: 'test', isUnsure: true });
  });

  it('REL-37: is noticed within half a minute of a long story', async () => {
    const path = await writeStray('drifts for a while');
    const local = createTestLocal(path, { program });
    const { text, isUnsure } = await local.transcribe(soundOf(100_000), options());
    expect(text.split('Había')).toHaveLength(4);
    expect(text.split('wait for a train')).toHaveLength(2);
    expect(isUnsure).toBe(true);
  });
});

describe('a model with a fixed language', () => {
  it('REL-37: keeps a text that does not look Spanish as unsure, without a second attempt', async () => {
    const told = { name: 'told', path: await writeStray('answers well') };
    const path = await writeStray('writes English');
    const local = createTestLocal(path, { program, findTold: async () => told });
    expect(await local.transcribe(soundOf(3_000), options())).toMatchObject({
      text: expect.stringContaining('wait for a train'),
      model: 'test',
      isUnsure: true,
    });
    expect(local.starts).toHaveLength(1);
  });

  it('is trusted when a long Spanish story quotes another language for half a minute', async () => {
    const local = createTestLocal(await writeStray('quotes for a while'), { program });
    const { text, isUnsure } = await local.transcribe(soundOf(100_000), options());
    expect(text.split('wait for a train')).toHaveLength(2);
    expect(isUnsure).toBe(false);
  });

  it('is trusted when a Spanish story quotes another language', async () => {
    const local = createTestLocal(await writeStray('quotes English'), { program });
    expect(await local.transcribe(soundOf(3_000), options())).toMatchObject({
      text: expect.stringContaining('the train was late'),
      isUnsure: false,
    });
  });
});

describe('findLocalFault', () => {
  it('finds no fault if the library works', async () => {
    expect(await findLocalFault()).toBeNull();
  });

  it('reports why a library cannot be loaded', async () => {
    process.env['TRANSCRIBE_LIBRARY'] = '/no/such/library.so';
    const fault = await findLocalFault().finally(() => delete process.env['TRANSCRIBE_LIBRARY']);
    expect(fault).toContain('/no/such/library.so');
  });
});
