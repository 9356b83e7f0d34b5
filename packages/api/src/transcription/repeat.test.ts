import type { RecordingId, TranscriptWord } from '@relato/contract';
import type { Transcriber, Transcription } from '@relato/speech';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toHeard } from '../testing/transcriptions.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { backlogPriority } from './mutations.ts';
import { storeTranscription } from './result-mutations.ts';

let result: Transcription;
const transcriber: Transcriber = { name: 'openai', transcribe: async () => result, delete: async () => {} };
const world = useTestWorld({ transcriber });
const ana = useUser(world, 'ana');
const root = useUser(world, 'root', 'administrator');

/** Returns words of half a second, beginning at `fromMs`. */
const speak = (text: string, fromMs = 0): TranscriptWord[] =>
  text.split(' ').map((each, index) => ({
    text: each,
    startMs: fromMs + index * 500,
    endMs: fromMs + index * 500 + 400,
    confidence: 0.5,
  }));
const hears = (text: string, { model = 'small', fromMs = 0, words = speak(text, fromMs) } = {}): void => {
  result = { text, words: text === '' ? null : words, engine: 'openai', model, isUnsure: false };
};
beforeEach(() => {
  world.queued.length = 0;
  hears('Eran como las tres');
});

/** Saves a story with the recognized text. */
async function tell(viewer = ana) {
  const recordingId = await world.record(viewer);
  const { id } = await world.callAs(viewer).stories.create({ recordingId, title: 'El mango' });
  return { id, recordingId, read: async () => world.callAs(viewer).stories.byId({ id }) };
}

const joined = (words: readonly { readonly text: string }[] | null) =>
  words?.map(({ text }) => text).join(' ') ?? null;

