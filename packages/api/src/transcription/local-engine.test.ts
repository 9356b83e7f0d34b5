import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocal } from '@relato/speech';
import { makeTestModel } from '@relato/testing/speech/test-model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

const said = 'Había una vez un tren que llegaba tarde.';
let folder: string;
let local: ReturnType<typeof createLocal>;
let world: TestWorld;
let ana: Viewer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-local-'));
  const path = join(folder, 'test.gguf');
  await writeFile(path, await makeTestModel({ says: [{ text: said, startMs: 0, endMs: 2_000 }] }));
  local = createLocal({ findModel: async () => ({ name: 'test', path }) });
  world = await createTestWorld({ transcriber: local });
  ana = await world.addUser('ana');
});
afterAll(async () => {
  local.end();
  await world.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['Opus in WebM', 'chromium_timeslice_noduration.webm'],
  ['Opus in MP4', 'chromium_opus_frag.mp4'],
  ['Opus in Ogg', 'firefox_opus.ogg'],
  ['AAC in MP4', 'ffmpeg_aac_frag_safari_like.mp4'],
  ['MP3', 'speech.mp3'],
  ['WAV', 'speech.wav'],
])('a recording of %s becomes the text of a story by a model on this machine', async (_codec, fixture) => {
  const recordingId = await world.upload(ana, fixture);
  await world.workOff();
  const status = await world.callAs(ana).transcription.status({ recordingId });
  expect(status).toMatchObject({ status: 'completed', text: expect.stringContaining(said) });
  const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'El tren' });
  const { transcript, transcriptWords } = await world.database.prisma.story.findUniqueOrThrow({
    where: { id },
  });
  expect(transcript).toContain(said);
  expect(transcriptWords).toHaveProperty('0', expect.objectContaining({ text: 'Había' }));
  const row = await world.database.prisma.transcript.findUniqueOrThrow({ where: { recordingId } });
  expect(row).toMatchObject({ engine: 'local', model: 'test' });
});
