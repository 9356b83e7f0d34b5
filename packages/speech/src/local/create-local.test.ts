import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestModel } from '@relato/testing/speech/test-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, options, unloadable } from '../testing/attempts.ts';
import { createLocal } from './create-local.ts';

const story = 'Había una vez un tren que llegaba tarde.';
let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-local-'));
  path = join(folder, 'story.gguf');
  await writeFile(path, await makeTestModel({ says: [{ text: story, startMs: 0, endMs: 2_000 }] }));
});
afterAll(() => rm(folder, { recursive: true }));

/** A tone that is interrupted every second. */
const sound = Float32Array.from({ length: 3 * 16_000 }, (_, index) =>
  index % 16_000 < 12_000 ? 0.3 * Math.sin(index / 10) : 0,
);
const audio = { ...unloadable, loadSamples: async () => sound };

describe('a local model', () => {
  it('transcribes a recording, with the times of its words', async () => {
    const local = createLocal({ findModel: async () => ({ name: 'story', path }) });
    const result = await local.transcribe(audio, options());
    expect(result).toMatchObject({ text: story, engine: 'local', model: 'story' });
    expect(result.words?.map(({ text }) => text)).toEqual(story.split(' '));
  });

  it('waits for the operator while there is no model', async () => {
    const local = createLocal({ findModel: async () => null });
    expect(await failureOf(local.transcribe(audio, options()))).toMatchObject({
      kind: 'off',
      trouble: 'setup',
    });
  });
});
