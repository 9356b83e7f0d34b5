import type { ErrorCode } from '@relato/contract/errors';
import type { UserId } from '@relato/contract/ids';
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { newRecordingId } from '../../recorder-api.ts';
import { lostAnswer, prepareRecorder, refusal, userId } from '../../testing/recorder-world.ts';
import { type Draft, DraftStore, newDraft } from '../store/draft-store.ts';
import { saveDrafts } from './save-drafts.ts';
import { toSavedText } from './saved-text.ts';

let world: ReturnType<typeof prepareRecorder>;
beforeEach(() => {
  world = prepareRecorder();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warn.mockRestore();
});

let made = 0;
/** An earlier recording with two seconds of sound. */
async function leaveDraft(changes: Partial<Draft> = {}): Promise<Draft> {
  made += 1;
  const draft: Draft = {
    ...newDraft({ id: newRecordingId(), userId, mimeType: 'audio/webm' }),
    createdAtMs: made,
    ...changes,
  };
  await world.drafts.write(draft);
  await world.drafts.addChunk(draft.id, 0, new Blob(['uno']), 1000);
  await world.drafts.addChunk(draft.id, 1, new Blob(['dos']), 2000);
  return draft;
}

const saveAll = (which: 'all' | 'due' = 'all') =>
  saveDrafts({ userId, which, dependencies: world.dependencies, onProgress: () => undefined });
/** Returns the number of saved drafts. */
const save = async (which: 'all' | 'due' = 'all') => (await saveAll(which)).length;
const kept = async (owner: UserId = userId) => (await world.drafts.list(owner)).map(({ id }) => id);

it("saves each draft with the user's input, and removes it", async () => {
  const { id } = await leaveDraft({ title: ' La reja ', transcript: 'Eran las tres', tags: ['humor'] });
  expect(await save()).toBe(1);
  expect([...world.server.stories]).toEqual([
    [id, { title: 'La reja', transcript: 'Eran las tres', tags: ['humor'] }],
  ]);
  expect(world.server).toMatchObject({ bytes: 6, isComplete: true });
  expect(await kept()).toEqual([]);
});

it('reports the progress of each draft until it is saved or kept', async () => {
  const { id } = await leaveDraft();
  const told: unknown[] = [];
  const tell = () =>
    saveDrafts({
      userId,
      which: 'all',
      dependencies: world.dependencies,
      onProgress: (draft, progress) => told.push([draft.id, progress]),
    });
  world.server.fail.set('createStory', () => refusal('INTERNAL', 500));
  await tell();
  expect(told[0]).toEqual([id, { step: 'uploading', ratio: 0 }]);
  expect(told.at(-1)).toEqual([id, null]);
  world.server.fail.clear();
  await tell();
  expect(told.at(-1)).toEqual([id, { step: 'saved', ratio: 1 }]);
});

it('gives an untitled draft the default title, and leaves its text to the transcriber', async () => {
  const { id } = await leaveDraft({ title: ' \u200b' });
  expect(await save()).toBe(1);
  expect(world.server.stories.get(id)).toEqual({ title: 'Historia sin título', tags: [] });
});

it("does not wait for the server's transcript, but keeps the text that only this browser recognized", async () => {
  world.server.transcription = { status: 'processing' };
  const silent = await leaveDraft();
  await save();
  expect([...world.server.stories.keys()]).toEqual([silent.id]);
  world.server.transcription = { status: 'off' };
  const heard = await leaveDraft({ provisionalText: 'había una vez' });
  await save();
  expect(world.server.stories.get(heard.id)).toMatchObject({ transcript: 'había una vez' });
});

it.each([{ status: 'queued', trouble: 'setup' }, { status: 'processing' }] as const)(
  'does not wait for a transcriber that the server has got since: %j',
  async (transcription) => {
    world.server.transcription = transcription;
    const { id } = await leaveDraft({ provisionalText: 'había una vez' });
    expect(await save()).toBe(1);
    expect(world.server.stories.get(id)).not.toHaveProperty('transcript');
  },
);

it('does not prepare for playback what is not played', async () => {
  await leaveDraft();
  const preparing = vi.spyOn(world.dependencies, 'preparePlayback');
  expect(await save()).toBe(1);
  expect(preparing).not.toHaveBeenCalled();
});

