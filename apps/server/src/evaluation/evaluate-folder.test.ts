import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TranscriptionTrouble } from '@relato/contract';
import { createTranscriber, SpeechError, type Transcriber } from '@relato/speech';
import { bareEnvironment } from '@relato/testing/bare-environment';
import { startFakeOpenAI, type FakeOpenAI } from '@relato/testing/speech/openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { evaluateFolder } from './evaluate-folder.ts';
import { findRecordings } from './find-recordings.ts';
import { toTable } from './to-table.ts';

const fixtures = fileURLToPath(new URL('../../../../packages/testing/fixtures/audio/', import.meta.url));
let fake: FakeOpenAI;
let folder: string;
beforeAll(async () => {
  fake = await startFakeOpenAI({ apiKey: null });
});
afterAll(() => fake.stop());
beforeEach(async () => {
  fake.setTranscript('Había una vez un tren.');
  const created = await mkdtemp(join(tmpdir(), 'relato-evaluate-'));
  onTestFinished(() => rm(created, { recursive: true }));
  folder = created;
});

const addSound = (name: string, fixture = 'bursts.ogg') =>
  copyFile(join(fixtures, fixture), join(folder, name));
const addText = (name: string, text: string) => writeFile(join(folder, name), text);

async function evaluate(
  transcribers?: Transcriber | readonly Transcriber[],
  signal = new AbortController().signal,
) {
  const lines: string[] = [];
  const openai = createTranscriber({ provider: 'openai', baseUrl: fake.url, model: 'whisper-1' });
  const problem = await evaluateFolder(folder, [transcribers ?? openai].flat(), {
    print: (line) => void lines.push(line),
    show: () => {},
    signal,
  }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { lines: lines.map((line) => line.split(/ {2,}/)), text: lines.join('\n'), problem };
}

const transcriberThat = (transcribe: Transcriber['transcribe']): Transcriber => ({
  name: 'assemblyai',
  transcribe,
  delete: async () => {},
});

const failWith = (trouble: TranscriptionTrouble) =>
  evaluate(
    transcriberThat(async () => {
      throw new SpeechError('http', `It is ${trouble}`, { trouble });
    }),
  );

describe('a folder of recordings and texts', () => {
  it('is transcribed, and each transcript is compared with its text', async () => {
    await addSound('uno.ogg');
    await addText('uno.txt', '—Había una vez un TREN');
    await addSound('dos.m4a', 'bursts.m4a');
    await addText('dos.txt', 'Había otra vez un tren que llegaba tarde');
    const { lines, problem } = await evaluate();
    expect(problem).toBeNull();
    const rate = expect.stringMatching(/^\d+\.\dx$/);
    expect(lines).toEqual([
      ['RECORDINGS', 'MODEL', 'WORDS', 'WRONG', 'WER', 'FOREIGN', 'SOUND', 'SPEED'],
      ['dos.m4a', 'whisper-1', '8', '4', '50.0 %', '0.0 %', '3.0 s', rate],
      ['uno.ogg', 'whisper-1', '5', '0', '0.0 %', '0.0 %', '3.0 s', rate],
      // The total divides all errors by all words, instead of averaging the rates.
      ['all', 'whisper-1', '13', '4', '30.8 %', '0.0 %', '6.0 s', rate],
      [
        expect.stringMatching(
          /^Transcribed by openai, whisper-1\. Peak of memory on this machine: \d+ MB\.$/,
        ),
      ],
    ]);
  });

  it('is transcribed by several models, one after the other', async () => {
    await addSound('uno.ogg');
    await addText('uno.txt', 'Había un tren you know');
    const ended: string[] = [];
    const hears = (model: string, text: string): Transcriber => ({
      ...transcriberThat(async () => ({ text, words: null, engine: 'local', model, isUnsure: false })),
      end: () => void ended.push(model),
    });
    const models = [hears('good', 'Había un tren you know'), hears('drifts', 'The was of they know')];
    const { lines, problem } = await evaluate(models);
    expect(problem).toBeNull();
    expect(lines.map((cells) => cells.slice(0, 6)).slice(1)).toEqual([
      ['uno.ogg', 'good', '5', '0', '0.0 %', '0.0 %'],
      ['uno.ogg', 'drifts', '5', '4', '80.0 %', '80.0 %'],
      ['all', 'good', '5', '0', '0.0 %', '0.0 %'],
      ['all', 'drifts', '5', '4', '80.0 %', '80.0 %'],
      [expect.stringMatching(/^Transcribed by local, good\./)],
      [expect.stringMatching(/^Transcribed by local, drifts\./)],
    ]);
    // One model ends before the next one starts.
    expect(ended).toEqual(['good', 'drifts']);
  });

  it('is compared by the groups of its manifest', async () => {
    for (const name of ['uno', 'dos', 'tres']) {
      await addText(`${name}.ogg`, 'a sound');
      await addText(`${name}.txt`, 'Había un tren you know');
    }
    await addText(
      'manifest.csv',
      '\uFEFFrecording;accent;speech\r\nuno.ogg;Andes;read\r\ndos.ogg;Caribe;spontaneous\r\n\r\ntres.ogg;;spontaneous\r\n',
    );
    const recordings = await findRecordings(folder);
    const evaluated = (name: string, wrong: { errors: number; foreign: number }) => {
      const measured = { words: 5, heard: 5, soundSeconds: 3, workSeconds: 2, ...wrong };
      return { name, outcomes: recordings.map((recording) => ({ recording, measured })) };
    };
    const models = [
      evaluated('good', { errors: 0, foreign: 0 }),
      evaluated('drifts', { errors: 4, foreign: 3 }),
    ];
    expect(toTable(recordings, models).slice(7)).toEqual([
      ['accent: Andes', 'good', '5', '0', '0.0 %', '0.0 %', '3.0 s', '1.5x'],
      ['accent: Andes', 'drifts', '5', '4', '80.0 %', '60.0 %', '3.0 s', '1.5x'],
      ['accent: Caribe', 'good', '5', '0', '0.0 %', '0.0 %', '3.0 s', '1.5x'],
      ['accent: Caribe', 'drifts', '5', '4', '80.0 %', '60.0 %', '3.0 s', '1.5x'],
      ['speech: read', 'good', '5', '0', '0.0 %', '0.0 %', '3.0 s', '1.5x'],
      ['speech: read', 'drifts', '5', '4', '80.0 %', '60.0 %', '3.0 s', '1.5x'],
      ['speech: spontaneous', 'good', '10', '0', '0.0 %', '0.0 %', '6.0 s', '1.5x'],
      ['speech: spontaneous', 'drifts', '10', '8', '80.0 %', '60.0 %', '6.0 s', '1.5x'],
      ['all', 'good', '15', '0', '0.0 %', '0.0 %', '9.0 s', '1.5x'],
      ['all', 'drifts', '15', '12', '80.0 %', '60.0 %', '9.0 s', '1.5x'],
    ]);
  });

  it('gives an engine on this machine the samples, as a story does, and leaves no recording at a provider', async () => {
    await addSound('uno.ogg');
    await addText('uno.txt', 'tres');
    let seconds = 0;
    const deleted: string[] = [];
    const { problem } = await evaluate({
      ...transcriberThat(async ({ loadSamples, extension }, { signal, onJob }) => {
        await onJob('job-1');
        seconds = (await loadSamples(signal)).length / 16_000;
        return { text: extension, words: null, engine: 'local', model: null, isUnsure: false };
      }),
      delete: async (job) => void deleted.push(job),
    });
    expect(problem).toBeNull();
    expect(seconds).toBeCloseTo(3, 1);
    expect(deleted).toEqual(['job-1']);
  });

  it('counts the recordings that could be transcribed, and names the others', async () => {
    await addSound('uno.ogg');
    await addText('uno.txt', 'Había una vez un tren');
    await addText('dos.mp3', 'no soy un mp3');
    await addText('dos.txt', 'nada');
    const { lines, problem } = await evaluate();
    expect(lines[1]?.slice(0, 4)).toEqual(['dos.mp3', 'whisper-1', '-', '-']);
    expect(lines[3]?.slice(0, 4)).toEqual(['all', 'whisper-1', '5', '0']);
    expect(problem).toBe('dos.mp3: is not taken as a recording (AUDIO_NOT_AUDIO)');
  });

  it('names the error of the provider, and stops at one that would repeat for each recording', async () => {
    for (const name of ['uno', 'dos']) {
      await addSound(`${name}.ogg`);
      await addText(`${name}.txt`, 'tren');
    }
    expect((await failWith('busy')).problem).toBe('dos.ogg: It is busy\nuno.ogg: It is busy');
    expect((await failWith('setup')).problem).toBe('It is setup. docs/transcription.md says what to set.');
  });

  it('is not transcribed further after the command is stopped', async () => {
    await addSound('uno.ogg');
    await addText('uno.txt', 'tren');
    const stopping = new AbortController();
    const { problem, lines } = await evaluate(
      transcriberThat(async (_, { signal }) => {
        stopping.abort(new Error('Stopped'));
        signal?.throwIfAborted();
        throw new Error('goes on');
      }),
      stopping.signal,
    );
    expect(problem).toBe('Stopped');
    expect(lines).toEqual([]);
  });
});

describe('an error before the first transcription names', () => {
  it('a missing folder, missing recordings, or a missing transcriber', async () => {
    await addText('uno.txt', 'tren');
    expect((await evaluate()).problem).toMatch(`There are no recordings in ${folder}.`);
    await addSound('uno.ogg');
    const { problem } = await evaluate(createTranscriber({ provider: 'none' }));
    expect(problem).toMatch('The settings choose no transcriber');
    folder = join(folder, 'nowhere');
    expect((await evaluate()).problem).toBe(`There is no folder ${folder}.`);
  });

  it('all files without their counterpart', async () => {
    await addSound('uno.ogg');
    await addSound('dos.webm');
    await addText('dos.txt', ' … ');
    await addText('tres.txt', 'tren');
    const { problem } = await evaluate();
    expect(problem?.split('\n')).toEqual([
      'uno.ogg has no uno.txt.',
      expect.stringMatching(/^tres\.txt has no recording/),
      'dos.txt has no words.',
    ]);
  });

  it('all differences from the manifest', async () => {
    for (const name of ['uno', 'dos']) {
      await addSound(`${name}.ogg`);
      await addText(`${name}.txt`, 'tren');
    }
    await addText('manifest.csv', 'recording,accent\nuno.ogg\ntres.ogg,Andes\n');
    const { problem } = await evaluate();
    expect(problem?.split('\n')).toEqual([
      'manifest.csv has not as many cells for uno.ogg as its first line.',
      'dos.ogg is not in manifest.csv.',
      'manifest.csv names tres.ogg, which is not there.',
    ]);
  });
});

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    const script = fileURLToPath(new URL('./main.ts', import.meta.url));
    execFile(
      process.execPath,
      [script, ...args],
      { env: bareEnvironment({ DATA_DIR: folder, ...env }) },
      (error, output, errors) => resolve({ code: error?.code ?? 0, output, errors }),
    );
  });

describe('npm run transcription:evaluate', () => {
  it('resolves the folder from where npm was called, and reads the transcriber from the settings', async () => {
    await addSound('uno.ogg');
    await addText('uno.txt', 'Había una vez un tren');
    const { code, output } = await run(['.'], { INIT_CWD: folder, SPEECH_BASE_URL: fake.url });
    expect(output).toMatch(/uno\.ogg +whisper-1 +5 +0 +0\.0 % +0\.0 %/);
    expect(code).toBe(0);
  });

  it('explains errors of the command line and of the settings', async () => {
    expect(await run([folder, '--all'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('FOLDER'),
    });
    expect(await run([folder, 'my-own'])).toMatchObject({
      code: 1,
      errors: 'my-own is not here yet: npm run model -- get my-own\n',
    });
  });
});
