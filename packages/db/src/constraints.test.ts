import { randomUUID } from 'node:crypto';
import { limits } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from './testing/database.ts';
import { createRecording, createStory, createUser } from './testing/factories.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();
let prisma: TestDatabase['prisma'];
let userId: string;
let otherId: string;
let storyId: string;

beforeAll(async () => {
  ({ prisma } = database);
  [userId, otherId] = await Promise.all([createUser(prisma), createUser(prisma)]);
  storyId = await createStory(prisma, { userId });
});

const hash = 'ab'.repeat(32);
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const peaksOf = (value: number, length: number = limits.recording.peaks): number[] =>
  Array(length).fill(value);
const recordingLimit = limits.recording.maxDurationMs + limits.recording.durationToleranceMs;

/** Matches the constraint name in quotes, because Prisma's messages also quote the lines of this file. */
const refusalBy = (constraint: string): RegExp =>
  new RegExp(String.raw`violates check constraint \\?"${constraint}\\?"`);
const nullRefusal = /violates not-null constraint/;
const sql = (text: string, ...values: unknown[]) => prisma.$executeRawUnsafe(text, ...values);

const addTranscript = async (fields: { status?: 'completed'; text?: string; attempts?: number }) => {
  const recordingId = await createRecording(prisma, { userId });
  return prisma.transcript.create({ data: { recordingId, provider: 'none', ...fields } });
};
const addComment = (content: string, authorName: string) =>
  prisma.comment.create({ data: { id: randomUUID(), storyId, content, authorName } });
const addLogEntry = async (actorId: string): Promise<string> => {
  const id = randomUUID();
  const entry = { action: 'hide-story', targetType: 'story', targetId: storyId };
  await prisma.moderationLog.create({ data: { id, actorId, ...entry } });
  return id;
};

describe('an account', () => {
  it('has a unique e-mail address, compared without case', async () => {
    await createUser(prisma, { email: 'ana@correo.example' });
    await expect(createUser(prisma, { email: 'ANA@correo.example' })).rejects.toThrow(
      /Unique constraint.*email/,
    );
  });

  it('D12: has a unique username, compared without case', async () => {
    const rename = (username: string) => prisma.profile.update({ where: { id: userId }, data: { username } });
    await rename('Íñigo');
    await expect(createUser(prisma, { profile: { create: { username: 'íÑIGO' } } })).rejects.toThrow(
      /Unique constraint.*username/,
    );
  });

  it('never has a negative counter', async () => {
    for (const counter of ['postsCount', 'followersCount', 'followingCount']) {
      const work = prisma.profile.update({ where: { id: userId }, data: { [counter]: { decrement: 1 } } });
      await expect(work).rejects.toThrow(refusalBy('profiles_counters'));
    }
  });

  it('D20: is deleted with its own rows, and anonymized in the rows that others need', async () => {
    const leaver = await createUser(prisma);
    const stayer = await createUser(prisma);
    const [gone, kept] = [
      await createStory(prisma, { userId: leaver }),
      await createStory(prisma, { userId: stayer }),
    ];
    const by = { userId: leaver, storyId: kept };
    await prisma.comment.create({
      data: { id: randomUUID(), content: 'Qué bonito', authorName: 'ana', ...by },
    });
    await prisma.vote.create({ data: { direction: 'up', ...by } });
    const report = { id: randomUUID(), reason: 'spam' } as const;
    await prisma.report.create({ data: { ...report, storyId: gone, reporterUserId: leaver } });
    await prisma.follow.create({ data: { id: randomUUID(), followerId: leaver, followingId: stayer } });
    await prisma.session.create({ data: { id: 'cd'.repeat(32), userId: leaver, expiresAt: inAnHour() } });

    await prisma.user.delete({ where: { id: leaver } });

    const counts = await Promise.all([
      prisma.story.count({ where: { id: gone } }),
      prisma.recording.count({ where: { userId: leaver } }),
      prisma.profile.count({ where: { id: leaver } }),
      prisma.session.count({ where: { userId: leaver } }),
      prisma.follow.count({ where: { followingId: stayer } }),
      prisma.vote.count({ where: { storyId: kept } }),
    ]);
    expect(counts).toEqual([0, 0, 0, 0, 0, 0]);
    const left = await prisma.comment.findFirst({ where: { storyId: kept } });
    expect(left).toMatchObject({ userId: null, authorName: 'ana' });
    const orphan = await prisma.report.findUnique({ where: { id: report.id } });
    expect(orphan).toMatchObject({ storyId: null, reporterUserId: null });
  });
});

