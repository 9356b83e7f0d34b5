import { limits } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from './testing/database.ts';
import { createRecording, createStory, createUser } from './testing/factories.ts';
import { refusalBy } from './testing/refusal-by.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();
let prisma: TestDatabase['prisma'];
let userId: string;
let storyId: string;

beforeAll(async () => {
  ({ prisma } = database);
  userId = await createUser(prisma);
  storyId = await createStory(prisma, { userId });
});

const peaksOf = (value: number, length: number = limits.recording.peaks): number[] =>
  Array(length).fill(value);
const recordingLimit = limits.recording.maxDurationMs + limits.recording.durationToleranceMs;
const nullRefusal = /violates not-null constraint/;
const sql = (text: string, ...values: unknown[]) => prisma.$executeRawUnsafe(text, ...values);

const addTranscript = async (fields: { status?: 'completed'; text?: string; attempts?: number }) => {
  const recordingId = await createRecording(prisma, { userId });
  return prisma.transcript.create({ data: { recordingId, provider: 'none', ...fields } });
};

const { maxCount } = limits.tag;
const tagsOf = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
const uploading = (peaks: number[]) => ({ state: 'uploading', peaks }) as const;
const { maxBytes, peakMax, peaks: peakCount } = limits.recording;

describe('a recording', () => {
  type Fields = Omit<Parameters<typeof createRecording>[1], 'userId'>;

  it.each<[constraint: string, taken: readonly Fields[], refused: readonly Fields[]]>([
    [
      'recordings_duration',
      [{ durationMs: 0 }, { durationMs: recordingLimit }],
      [{ durationMs: -1 }, { durationMs: recordingLimit + 1 }],
    ],
    ['recordings_bytes', [{ bytes: 0 }, { bytes: maxBytes }], [{ bytes: -1 }, { bytes: maxBytes + 1 }]],
    ['recordings_playback_bytes', [], [{ playbackBytes: -1 }]],
    [
      'recordings_peaks',
      [[], peaksOf(0), peaksOf(peakMax)].map(uploading),
      [peaksOf(-1), peaksOf(peakMax + 1), peaksOf(1, peakCount - 1)].map(uploading),
    ],
    // A recording gets a true peak together with its loudness.
    [
      'recordings_loudness',
      [{ loudness: -20, truePeak: -3, loudnessKnown: true }],
      [
        { loudness: -20, loudnessKnown: true },
        { loudness: -20, truePeak: -3 },
      ],
    ],
    [
      'recordings_ready',
      [],
      [
        { originalKey: null },
        { playbackKey: null },
        { playbackBytes: null },
        { playbackType: null },
        { durationMs: null },
        { peaks: [] },
      ],
    ],
    ['recordings_inspecting', [], [{ state: 'inspecting', originalKey: null }]],
    [
      'recordings_refused',
      [{ state: 'refused', refusal: 'AUDIO_EMPTY' }],
      [{ state: 'refused' }, { refusal: 'AUDIO_EMPTY' }],
    ],
  ])('is limited by %s like in the contract', async (constraint, taken, refused) => {
    for (const fields of taken) await createRecording(prisma, { userId, ...fields });
    for (const fields of refused)
      await expect(createRecording(prisma, { userId, ...fields })).rejects.toThrow(refusalBy(constraint));
  });

  it('never has null peaks', async () => {
    await expect(sql('UPDATE recordings SET peaks = array_fill(NULL::int2, ARRAY[100])')).rejects.toThrow(
      refusalBy('recordings_peaks'),
    );
    await expect(sql('UPDATE recordings SET peaks = NULL')).rejects.toThrow(nullRefusal);
  });
});

it('a transcript has a text within the limit of the contract if it is completed', async () => {
  const text = 'a'.repeat(limits.transcript.maxLength);
  await addTranscript({ status: 'completed', text: '' });
  await addTranscript({ text });
  await expect(addTranscript({ status: 'completed' })).rejects.toThrow(refusalBy('transcripts_completed'));
  await expect(addTranscript({ text: `${text}a` })).rejects.toThrow(refusalBy('transcripts_text'));
  await expect(addTranscript({ attempts: -1 })).rejects.toThrow(refusalBy('transcripts_attempts'));
});

describe('a story', () => {
  type Fields = Omit<Parameters<typeof createStory>[1], 'userId'>;

  it.each<[constraint: string, taken: readonly Fields[], refused: readonly Fields[]]>([
    [
      'stories_duration',
      [{ durationMs: recordingLimit }],
      [{ durationMs: -1 }, { durationMs: recordingLimit + 1 }],
    ],
    ['stories_tags', [{ tags: tagsOf(maxCount) }], [{ tags: tagsOf(maxCount + 1) }]],
    ['stories_published', [{ published: false, publishedAt: null }], [{ publishedAt: null }]],
    [
      'stories_counters',
      [{ upvotes: 1, downvotes: 3, score: -2 }],
      [{ upvotes: -1, score: -1 }, { downvotes: -1, score: 1 }, { commentsCount: -1 }, { upvotes: 1 }],
    ],
  ])('is limited by %s like in the contract', async (constraint, taken, refused) => {
    for (const fields of taken) await createStory(prisma, { userId, ...fields });
    for (const fields of refused)
      await expect(createStory(prisma, { userId, ...fields })).rejects.toThrow(refusalBy(constraint));
  });

  it('has no null among its tags', async () => {
    await expect(sql('UPDATE stories SET tags = ARRAY[NULL]::text[]')).rejects.toThrow(
      refusalBy('stories_tags'),
    );
    await expect(sql('UPDATE stories SET tags = NULL')).rejects.toThrow(nullRefusal);
  });

  it('L133: needs a ready and unused recording of its author', async () => {
    const otherId = await createUser(prisma);
    const theirs = await createRecording(prisma, { userId: otherId });
    const refusal = /violates check constraint|Message: `a story needs a ready recording of its author`/;
    await expect(createStory(prisma, { userId, recordingId: theirs })).rejects.toThrow(refusal);
    await expect(
      prisma.story.update({ where: { id: storyId }, data: { recordingId: theirs } }),
    ).rejects.toThrow(refusal);
    await expect(prisma.story.update({ where: { id: storyId }, data: { userId: otherId } })).rejects.toThrow(
      refusal,
    );
    const unfinished = await createRecording(prisma, { userId, state: 'uploading' });
    await expect(createStory(prisma, { userId, recordingId: unfinished })).rejects.toThrow(refusal);

    const recordingId = await createRecording(prisma, { userId });
    await createStory(prisma, { userId, recordingId });
    await expect(createStory(prisma, { userId, recordingId })).rejects.toThrow(/Unique constraint/);
  });

  it('is deleted with its recording', async () => {
    const recordingId = await createRecording(prisma, { userId });
    const id = await createStory(prisma, { userId, recordingId });
    await prisma.recording.delete({ where: { id: recordingId } });
    expect(await prisma.story.count({ where: { id } })).toBe(0);
  });
});
