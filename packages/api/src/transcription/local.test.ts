import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordingId } from '@relato/contract';
import { createLocal, SpeechError } from '@relato/speech';
import { makeTestModel } from '@relato/testing/speech/test-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectNow } from '../recordings/jobs.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { transcribeOnce } from '../testing/transcriptions.ts';

const heard = 'Había una vez un tren que llegaba tarde.';
const world = useTestWorld();
const ana = useUser(world, 'ana');
let folder: string;
let path: string;
const findModel = async () => ({ name: 'prueba', path });
const local = createLocal({ findModel });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-model-'));
  path = join(folder, 'prueba.gguf');
  await writeFile(path, await makeTestModel({ says: [{ text: heard, startMs: 0, endMs: 2_000 }] }));
});
afterAll(async () => {
  local.end();
  await rm(folder, { recursive: true });
});

async function inspect(fixture = 'chromium_timeslice_noduration.webm'): Promise<RecordingId> {
  const id = await world.upload(ana, fixture);
  await inspectNow({ ...world.services, transcriber: local }, id);
  world.queued.length = 0;
  return id;
}

const transcribe = (recordingId: RecordingId, transcriber = local) =>
  transcribeOnce({ ...world.services, transcriber }, recordingId);

const statusOf = (recordingId: RecordingId) => world.callAs(ana).transcription.status({ recordingId });

describe('a model on this machine', () => {
  it.each([
    ['Opus in WebM', 'chromium_timeslice_noduration.webm'],
    ['Opus in MP4', 'chromium_opus_frag.mp4'],
    ['Opus in Ogg', 'firefox_opus.ogg'],
    ['AAC in MP4', 'ffmpeg_aac_frag_safari_like.mp4'],
    ['MP3', 'speech.mp3'],
    ['WAV', 'speech.wav'],
  ])('makes the text of a story of %s', async (_codec, fixture) => {
    const recordingId = await inspect(fixture);
    expect(await transcribe(recordingId)).toEqual([]);
    const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'El tren' });
    const { transcript, transcriptWords } = await world.callAs(ana).stories.byId({ id });
    expect(transcript).toContain(heard);
    expect(transcriptWords).toHaveProperty('0', expect.objectContaining({ text: 'Había' }));
    const row = await world.database.prisma.transcript.findUniqueOrThrow({ where: { recordingId } });
    expect(row).toMatchObject({ engine: 'local', model: 'prueba' });
  });

  it('is asked again after its process was killed', async () => {
    const recordingId = await inspect();
    const killed = createLocal({ findModel });
    local.end();
    const attempt = transcribe(recordingId, killed);
    await expect.poll(killEngine, { interval: 5 }).toBe(true);
    expect((await attempt).map((error) => error instanceof SpeechError && error.kind)).toEqual(['engine']);
    expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'busy' });
    expect(world.queued).toMatchObject([{ name: 'transcribe-recording', data: { recordingId } }]);
    expect(await transcribe(recordingId, killed)).toEqual([]);
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
    killed.end();
  });

  it('is stopped when it takes too long, and asked again', async () => {
    const recordingId = await inspect();
    const hurried = createLocal({ findModel, pieceTimeoutMs: 1 });
    expect(await transcribe(recordingId, hurried)).toMatchObject([{ kind: 'stalled' }]);
    expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'busy' });
    expect(await transcribe(recordingId)).toEqual([]);
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
  });

  it('waits for the operator if its file is broken', async () => {
    const recordingId = await inspect();
    const broken = createLocal({
      findModel: async () => ({ name: 'roto', path: join(folder, 'roto.gguf') }),
    });
    await writeFile(join(folder, 'roto.gguf'), 'GGUF');
    expect(await transcribe(recordingId, broken)).toMatchObject([{ kind: 'off' }]);
    expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'setup' });
  });
});

/** Kills the engine of this process. Returns whether there was one. */
function killEngine(): boolean {
  const found = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'engine-process'], { encoding: 'utf8' });
  const pid = Number.parseInt(found.stdout, 10);
  return !Number.isNaN(pid) && process.kill(pid, 'SIGKILL');
}