describe('a session or a mail token', () => {
  it('is stored under a hash, not under the token', async () => {
    const session = { userId, expiresAt: inAnHour() };
    await expect(prisma.session.create({ data: { id: 'a token', ...session } })).rejects.toThrow(
      refusalBy('sessions_hashed'),
    );
    const link = { userId, purpose: 'verify_email', email: 'a@b.es', expiresAt: inAnHour() } as const;
    await expect(prisma.mailToken.create({ data: { id: 'a token', ...link } })).rejects.toThrow(
      refusalBy('mail_tokens_hashed'),
    );
    await prisma.session.create({ data: { id: hash, ...session } });
    await prisma.mailToken.create({ data: { id: hash, ...link } });
  });

  it('does not expire before it is created', async () => {
    const work = prisma.session.create({ data: { id: 'ef'.repeat(32), userId, expiresAt: new Date(0) } });
    await expect(work).rejects.toThrow(refusalBy('sessions_expiry'));
  });
});

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

describe('the constraints on votes, reports, comments and follows', () => {
  it('allow one vote per user and story', async () => {
    await prisma.vote.create({ data: { storyId, userId, direction: 'up' } });
    const again = prisma.vote.create({ data: { storyId, userId, direction: 'down' } });
    await expect(again).rejects.toThrow(/Unique constraint/);
  });

  it('allow one report per user and story, which has a time if it is decided', async () => {
    const report = { storyId, reporterUserId: userId, reason: 'spam' } as const;
    await expect(
      prisma.report.create({ data: { id: randomUUID(), ...report, status: 'resolved' } }),
    ).rejects.toThrow(refusalBy('reports_decided'));
    await expect(
      prisma.report.create({ data: { id: randomUUID(), ...report, decidedAt: new Date() } }),
    ).rejects.toThrow(refusalBy('reports_decided'));
    await prisma.report.create({ data: { id: randomUUID(), ...report } });
    await expect(prisma.report.create({ data: { id: randomUUID(), ...report } })).rejects.toThrow(
      /Unique constraint/,
    );
  });

  it('allow comments with the name of an author', async () => {
    await addComment('a'.repeat(limits.comment.maxLength), 'a'.repeat(limits.anonymousName.maxLength));
    for (const name of ['', ' ', 'a'.repeat(limits.anonymousName.maxLength + 1)]) {
      await expect(addComment('Hola', name)).rejects.toThrow(refusalBy('comments_author_name'));
    }
  });

  it('L170-172: allow following another user once, and never oneself', async () => {
    const follow = (followingId: string) =>
      prisma.follow.create({ data: { id: randomUUID(), followerId: userId, followingId } });
    await expect(follow(userId)).rejects.toThrow(refusalBy('follows_not_self'));
    await follow(otherId);
    await expect(follow(otherId)).rejects.toThrow(/Unique constraint/);
  });
});

describe('the moderation log', () => {
  const refusal = /Message: `moderation_log is append-only`|ERROR: moderation_log is append-only/;

  it('D19: cannot be changed, shortened or emptied', async () => {
    const id = await addLogEntry(userId);
    const change = prisma.moderationLog.update({ where: { id }, data: { reason: 'another' } });
    await expect(change).rejects.toThrow(refusal);
    await expect(prisma.moderationLog.update({ where: { id }, data: { actorId: null } })).rejects.toThrow(
      refusal,
    );
    await expect(prisma.moderationLog.delete({ where: { id } })).rejects.toThrow(refusal);
    await expect(sql('TRUNCATE moderation_log')).rejects.toThrow(refusal);
    await expect(sql('TRUNCATE users CASCADE')).rejects.toThrow(refusal);
  });

  it('loses only the actor when the account is deleted', async () => {
    const actorId = await createUser(prisma, { role: 'moderator' });
    const id = await addLogEntry(actorId);
    await prisma.user.delete({ where: { id: actorId } });
    expect(await prisma.moderationLog.findUnique({ where: { id } })).toMatchObject({
      actorId: null,
      action: 'hide-story',
      targetId: storyId,
    });
  });
});