describe('a story that its author has transcribed again', () => {
  it('takes the new text, times, engine and model', async () => {
    const { id, read } = await tell();
    expect((await read()).transcription).toEqual({
      status: 'completed',
      engine: 'openai',
      model: 'small',
      isEdited: false,
    });
    hears('Eran como las tres de la mañana', { model: 'large', fromMs: 100 });
    await world.callAs(ana).stories.transcribeAgain({ id, replaceEdits: false });
    expect(await read()).toMatchObject({
      transcript: 'Eran como las tres',
      transcription: { status: 'running', model: 'small' },
    });
    // The list polls until the new text exists.
    const readListed = async () => (await world.callAs(ana).stories.mine({ limit: 1 })).items[0];
    expect(await readListed()).toMatchObject({ id, isTranscribedAgain: true });
    await world.callAs(ana).stories.publish({ id });
    expect(await world.callAs(null).stories.byId({ id })).not.toHaveProperty('isTranscribedAgain');
    await world.workOff();
    expect(await readListed()).not.toHaveProperty('isTranscribedAgain');
    const { transcript, transcriptWords, transcription } = await read();
    expect(transcript).toBe('Eran como las tres de la mañana');
    expect(transcriptWords).toEqual(speak(transcript, 100));
    expect(transcription).toMatchObject({ status: 'completed', model: 'large', isEdited: false });
  });

  it('keeps a text that was edited, with the new times', async () => {
    const { id, read } = await tell();
    await world.callAs(ana).stories.update({ id, transcript: 'Eran casi las tres' });
    hears('Iban como las tres', { fromMs: 1_000 });
    await world.callAs(ana).stories.transcribeAgain({ id, replaceEdits: false });
    await world.workOff();
    const { transcript, transcriptWords, transcription } = await read();
    expect(transcript).toBe('Eran casi las tres');
    expect(transcriptWords?.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['Eran', 1_000],
      ['casi', 1_500],
      ['las', 2_000],
      ['tres', 2_500],
    ]);
    expect(transcription).toMatchObject({ isEdited: true });
  });

  it('replaces an edited text if its author says so, once', async () => {
    const { id, read } = await tell();
    const { stories } = world.callAs(ana);
    await stories.update({ id, transcript: 'Eran casi las tres' });
    hears('Iban como las tres');
    await stories.transcribeAgain({ id, replaceEdits: true });
    await world.workOff();
    expect(await read()).toMatchObject({
      transcript: 'Iban como las tres',
      transcription: { isEdited: false },
    });

    await stories.update({ id, transcript: 'Iban casi las tres' });
    hears('Serían las tres');
    await stories.transcribeAgain({ id, replaceEdits: false });
    await world.workOff();
    expect((await read()).transcript).toBe('Iban casi las tres');
  });

  it('keeps its text if the new engine hears nothing, or fails', async () => {
    const { id, recordingId, read } = await tell();
    hears('', { model: 'tiny' });
    await world.callAs(ana).stories.transcribeAgain({ id, replaceEdits: true });
    await world.workOff();
    expect(await read()).toMatchObject({
      transcript: 'Eran como las tres',
      transcription: { status: 'completed', model: 'small' },
    });
    await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { status: 'error', trouble: 'failed' },
    });
    expect(await read()).toMatchObject({
      transcript: 'Eran como las tres',
      transcriptStatus: 'ready',
      transcription: { status: 'error' },
    });
  });

  it('keeps the earlier times for the text of an engine without timings', async () => {
    const { id, read } = await tell();
    result = { text: 'Eran casi las tres', words: null, engine: 'openai', model: 'plain', isUnsure: false };
    await world.callAs(ana).stories.transcribeAgain({ id, replaceEdits: false });
    await world.workOff();
    const { transcript, transcriptWords } = await read();
    expect(transcript).toBe('Eran casi las tres');
    expect(transcriptWords?.map(({ text, startMs, confidence }) => [text, startMs, confidence])).toEqual([
      ['Eran', 0, 0.5],
      ['casi', 500, null],
      ['las', 1_000, 0.5],
      ['tres', 1_500, 0.5],
    ]);
  });

  it('is transcribed once after two requests, as the last one says', async () => {
    const { id, read } = await tell();
    const { stories } = world.callAs(ana);
    await stories.update({ id, transcript: 'Mío' });
    world.queued.length = 0;
    await stories.transcribeAgain({ id, replaceEdits: false });
    await stories.transcribeAgain({ id, replaceEdits: true });
    expect(world.queued.map(({ name, priority }) => [name, priority])).toEqual([
      ['transcribe-recording', backlogPriority],
    ]);
    await world.workOff();
    expect((await read()).transcript).toBe('Eran como las tres');
  });

  it('continues if it is requested during an attempt that had waited for the operator', async () => {
    const { id, recordingId } = await tell();
    await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { status: 'processing', trouble: 'setup' },
    });
    world.queued.length = 0;
    await world.callAs(ana).stories.transcribeAgain({ id, replaceEdits: false });
    expect(world.queued).toEqual([]);
  });

  it('keeps the text that its author writes meanwhile, also if the previous one was to be replaced', async () => {
    const { id, read } = await tell();
    const { stories } = world.callAs(ana);
    await stories.update({ id, transcript: 'Mío' });
    await stories.transcribeAgain({ id, replaceEdits: true });
    await stories.update({ id, transcript: 'Mío de ahora' });
    await world.workOff();
    expect((await read()).transcript).toBe('Mío de ahora');
  });

  it('ignores the result of an earlier run', async () => {
    const { id, recordingId, read } = await tell();
    await world.callAs(ana).stories.transcribeAgain({ id, replaceEdits: false });
    await storeTranscription(world.services, { recordingId, run: 0 }, toHeard('Tarde', 'openai'));
    expect(await read()).toMatchObject({
      transcript: 'Eran como las tres',
      transcription: { status: 'running' },
    });
    await world.workOff();
  });

  it('is refused to other users, and without a transcriber', async () => {
    const { id } = await tell();
    const beto = await world.addUser('beto');
    const input = { id, replaceEdits: false };
    await expectRefusal(world.callAs(beto).stories.transcribeAgain(input), 'STORY_NOT_FOUND');
    const off = { transcriber: { ...transcriber, name: 'none' } as const };
    await expectRefusal(
      world.callAs(ana, undefined, off).stories.transcribeAgain(input),
      'TRANSCRIPTION_OFF',
    );
  });
});

