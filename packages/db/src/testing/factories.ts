import { createHash, randomUUID } from 'node:crypto';
import { limits } from '@relato/contract/limits';
import type { Prisma, PrismaClient } from '../generated/client.ts';

type Fields<Input> = Omit<Partial<Input>, 'id'>;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Creates a confirmed user with a unique username, who skips the question before the first publication. Returns the id. */
export async function createUser(
  prisma: PrismaClient,
  fields: Fields<Prisma.UserUncheckedCreateInput> = {},
): Promise<string> {
  const id = randomUUID();
  const name = `u_${digest(id).slice(0, 16)}`;
  await prisma.user.create({
    data: {
      id,
      email: `${name}@correo.example`,
      emailVerifiedAt: new Date(),
      voicesAgreedAt: new Date(),
      profile: { create: { username: name } },
      ...fields,
    },
  });
  return id;
}

/** Creates a recording, by default an inspected one. Returns the id. */
export async function createRecording(
  prisma: PrismaClient,
  fields: { readonly userId: string } & Fields<Prisma.RecordingUncheckedCreateInput>,
): Promise<string> {
  const id = randomUUID();
  await prisma.recording.create({ data: { ...toRecording(id), ...fields } });
  return id;
}

const toRecording = (id: string) => ({
  id,
  state: 'ready' as const,
  claimedType: 'audio/webm',
  bytes: 80_000,
  originalKey: `original/${id}`,
  originalSha256: digest(id),
  playbackKey: `playback/${id}`,
  playbackBytes: 80_000,
  playbackType: 'audio/webm; codecs=opus',
  container: 'webm',
  codec: 'opus',
  durationMs: 10_000,
  peaks: Array.from({ length: limits.recording.peaks }, (_, index) => index),
});

/** Creates a published story, by default with a recording of its own. Returns the id. */
export async function createStory(
  prisma: PrismaClient,
  { userId, recordingId, ...fields }: { readonly userId: string } & Fields<Prisma.StoryUncheckedCreateInput>,
): Promise<string> {
  const id = randomUUID();
  recordingId ??= await createRecording(prisma, { userId });
  await prisma.story.create({ data: { ...toStory(id), userId, recordingId, ...fields } });
  return id;
}

/** Creates stories as `createStory` does, all at once. Returns their ids. */
export async function createStories(
  prisma: PrismaClient,
  stories: readonly ({ readonly userId: string } & Omit<
    Fields<Prisma.StoryCreateManyInput>,
    'recordingId'
  >)[],
): Promise<string[]> {
  const rows = stories.map((fields) => ({ ...toStory(randomUUID()), recordingId: randomUUID(), ...fields }));
  await prisma.recording.createMany({
    data: rows.map(({ recordingId, userId }) => ({ ...toRecording(recordingId), userId })),
  });
  await prisma.story.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

const toStory = (id: string) => ({
  id,
  title: 'Una tarde de lluvia',
  transcript: 'Llovía, y nadie tenía paraguas.',
  durationMs: 10_000,
  published: true,
  publishedAt: new Date(),
  createdWith: digest(id),
});

/** Creates a question whose link works, and whose token is its id. Returns the id. */
export async function createQuestion(
  prisma: PrismaClient,
  fields: { readonly userId: string } & Fields<Prisma.QuestionUncheckedCreateInput>,
): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const link = { tokenKey: digest(id), isOnce: true, expiresAt };
  await prisma.question.create({ data: { id, text: '¿Cómo conociste al abuelo?', ...link, ...fields } });
  return id;
}

/** Creates a report on a story, by default from a visitor. Returns the id. */
export async function createReport(
  prisma: PrismaClient,
  fields: Fields<Prisma.ReportUncheckedCreateInput> & { readonly storyId: string },
): Promise<string> {
  const id = randomUUID();
  const story = await prisma.story.findUniqueOrThrow({ where: { id: fields.storyId } });
  const { title, transcript, tags } = story;
  await prisma.report.create({ data: { id, reason: 'spam', title, transcript, tags, ...fields } });
  return id;
}
