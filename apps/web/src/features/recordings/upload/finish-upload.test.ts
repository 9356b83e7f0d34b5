import { beforeEach, expect, it, vi } from 'vitest';
import { newRecordingId } from '../recorder-api.ts';
import { prepareRecorder, refusal } from '../testing/recorder-world.ts';
import { finishUpload } from './finish-upload.ts';

const id = newRecordingId();
let world: ReturnType<typeof prepareRecorder>;
beforeEach(() => {
  world = prepareRecorder();
  world.server.bytes = 1200;
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warn.mockRestore();
});

/** Answers as the server does for an incomplete upload. */
const fetch = async (url: string, init: RequestInit): Promise<Response> =>
  init.method === 'POST' ? new Response(null, { status: 409 }) : world.server.fetch(url, init);
const finish = () => {
  const { api, environment } = world.dependencies;
  return finishUpload({ id, api, environment: { ...environment, fetch } });
};

it('ends the upload at the received bytes, without announcing it again', async () => {
  expect(await finish()).toEqual({ step: 'ready' });
  expect(world.server).toMatchObject({ bytes: 1200, isComplete: true });
  expect(world.server.calls).not.toContain('begin');
});

it('returns why the beginning alone cannot be a story', async () => {
  const answers = vi.spyOn(world.server.api, 'getRecording');
  answers.mockResolvedValue({ id, state: 'refused', reason: 'AUDIO_TRUNCATED' });
  expect(await finish()).toEqual({ step: 'refused', reason: 'AUDIO_TRUNCATED' });
  answers.mockResolvedValue({ id, state: 'inspecting', isDelayed: true });
  expect(await finish()).toEqual({ step: 'delayed' });
});

it('ends with the first failure', async () => {
  world.server.fail.set('upload', () => new TypeError('Failed to fetch'));
  expect(await finish()).toEqual({ step: 'failed', failure: 'network' });
  world.server.fail.clear();
  world.server.fail.set('getRecording', () => refusal('UNAUTHENTICATED', 401));
  expect(await finish()).toEqual({ step: 'failed', failure: 'sign-in' });
});
