import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTranscriber } from '@relato/speech';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../boot/env.ts';
import { describeTranscripts, prepareModel, wakeTranscriptions } from './prepare-model.ts';
import { openModelFolder } from './open-model-folder.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const logger = pino({ level: 'silent' });
let test: TestApp;
let dataDir: string;
beforeAll(async () => void (test = await createTestApp()));
afterAll(() => test.close());
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'relato-speech-'))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const web = { ROLE: 'web', DATABASE_URL: 'postgres://relato@127.0.0.1/relato' };

/** The settings and services of a start with these variables. */
function start(variables: NodeJS.ProcessEnv) {
  const settings = readSettings(
    { DATA_DIR: dataDir, MODEL_BASE_URL: 'http://127.0.0.1:9', ...variables },
    dataDir,
  );
  const transcriber = createTranscriber(settings.speech, { models: openModelFolder(settings) });
  return { settings, services: { ...test.world.services, transcriber } };
}

async function putModel(): Promise<void> {
  await mkdir(join(dataDir, 'models'), { recursive: true });
  await writeFile(join(dataDir, 'models', 'my-own.gguf'), 'x');
}

describe('the line of the start', () => {
  it.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ CI: '' }, /^on this machine, as soon as its model is here$/u],
    [web, /^by the workers$/u],
    [{ LOCAL_SPEECH: 'off' }, /^none \(LOCAL_SPEECH=off; docs\/transcription\.md/u],
    [{ LOCAL_SPEECH: 'off', SPEECH_PROVIDER: 'local' }, /^wait for a model: npm run model/u],
    [{ SPEECH_PROVIDER: 'none' }, /^none \(SPEECH_PROVIDER=none/u],
    [{ ASSEMBLYAI_API_KEY: 'a-key' }, /^assemblyai$/u],
    [{ SPEECH_MODEL: 'whisper-base', CI: 'true' }, /^wait for a model: npm run model -- get whisper-base$/u],
  ])('names for %j the transcriber or the missing part', async (variables, line) => {
    const { settings, services } = start(variables);
    expect(await describeTranscripts(settings, services)).toMatch(line);
  });

  it('names the existing model', async () => {
    await putModel();
    const { settings, services } = start({});
    expect(await describeTranscripts(settings, services)).toBe('on this machine, by my-own');
  });
});

it.each<NodeJS.ProcessEnv>([{ CI: 'true' }, web, { LOCAL_SPEECH: 'off' }, { SPEECH_PROVIDER: 'none' }])(
  'fetches no model with %j',
  async (variables) => {
    const { settings, services } = start(variables);
    const lines: string[] = [];
    await prepareModel(settings, services, { logger, print: (line) => void lines.push(line) })(() => 0);
    expect(lines).toEqual([]);
  },
);

/** Creates a recording that waits for a transcription. Returns a function that reads whether it is queued again. */
async function leaveWaiting(name: string) {
  const { world } = test;
  world.queued.length = 0;
  const recordingId = await world.record(await world.addUser(name));
  await world.database.prisma.transcript.create({
    data: { recordingId, provider: 'local', status: 'queued', trouble: 'setup' },
  });
  return () => world.queued.some(({ data }) => 'recordingId' in data && data.recordingId === recordingId);
}

describe('transcriptions that wait for the operator', () => {
  it('are queued again when the transcriber of this machine gets a model, and not before', async () => {
    const isQueued = await leaveWaiting('ana');
    const { settings, services } = start({});
    const stop = wakeTranscriptions(settings, services, logger);
    expect(isQueued()).toBe(false);
    await putModel();
    await expect.poll(isQueued).toBe(true);
    await stop(() => 0);
  });

  it('are queued again at a start with another transcriber', async () => {
    const isQueued = await leaveWaiting('beto');
    const { settings, services } = start({ SPEECH_BASE_URL: 'http://127.0.0.1:9' });
    const running: Promise<void>[] = [];
    const runInBackground = (work: Promise<void>): void => void running.push(work);
    await wakeTranscriptions(settings, { ...services, runInBackground }, logger)(() => 0);
    await Promise.all(running);
    expect(isQueued()).toBe(true);
  });
});
