import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isAt,
  lostAnswer,
  prepareRecorder,
  recordStory,
  recordTwoSeconds,
  refusal,
  save,
  userId,
} from './testing/recorder-world.ts';

type World = ReturnType<typeof prepareRecorder>;

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

describe('saving a recording', () => {
  it("D17: removes the browser's copy only when the server has the story", async () => {
    const world = await recordStory();
    let draftsAtCall = 0;
    const { createStory } = world.server.api;
    vi.spyOn(world.server.api, 'createStory').mockImplementation(async (id, input) => {
      draftsAtCall = (await world.drafts.list(userId)).length;
      return createStory(id, input);
    });
    expect(await save(world)).toEqual({ isShown: true });
    expect(draftsAtCall).toBe(1);
    expect(await world.drafts.list(userId)).toEqual([]);
    expect([...world.server.stories.values()]).toEqual([{ title: 'La reja', tags: [] }]);
    expect(world.getState()).toEqual({ phase: 'idle' });
  });

  it('sends the recording again if the server has deleted it, and can save it then', async () => {
    const world = await recordStory();
    world.server.bytes = 0;
    world.server.fail.set('createStory', () => refusal('RECORDING_NOT_FOUND', 404));
    await expect(save(world)).rejects.toThrow('RECORDING_NOT_FOUND');
    expect(world.getState()).toMatchObject({ phase: 'review', delivery: { step: 'uploading', ratio: 0 } });
    world.server.fail.clear();
    await world.until(isAt('ready'));
    expect(world.server).toMatchObject({ bytes: 6, isComplete: true });
    expect(await save(world)).toEqual({ isShown: true });
    expect([...world.server.stories.values()]).toEqual([{ title: 'La reja', tags: [] }]);
  });

  it('adds the fields that were written here to a story that another device saved', async () => {
    const world = await recordStory();
    const draft = await world.requireDraft();
    world.server.stories.set(draft.id, { title: 'Historia sin título', tags: ['humor'] });
    world.server.fail.set('updateStory', lostAnswer);
    await expect(save(world)).rejects.toThrow('Failed to fetch');
    expect(await world.drafts.list(userId)).toHaveLength(1);
    world.server.fail.clear();
    expect(await save(world)).toEqual({ isShown: true });
    expect([...world.server.stories.values()]).toEqual([{ title: 'La reja', tags: ['humor'] }]);
    expect(await world.drafts.list(userId)).toEqual([]);
  });

  it('takes back a text that a save without an answer had sent', async () => {
    const world = await recordStory();
    world.dispatch({ type: 'form', event: { type: 'edit-began' } });
    world.dispatch({ type: 'form', event: { type: 'transcript-changed', text: 'Eran las cuatro' } });
    world.dispatch({ type: 'form', event: { type: 'edit-saved' } });
    world.server.fail.set('createStory', lostAnswer);
    await expect(save(world)).rejects.toThrow('Failed to fetch');
    world.server.fail.clear();
    expect([...world.server.stories.values()]).toMatchObject([{ transcript: 'Eran las cuatro' }]);
    world.dispatch({ type: 'form', event: { type: 'undone' } });
    await save(world);
    expect([...world.server.stories.values()]).toMatchObject([{ transcript: 'Eran las tres' }]);
  });

  it('sends only the changed story after a refusal', async () => {
    const world = await recordStory();
    world.server.fail.set('createStory', () => refusal('TITLE_TOO_LONG'));
    await expect(save(world)).rejects.toThrow('TITLE_TOO_LONG');
    world.server.fail.clear();
    world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'Corto' } });
    expect(await save(world)).toEqual({ isShown: true });
    expect(world.server.calls).not.toContain('updateStory');
    expect([...world.server.stories.values()]).toEqual([{ title: 'Corto', tags: [] }]);
  });
});

/** A save whose answer the test controls. */
async function holdSave(world = prepareRecorder()) {
  await recordStory(world);
  const { createStory } = world.server.api;
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  vi.spyOn(world.server.api, 'createStory').mockImplementation(async (...args) => {
    await held;
    return createStory(...args);
  });
  return { world, saved: save(world), answer: () => resolve(undefined) };
}

describe('an answer that arrives after the user has left', () => {
  it('saves, removes the draft, and reports that the screen is gone', async () => {
    const { world, saved, answer } = await holdSave();
    await world.recorder.dispose();
    answer();
    expect(await saved).toEqual({ isShown: false });
    expect(await world.drafts.list(userId)).toEqual([]);
  });

  it('REL-36: keeps the lock on the draft until the answer has arrived', async () => {
    const world = prepareRecorder();
    const release = vi.fn<() => void>();
    vi.spyOn(world.dependencies, 'lockDraft').mockResolvedValue(release);
    const { saved, answer } = await holdSave(world);
    await world.recorder.dispose();
    expect(release).not.toHaveBeenCalled();
    answer();
    await saved;
    expect(release).toHaveBeenCalled();
  });

  it('leaves the recording of another account alone, in every phase', async () => {
    const { world, saved, answer } = await holdSave();
    await world.recorder.leave();
    await recordStory(world);
    answer();
    expect(await saved).toEqual({ isShown: false });
    expect(world.getState()).toMatchObject({ phase: 'review', form: { title: 'La reja' } });
    expect(await save(world)).toEqual({ isShown: true });
    expect(world.server.stories.size).toBe(2);
  });
});