describe('words of stories', () => {
  it('always match the text, also if the engine omits punctuation', async () => {
    hears('Eran, como… ¡las tres!', { words: speak('Eran como las tres') });
    const recordingId = await world.inspected(ana);
    const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'El mango' });
    await world.workOff();
    const { transcript, transcriptWords } = await world.callAs(ana).stories.byId({ id });
    expect(joined(transcriptWords)).toBe(transcript);
    expect(transcriptWords?.map(({ confidence }) => confidence)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it('show their confidence and the engine only to the author', async () => {
    const { id, read } = await tell();
    await world.callAs(ana).stories.publish({ id });
    expect((await read()).transcriptWords?.[0]).toHaveProperty('confidence', 0.5);
    const beto = await world.addUser('otro');
    for (const viewer of [null, beto, root]) {
      const { transcriptWords, transcription } = await world.callAs(viewer).stories.byId({ id });
      expect(transcription).toBeNull();
      expect(transcriptWords).toEqual(
        speak('Eran como las tres').map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
      );
    }
  });
});

const repeat = async (input: object) => world.callAs(root).transcription.repeat(input);

describe('repeating transcriptions in bulk', () => {
  let stories: { id: string; recordingId: RecordingId; read: Awaited<ReturnType<typeof tell>>['read'] }[];
  beforeAll(async () => {
    await world.database.prisma.transcript.deleteMany();
    stories = [];
    for (const model of ['small', 'small', 'small', 'large']) {
      hears('Eran como las tres', { model });
      stories.push(await tell());
    }
    const [edited, failed] = stories;
    if (edited)
      await world.database.prisma.story.update({ where: { id: edited.id }, data: { transcript: 'Mío' } });
    await world.database.prisma.transcript.update({
      where: { recordingId: failed?.recordingId ?? '' },
      data: { status: 'error', trouble: 'failed', error: 'No', finishedAt: new Date('2026-01-01T12:00:00Z') },
    });
  });
  const recordingsOf = async (input: object) =>
    (await repeat({ dryRun: true, ...input })).items.map(({ recordingId }) =>
      stories.findIndex((story) => story.recordingId === recordingId),
    );

  it('selects those that match every filter, in pages', async () => {
    const sorted = (await recordingsOf({})).toSorted((a, b) => a - b);
    expect(sorted).toEqual([0, 1, 2, 3]);
    expect(await recordingsOf({ model: 'large' })).toEqual([3]);
    expect(await recordingsOf({ engine: 'assemblyai' })).toEqual([]);
    expect(await recordingsOf({ engine: 'openai', failed: true })).toEqual([1]);
    expect(await recordingsOf({ before: '2026-01-02' })).toEqual([1]);
    expect(await recordingsOf({ before: '2026-01-01' })).toEqual([]);

    const first = await repeat({ dryRun: true, limit: 3 });
    expect(first.items).toHaveLength(3);
    const rest = await repeat({ dryRun: true, limit: 3, cursor: first.nextCursor });
    expect(rest).toMatchObject({ items: [{}], nextCursor: null });
    expect(world.queued).toEqual([]);
  });

  it('keeps edited texts, writes one log entry, and skips queued ones', async () => {
    hears('Serían las tres', { model: 'next' });
    const { items } = await repeat({ model: 'small' });
    expect(items).toHaveLength(3);
    expect(items.filter(({ isEdited }) => isEdited)).toHaveLength(1);
    expect(world.queued).toHaveLength(3);
    expect(await recordingsOf({})).toEqual([3]);
    await world.workOff();
    const texts = await Promise.all(stories.map(async ({ read }) => (await read()).transcript));
    expect(texts).toEqual(['Mío', 'Serían las tres', 'Serían las tres', 'Eran como las tres']);
    const log = await world.callAs(root).admin.log({ action: 'repeat-transcriptions' });
    expect(log.items.map(({ reason }) => reason)).toEqual(['3']);
  });

  it('replaces edited texts on demand', async () => {
    hears('Al fin', { model: 'last' });
    await repeat({ model: 'next', replaceEdits: true });
    await world.workOff();
    expect((await stories[0]?.read())?.transcript).toBe('Al fin');
  });
});
