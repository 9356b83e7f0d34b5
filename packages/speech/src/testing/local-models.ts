import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestModel, type TestModelOptions } from '@relato/testing/speech/test-model';
import { onTestFinished } from 'vitest';
import { createLocal, type LocalSettings } from '../local/create-local.ts';
import type { SpeechAudio } from '../transcriber.ts';
import { unloadable } from './attempts.ts';

export const story = 'Había una vez un tren que llegaba tarde.';
export const storyModel = makeTestModel({ says: [{ text: story, startMs: 0, endMs: 2_000 }] });

/** Writes a file into a folder of the test and returns its path. */
export async function writeModel(
  model: TestModelOptions | Uint8Array | null = null,
  name = 'test.gguf',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  const bytes = model === null ? storyModel : model instanceof Uint8Array ? model : makeTestModel(model);
  await writeFile(path, await bytes);
  return path;
}

/** Creates a local transcriber whose process ends with the test. `starts` has an entry for each process. */
export function createTestLocal(path: string, settings: Partial<LocalSettings> = {}) {
  const starts: number[] = [];
  const local = createLocal({
    findModel: async () => ({ name: 'test', path }),
    toMaxBytes: (modelBytes) => {
      starts.push(modelBytes);
      return 1e9;
    },
    ...settings,
  });
  onTestFinished(() => local.end());
  return { ...local, starts };
}

/** Returns 16 kHz of a tone that pauses for a quarter of each second. */
export const toneOf = (durationMs: number): Float32Array =>
  Float32Array.from({ length: durationMs * 16 }, (_, index) =>
    index % 16_000 < 12_000 ? 0.3 * Math.sin(index / 10) : 0,
  );

export const soundOf = (durationMs: number): SpeechAudio => ({
  ...unloadable,
  loadSamples: async () => toneOf(durationMs),
});