it('L229, L237: skips and keeps a failing draft, and saves it the next time, once', async () => {
  const failing = await leaveDraft();
  const fine = await leaveDraft();
  const { createStory } = world.server.api;
  const refuse = vi
    .spyOn(world.server.api, 'createStory')
    .mockImplementation(async (id, input) =>
      id === failing.id ? Promise.reject(refusal('INTERNAL', 500)) : createStory(id, input),
    );
  expect(await save()).toBe(1);
  expect([...world.server.stories.keys()]).toEqual([fine.id]);
  expect(await kept()).toEqual([failing.id]);
  expect(console.warn).toHaveBeenCalledWith('A recording of before could not be saved', expect.anything());
  refuse.mockRestore();
  expect(await save('due')).toBe(1);
  expect(await save('due')).toBe(0);
  expect([...world.server.stories.keys()]).toEqual([fine.id, failing.id]);
});

it('replaces no title that another device gave the story', async () => {
  const { id } = await leaveDraft({ isDue: true, tags: ['humor'] });
  world.server.stories.set(id, { title: 'La reja', tags: [] });
  expect(await save('due')).toBe(1);
  expect(world.server.stories.get(id)).toEqual({ title: 'La reja', tags: ['humor'] });
  expect(await kept()).toEqual([]);
});

const answer = { token: 'x', text: '¿Y el mar?', asker: 'ana', visibility: 'shared' } as const;

it('answers no question with a recording that its author never saved, also on the next attempt', async () => {
  await leaveDraft({ answer });
  world.server.fail.set('createStory', () => refusal('INTERNAL', 500));
  await save();
  world.server.fail.clear();
  expect(toSavedText(await saveAll('due'))).toBe(
    'La grabación que quedaba en este dispositivo está en tu perfil, en privado.',
  );
  await leaveDraft({ answer: { ...answer, token: 'y', kind: 'grown' } });
  await save();
  expect([...world.server.stories.values()].map(({ answers }) => answers)).toEqual([
    undefined,
    { token: 'y', kind: 'grown', visibility: 'private' },
  ]);
  expect(world.forgotten).not.toContain(answer.token);
});

it('saves a draft as its author left it while an earlier one was saved', async () => {
  const [older, newer] = [await leaveDraft(), await leaveDraft({ answer })];
  const { createStory } = world.server.api;
  vi.spyOn(world.server.api, 'createStory').mockImplementation(async (id, input) => {
    if (id === older.id) await world.drafts.update(newer.id, { isDue: true, title: 'Para Ana' });
    return createStory(id, input);
  });
  await saveAll('all');
  expect(world.server.stories.get(newer.id)).toMatchObject({
    title: 'Para Ana',
    answers: { token: answer.token, visibility: 'shared' },
  });
});

it('leaves a due draft whose author took that back while an earlier one was saved', async () => {
  const [older, newer] = [await leaveDraft({ isDue: true }), await leaveDraft({ isDue: true, answer })];
  const { createStory } = world.server.api;
  vi.spyOn(world.server.api, 'createStory').mockImplementation(async (id, input) => {
    await world.drafts.update(newer.id, { isDue: false });
    return createStory(id, input);
  });
  await saveAll('due');
  expect([...world.server.stories.keys()]).toEqual([older.id]);
  expect(await world.drafts.get(newer.id)).toMatchObject({ isDue: false, answer });
});

it('reports the outcome of each answer that waited for the network', async () => {
  await leaveDraft({ answer, isDue: true });
  const heard = toSavedText(await saveAll('due'));
  expect(heard).toBe(
    'La grabación que quedaba en este dispositivo está en tu perfil. Solo la puede oír @ana.',
  );
  world.server.isLinked = false;
  await leaveDraft({ answer, isDue: true });
  await leaveDraft({ isDue: true });
  expect(toSavedText(await saveAll('due'))).toBe(
    '2 grabaciones que quedaban en este dispositivo están en tu perfil, en privado. No le llegó a @ana: su enlace ya no sirve o la historia ya estaba guardada.',
  );
});

it('reports a reply that was never saved, or is too long, as a private story', async () => {
  const reply = { ...answer, kind: 'reply' } as const;
  const said = 'No quedó como respuesta a «¿Y el mar?»';
  await leaveDraft({ answer: reply });
  expect(toSavedText(await saveAll('all'))).toContain(said);
  await leaveDraft({ answer: reply, isDue: true, durationMs: 100_000 });
  vi.spyOn(world.server.api, 'getRecording').mockImplementation(async (id) => ({
    id,
    state: 'ready',
    durationMs: 100_000,
    peaks: [1],
    isCutShort: false,
  }));
  expect(toSavedText(await saveAll('due'))).toContain(said);
  expect(await kept()).toEqual([]);
  expect([...world.server.stories.values()].map(({ answers }) => answers?.visibility)).toEqual([
    'private',
    'private',
  ]);
});

