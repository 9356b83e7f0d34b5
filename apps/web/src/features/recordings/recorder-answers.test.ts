import 'fake-indexeddb/auto';
import { limits } from '@relato/contract/limits';
import type { OriginKind } from '@relato/contract/stories/types';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toAnswerText } from './review/saved-answer.ts';
import { emptyForm, toFirstForm, type AnswerVisibility } from './review/story-form.ts';
import {
  isAt,
  lostAnswer,
  prepareRecorder,
  recordStory,
  recordTwoSeconds,
  refusal,
  save,
} from './testing/recorder-world.ts';

const question = { token: 'x', text: '¿Y el mar?', asker: 'ana' };

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** A recording that answers the question, or a story. */
async function recordAnswer(isLinked = true, kind?: OriginKind) {
  const world = prepareRecorder();
  world.server.isLinked = isLinked;
  Object.assign(world.options, { question: { ...question, ...(kind && { kind }) } });
  return recordStory(world);
}

it('answers the question for its asker alone, and then forgets the question', async () => {
  const world = await recordAnswer();
  expect(world.forgotten).toEqual([]);
  expect(await save(world)).toEqual({
    isShown: true,
    answer: { asker: 'ana', visibility: 'shared', isUnanswered: false },
  });
  expect([...world.server.stories.values()]).toEqual([
    { title: 'La reja', tags: [], answers: { token: 'x', visibility: 'shared' } },
  ]);
  expect(world.forgotten).toEqual(['x']);
});

it('keeps the visibility that the author chose over a reload', async () => {
  const world = await recordAnswer();
  const choose = { type: 'visibility-chosen', visibility: 'published' } as const;
  world.dispatch({ type: 'form', event: choose });
  const state = world.getState();
  if (state.phase !== 'review') throw new Error(state.phase);
  world.recorder.keepForm(state.form);
  await world.recorder.dispose();
  const { id, answer } = await world.requireDraft();
  expect(answer).toEqual({ ...question, owner: 'u1', visibility: 'published' });

  const next = prepareRecorder(world.drafts, world.server);
  await next.recorder.recover(id);
  await next.until(isAt('ready'));
  await save(next);
  expect([...world.server.stories.values()]).toMatchObject([{ answers: { visibility: 'published' } }]);
});

it.each([
  {
    what: 'are chosen after the button was pressed',
    title: 'La reja',
    visibility: 'published',
    isDue: false,
  },
  { what: 'stay', title: 'Otra', visibility: 'shared', isDue: true },
] as const)('is due as before only if its listeners stay: they $what', async (changes) => {
  const { title, visibility, isDue } = changes;
  const world = await recordAnswer();
  const state = world.getState();
  if (state.phase !== 'review') throw new Error(state.phase);
  const { form } = state;
  world.recorder.keepForm(form, { isDue: true });
  world.recorder.keepForm({ ...form, title, answer: { ...question, visibility } });
  await world.recorder.dispose();
  expect(await world.requireDraft()).toMatchObject({ title, isDue, answer: { visibility } });
  // A draft that is not due keeps its question.
  expect(world.forgotten).toEqual(isDue ? ['x'] : []);
});

/** Makes a save fail without an answer, and then chooses another visibility. */
async function failThenChoose(world: Awaited<ReturnType<typeof recordAnswer>>, visibility: AnswerVisibility) {
  world.server.fail.set('createStory', lostAnswer);
  await expect(save(world)).rejects.toThrow('Failed to fetch');
  world.server.fail.clear();
  world.server.isOutOfReach = false;
  world.dispatch({ type: 'form', event: { type: 'visibility-chosen', visibility } });
}
const countUpdates = (world: Awaited<ReturnType<typeof recordAnswer>>) =>
  world.server.calls.filter((name) => name === 'updateStory').length;

it('hides a story from its asker whose first save had lost its answer', async () => {
  const world = await recordAnswer();
  await failThenChoose(world, 'private');
  await save(world);
  expect([...world.server.stories.values()]).toMatchObject([{ answers: { visibility: 'private' } }]);
  expect(countUpdates(world)).toBe(1);
});