describe('drafts', () => {
  it('REL-36: are saved automatically once the user has asked for it, also after leaving the screen', async () => {
    const world = await recordTwoSeconds();
    const state = world.getState();
    if (state.phase !== 'review') throw new Error('no review');
    world.recorder.keepForm({ ...state.form, title: 'La que no esperó' }, { isDue: true });
    await world.recorder.dispose();
    expect(await world.drafts.list(userId)).toMatchObject([{ title: 'La que no esperó', isDue: true }]);
  });

  it('resume after a reload with the sound, the form and the upload', async () => {
    const before = prepareRecorder();
    before.server.fail.set('upload', () => new TypeError('Failed to fetch'));
    await recordTwoSeconds(before);
    const form = before.getState();
    if (form.phase !== 'review') throw new Error('no review');
    before.recorder.keepForm({ ...form.form, title: 'A medias', tags: ['humor'] });
    await before.recorder.dispose();

    const after = prepareRecorder(before.drafts);
    const draft = await after.requireDraft();
    expect(await after.recorder.recover(draft.id)).toBe('open');
    await after.until(isAt('ready'));
    expect(after.server).toMatchObject({ bytes: 6, isComplete: true });
    expect(after.getState()).toMatchObject({ form: { title: 'A medias', tags: ['humor'] } });
    expect(await save(after)).toEqual({ isShown: true });
    expect(await after.drafts.list(userId)).toEqual([]);
  });

  it('repeat the save from before the reload, because the server may have it', async () => {
    const before = await recordStory();
    before.server.fail.set('createStory', lostAnswer);
    await expect(save(before)).rejects.toThrow('Failed to fetch');
    await before.recorder.dispose();
    before.server.fail.clear();

    const after = prepareRecorder(before.drafts, before.server);
    const draft = await after.requireDraft();
    await after.recorder.recover(draft.id);
    await after.until(isAt('ready'));
    after.dispatch({ type: 'form', event: { type: 'title-changed', title: 'Otro título' } });
    expect(await save(after)).toEqual({ isShown: true });
    expect([...after.server.stories.values()]).toEqual([{ title: 'Otro título', tags: [] }]);
  });

  it('open once on a double tap, and are not reported as open elsewhere', async () => {
    const before = await recordTwoSeconds();
    await before.recorder.dispose();
    const after = prepareRecorder(before.drafts);
    const draft = await after.requireDraft();
    const taps = [after.recorder.recover(draft.id), after.recorder.recover(draft.id)];
    // The button beside it is pressed too.
    const pressed = after.press();
    expect(await Promise.all(taps)).toEqual(['open', 'open']);
    await pressed;
    expect(after.getState()).toMatchObject({ phase: 'review', recording: { id: draft.id } });
    expect(after.openMicrophones()).toBe(0);
    await after.recorder.dispose();
  });

  it('do not open while the microphone does, and are reported as kept for later', async () => {
    const before = await recordTwoSeconds();
    await before.recorder.dispose();
    const after = prepareRecorder(before.drafts);
    const { id } = await after.requireDraft();
    const { startCapture } = after.dependencies;
    vi.spyOn(after.dependencies, 'startCapture').mockImplementation(async (events) => {
      expect(await after.recorder.recover(id)).toBe('busy');
      return startCapture(events);
    });
    await after.press();
    expect(after.getState().phase).toBe('recording');
    await after.recorder.dispose();
  });

  it.each([
    ['held', (world: World) => Object.assign(world.dependencies, { lockDraft: async () => null })],
    ['gone', (world: World) => vi.spyOn(world.drafts, 'readChunks').mockResolvedValue([])],
    ['gone', (world: World) => vi.spyOn(world.drafts, 'get').mockResolvedValue(null)],
    ['unreadable', (world: World) => vi.spyOn(world.drafts, 'get').mockRejectedValue(new Error('silent'))],
  ] as const)('that cannot be opened are reported with the reason: %s', async (outcome, prevent) => {
    const before = await recordTwoSeconds();
    await before.recorder.dispose();
    const after = prepareRecorder(before.drafts);
    const { id } = await after.requireDraft();
    prevent(after);
    expect(await after.recorder.recover(id)).toBe(outcome);
    expect(after.getState()).toEqual({ phase: 'idle' });
  });

  it('turn the microphone off if the screen unmounted before it opened', async () => {
    const { press, recorder, openMicrophones, getState } = prepareRecorder();
    const pressed = press();
    await recorder.dispose();
    await pressed;
    expect(openMicrophones()).toBe(0);
    expect(getState().phase).toBe('requesting');
  });

  it('do not delay the next recording while they are discarded', async () => {
    const world = await recordStory();
    const discarded = world.recorder.discard();
    await world.press();
    expect(world.getState().phase).toBe('recording');
    await discarded;
    await world.recorder.dispose();
  });

  it('are discarded here and on the server when the user records again', async () => {
    const { recorder, drafts, server, getState } = await recordStory();
    await recorder.discard();
    expect(getState()).toEqual({ phase: 'idle' });
    expect(await drafts.list(userId)).toEqual([]);
    expect(server.calls).toContain('discard');
  });

  it('are discarded on the server at once, because the page may end before the browser answers', async () => {
    const { recorder, drafts, server } = await recordStory();
    vi.spyOn(drafts, 'remove').mockReturnValue(new Promise<never>(() => undefined));
    void recorder.discard();
    expect(server.calls).toContain('discard');
  });
});