it('leaves a draft that another tab works on', async () => {
  const { id } = await leaveDraft();
  Object.assign(world.dependencies, { lockDraft: async () => null });
  expect(await save()).toBe(0);
  expect(await kept()).toEqual([id]);
  expect(await world.drafts.get(id)).toMatchObject({ isDue: false });
});

it('saves only due drafts when there was no new sign-in', async () => {
  const offered = await leaveDraft();
  const due = await leaveDraft({ isDue: true });
  expect(await save('due')).toBe(1);
  expect([...world.server.stories.keys()]).toEqual([due.id]);
  expect(await kept()).toEqual([offered.id]);
});

it('keeps a draft that the server refuses, and does not resend it at every start', async () => {
  const { id } = await leaveDraft();
  vi.spyOn(world.server.api, 'getRecording').mockResolvedValue({
    id,
    state: 'refused',
    reason: 'AUDIO_TOO_LONG',
  });
  expect(await save()).toBe(0);
  expect(await kept()).toEqual([id]);
  expect(await world.drafts.get(id)).toMatchObject({ isDue: false, trouble: 'refused' });
});

it.each([
  ['begin', 'STORAGE_FULL', 413, 'storage-full'],
  ['begin', 'NETWORK_FULL', 429, 'network-full'],
  ['begin', 'RATE_LIMITED', 429, 'too-often'],
  ['createStory', 'RATE_LIMITED', 429, 'too-often'],
  ['begin', 'UNAVAILABLE', 503, 'server'],
  ['begin', 'CONFLICT', 409, 'server'],
  ['createStory', 'CONFLICT', 409, 'server'],
  ['begin', 'ACCOUNT_SUSPENDED', 403, 'sign-in'],
] as const)(
  'SEC-29: keeps a draft whose %s is refused with %s, notes why, and saves it the next time',
  async (call, code, status, trouble) => {
    const { id } = await leaveDraft({ isDue: true });
    world.server.fail.set(call, () => refusal(code, status));
    expect(await save('due')).toBe(0);
    expect(await world.drafts.get(id)).toMatchObject({ isDue: true, trouble });
    world.server.fail.clear();
    expect(await save('due')).toBe(1);
    expect(await kept()).toEqual([]);
  },
);

it.each([
  ['REPLY_BEFORE_FIRST', 409, { isDue: false, trouble: 'REPLY_BEFORE_FIRST' }],
  ['TITLE_TOO_LONG', 400, { isDue: false, trouble: 'TITLE_TOO_LONG' }],
  ['OF_A_NEWER_SERVER', 400, { isDue: false, trouble: 'rejected' }],
  ['RECORDING_NOT_READY', 409, { isDue: true }],
  ['RECORDING_NOT_FOUND', 404, { isDue: true }],
  ['UNAUTHENTICATED', 401, { isDue: true }],
] as const)(
  'asks only once for a save that is refused for a lasting reason: %s',
  async (code, status, then) => {
    const { id } = await leaveDraft({ isDue: true });
    // A newer server may know more codes.
    world.server.fail.set('createStory', () => refusal(code as ErrorCode, status));
    await save('due');
    expect(await world.drafts.get(id)).toMatchObject(then);
  },
);

it('keeps a draft whose inspection is delayed, and sends it at the next start', async () => {
  const { id } = await leaveDraft({ trouble: 'storage-full' });
  const asking = vi.spyOn(world.server.api, 'getRecording');
  asking.mockResolvedValue({ id, state: 'inspecting', isDelayed: true });
  expect(await save()).toBe(0);
  expect(await world.drafts.get(id)).toMatchObject({ isDue: true, trouble: 'server' });
  asking.mockRestore();
  expect(await save('due')).toBe(1);
});

it('REL-15: saves 100 of 100 after a restart, once each, although every third answer is lost', async () => {
  const name = crypto.randomUUID();
  world = prepareRecorder(new DraftStore(name), world.server);
  for (let index = 0; index < 100; index += 1) await leaveDraft({ isDue: true });
  world = prepareRecorder(new DraftStore(name), world.server);
  const { createStory } = world.server.api;
  let answers = 0;
  vi.spyOn(world.server.api, 'createStory').mockImplementation(async (id, input) => {
    const story = await createStory(id, input);
    answers += 1;
    if (answers % 3 === 0) throw lostAnswer();
    return story;
  });
  let saved = 0;
  for (let run = 0; run < 10 && (await kept()).length > 0; run += 1) saved += await save('due');
  expect(saved).toBe(100);
  expect(world.server.stories.size).toBe(100);
  expect(await kept()).toEqual([]);
});