it('leaves a story as its author changed it elsewhere after a lost answer', async () => {
  const world = await recordAnswer();
  world.dispatch({ type: 'form', event: { type: 'visibility-chosen', visibility: 'published' } });
  await failThenChoose(world, 'published');
  const { id } = await world.requireDraft();
  const hidden = { title: 'La reja', tags: [], answers: { token: 'x', visibility: 'private' } } as const;
  world.server.stories.set(id, hidden);
  expect(await save(world)).toMatchObject({ answer: { visibility: 'private' } });
  expect(world.server.stories.get(id)).toEqual(hidden);
  expect(countUpdates(world)).toBe(0);
});

it('has the listeners that its author chose last, also after two lost answers', async () => {
  const world = await recordAnswer();
  world.dispatch({ type: 'form', event: { type: 'visibility-chosen', visibility: 'private' } });
  world.server.isOutOfReach = true;
  await failThenChoose(world, 'published');
  await failThenChoose(world, 'private');
  expect(await save(world)).toMatchObject({ answer: { visibility: 'private' } });
});

it('is hidden as its author chose last, also if the repeated save was refused before', async () => {
  const world = await recordAnswer();
  await failThenChoose(world, 'private');
  world.server.fail.set('createStory', () => refusal('RATE_LIMITED', 429));
  await expect(save(world)).rejects.toThrow('RATE_LIMITED');
  world.server.fail.clear();
  await save(world);
  expect([...world.server.stories.values()]).toMatchObject([{ answers: { visibility: 'private' } }]);
});

it('is never visible to listeners of a choice that did not reach the server', async () => {
  const world = await recordAnswer();
  world.server.isOutOfReach = true;
  await failThenChoose(world, 'private');
  await save(world);
  expect([...world.server.stories.values()]).toMatchObject([{ answers: { visibility: 'private' } }]);
  expect(countUpdates(world)).toBe(0);
});

it.each(['private', 'published'] as const)(
  'is %s as its author chose last, also if the link is dead',
  async (chosen) => {
    const world = await recordAnswer(false);
    const before = chosen === 'private' ? 'published' : 'private';
    world.dispatch({ type: 'form', event: { type: 'visibility-chosen', visibility: before } });
    await failThenChoose(world, chosen);
    expect(await save(world)).toMatchObject({ answer: { visibility: chosen, isUnanswered: true } });
  },
);

it('is private if the link is dead and the last choice was its asker, also if it was published before', async () => {
  const world = await recordAnswer(false);
  world.dispatch({ type: 'form', event: { type: 'visibility-chosen', visibility: 'published' } });
  await failThenChoose(world, 'shared');
  expect(await save(world)).toMatchObject({ answer: { visibility: 'private', isUnanswered: true } });
});

it('reports who may hear a story that another device saved', async () => {
  const world = await recordAnswer();
  const { id } = await world.requireDraft();
  world.server.stories.set(id, { title: 'Otra', tags: [] });
  expect(await save(world)).toMatchObject({ answer: { visibility: 'private', isUnanswered: true } });
});

it('answers nothing if its author chooses that, and keeps the question', async () => {
  const world = await recordAnswer();
  world.dispatch({ type: 'form', event: { type: 'visibility-chosen', visibility: 'apart' } });
  expect(await save(world)).toEqual({ isShown: true });
  expect([...world.server.stories.values()]).toEqual([{ title: 'La reja', tags: [] }]);
  expect(world.forgotten).toEqual([]);
});

it('is saved without the question, and reported so, if the link is dead', async () => {
  const world = await recordAnswer(false);
  expect(await save(world)).toMatchObject({ answer: { visibility: 'private', isUnanswered: true } });
  expect(world.server.stories.size).toBe(1);
  expect(world.forgotten).toEqual(['x']);
});

it.each([undefined, 'grown'] as const)(
  'is detached from what it answers if its author chooses that after a lost answer: %s',
  async (kind) => {
    const world = await recordAnswer(true, kind);
    await failThenChoose(world, 'apart');
    expect(await save(world)).toEqual({ isShown: true });
    expect([...world.server.stories.values()]).toEqual([{ title: 'La reja', tags: [] }]);
    expect(world.forgotten).toEqual([]);
  },
);

it('gets a default title as a reply, which reveals nothing of the other story', async () => {
  const world = await recordAnswer(true, 'reply');
  const { id, answer } = await world.requireDraft();
  expect(toFirstForm(answer).title).toBe('Respuesta de @beto');
  await world.recorder.dispose();
  const next = prepareRecorder(world.drafts, world.server);
  await next.recorder.recover(id);
  expect(next.getState()).toMatchObject({ form: { title: 'Respuesta de @beto' } });
});

it.each([
  ['u1', limits.reply.maxDurationMs],
  ['u2', undefined],
])('has the limit of a reply only if it is for its recorder: %s', async (owner, limitMs) => {
  const world = prepareRecorder();
  Object.assign(world.options, { question: { ...question, kind: 'reply', owner } });
  await world.press();
  expect(world.getState()).toMatchObject({ phase: 'recording', limitMs });
});

it('becomes private if it is too long for a reply, and shows that before it is saved', async () => {
  const world = prepareRecorder();
  const longMs = limits.reply.maxDurationMs + limits.recording.durationToleranceMs + 1;
  vi.spyOn(world.server.api, 'getRecording').mockImplementation(async (id) => ({
    id,
    state: 'ready',
    durationMs: longMs,
    peaks: [1],
    isCutShort: false,
  }));
  Object.assign(world.options, { question: { ...question, kind: 'reply' } });
  await recordStory(world);
  expect(world.getState()).toMatchObject({ phase: 'review', form: { answer: { visibility: 'private' } } });
  expect(toAnswerText((await save(world))?.answer)).toBe(
    'No quedó como respuesta a «¿Y el mar?»: la guardamos como una historia tuya, que solo oyes tú.',
  );
});

it('reports a story that can no longer be answered', async () => {
  const world = await recordAnswer(true, 'reply');
  const { createStory } = world.server.api;
  vi.spyOn(world.server.api, 'createStory').mockImplementation(async (...input) => {
    const story = await createStory(...input);
    return { ...story, origin: { kind: 'reply', story: null, isAway: true } };
  });
  expect(await save(world)).toMatchObject({ answer: { isUnanswered: true } });
});

it('says of a follow-up that a moderator hears it first', async () => {
  const world = await recordAnswer(true, 'grown');
  const { createStory } = world.server.api;
  vi.spyOn(world.server.api, 'createStory').mockImplementation(async (...input) => ({
    ...(await createStory(...input)),
    isWaiting: true,
  }));
  expect(toAnswerText((await save(world))?.answer)).toBe(
    'Nació de «¿Y el mar?». Es tu primera historia: alguien del equipo la escucha antes de publicarla.',
  );
});

it.each([
  ['shared', ['x']],
  ['apart', []],
] as const)(
  'settles its question once it is queued, also by leaving the screen, unless it is apart: %s',
  async (visibility, forgotten) => {
    const form = { ...emptyForm, answer: { ...question, visibility } };
    const queued = await recordAnswer();
    // The screen reads the kept question as soon as the recording is put aside.
    let shown: readonly string[] | null = null;
    void queued.until(({ phase }) => {
      if (phase === 'idle') shown = [...queued.forgotten];
      return phase === 'idle';
    });
    expect(await queued.recorder.queue(form)).toBe(true);
    expect(shown).toEqual(forgotten);
    const left = await recordAnswer();
    left.recorder.keepForm(form, { isDue: true });
    await left.recorder.dispose();
    expect(left.forgotten).toEqual(forgotten);
  },
);

it('leaves its question open if the server refuses its sound', async () => {
  const world = prepareRecorder();
  Object.assign(world.options, { question });
  vi.spyOn(world.server.api, 'getRecording').mockImplementation(async (id) => ({
    id,
    state: 'refused',
    reason: 'AUDIO_EMPTY',
  }));
  await recordTwoSeconds(world);
  await world.until(isAt('refused'));
  world.recorder.keepForm({ ...emptyForm, answer: { ...question, visibility: 'shared' } }, { isDue: true });
  await world.recorder.dispose();
  expect(world.forgotten).toEqual([]);
});
