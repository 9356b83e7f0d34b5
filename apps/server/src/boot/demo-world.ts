import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectNow, type Services } from '@relato/api';
import { defaultFlags, defaults, regions, toHeadword, toHeadwordKey, type Flags } from '@relato/contract';
import { whenAvailable } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import { z } from 'zod';

const demoDir = fileURLToPath(new URL('../../../../prisma/demo', import.meta.url));

const demoWorld = z.object({
  users: z.array(z.object({ username: z.string(), fullName: z.string(), email: z.string() })),
  stories: z.array(
    z.object({
      slug: z.string(),
      author: z.string(),
      title: z.string(),
      transcript: z.string(),
      words: z.array(
        z.object({
          text: z.string(),
          startMs: z.number(),
          endMs: z.number(),
          confidence: z.number().nullable(),
        }),
      ),
      tags: z.array(z.string()),
      published: z.boolean(),
      daysAgo: z.number(),
      audio: z.string(),
      upvoters: z.array(z.string()),
      explained: z
        .array(
          z.object({
            /** The word as it is spelled in the text. */
            word: z.string(),
            by: z.string(),
            explanation: z.string(),
            regions: z.array(z.enum(regions)),
          }),
        )
        .default([]),
      comments: z.array(
        z.object({
          author: z.string().nullable(),
          name: z.string().optional(),
          content: z.string(),
          hoursAfter: z.number(),
        }),
      ),
    }),
  ),
  follows: z.array(z.object({ follower: z.string(), following: z.string() })),
});
type DemoStory = z.infer<typeof demoWorld>['stories'][number];

const hourMs = 3_600_000;

/** The setting that a completely filled database has. */
const filledKey = 'demo-world';

export type DemoWorld = z.infer<typeof demoWorld>;

export const readDemoWorld = async (): Promise<DemoWorld> =>
  demoWorld.parse(JSON.parse(await readFile(join(demoDir, 'world.json'), 'utf8')));

/**
 * Fills a database with a community and its stories, once. Continues where an earlier start was stopped, and waits while a
 * busy machine's database does not answer. Leaves a database alone that has users of its own, because nothing takes the
 * invented people out again.
 */
export async function fillDemoWorld(
  services: Services,
  world: DemoWorld,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { prisma } = services.database;
  if ((await prisma.setting.count({ where: { key: filledKey } })) > 0) return;
  const invented = world.users.map(({ email }) => email);
  if ((await prisma.user.count({ where: { email: { notIn: invented } } })) > 0)
    return print('· no demo world: the database has users of its own');
  print('· filling the demo world');
  await whenAvailable(() => fill(services, world, signal));
}

async function fill(services: Services, world: DemoWorld, signal?: AbortSignal): Promise<void> {
  const { prisma } = services.database;
  const ids = new Map<string, string>();
  for (const { username, fullName, email } of world.users) {
    // Demo users have no password: the world is the same everywhere, so its passwords would be public.
    const { id } = await prisma.user.upsert({
      where: { email },
      create: {
        id: randomUUID(),
        email,
        emailVerifiedAt: new Date(),
        profile: { create: { username, fullName } },
      },
      update: {},
      select: { id: true },
    });
    ids.set(username, id);
  }
  const idOf = (username: string): string => {
    const id = ids.get(username);
    if (id === undefined) throw new Error(`The demo world has no user ${username}`);
    return id;
  };
  for (const story of world.stories) {
    signal?.throwIfAborted();
    await addStory(services, story, idOf);
  }
  await prisma.follow.createMany({
    data: world.follows.map(({ follower, following }) => ({
      id: randomUUID(),
      followerId: idOf(follower),
      followingId: idOf(following),
    })),
    skipDuplicates: true,
  });
  await recomputeCounters(services);
  await openCommunity(services);
  await prisma.setting.create({ data: { key: filledKey, value: new Date().toISOString() } });
}

/**
 * Adds a story that does not exist. Inspects its audio like any recording; the transcript comes from the demo files instead
 * of the transcriber.
 */
async function addStory(
  services: Services,
  story: DemoStory,
  idOf: (username: string) => string,
): Promise<void> {
  const { prisma } = services.database;
  const userId = idOf(story.author);
  const createdWith = createHash('sha256').update(story.slug).digest('hex');
  if ((await prisma.story.count({ where: { userId, createdWith } })) > 0) return;
  const createdAt = new Date(Date.now() - story.daysAgo * 24 * hourMs);
  const recordingId = randomUUID();
  const originalKey = newObjectKey('original', 'webm');
  const audio = await readFile(join(demoDir, story.audio));
  const { bytes, sha256 } = await services.storage.put(originalKey, audio);
  await prisma.recording.create({
    data: {
      id: recordingId,
      userId,
      state: 'inspecting',
      claimedType: 'audio/webm',
      bytes,
      originalKey,
      originalSha256: sha256,
      createdAt,
      uploadedAt: createdAt,
      transcript: {
        create: {
          status: 'completed',
          provider: 'demo',
          text: story.transcript,
          words: story.words,
          createdAt,
        },
      },
    },
  });
  await inspectNow({ ...services, transcriber: { ...services.transcriber, name: 'none' } }, recordingId);
  const recording = await prisma.recording.findUniqueOrThrow({ where: { id: recordingId } });
  if (recording.state !== 'ready')
    throw new Error(`The demo's ${story.audio} was refused: ${recording.refusal ?? ''}`);
  const storyId = randomUUID();
  await prisma.story.create({
    data: {
      id: storyId,
      recordingId,
      userId,
      title: story.title,
      transcript: story.transcript,
      transcriptWords: story.words,
      durationMs: recording.durationMs ?? 0,
      tags: story.tags,
      published: story.published,
      publishedAt: story.published ? createdAt : null,
      createdWith,
      createdAt,
      votes: {
        create: story.upvoters.map((username) => ({ userId: idOf(username), direction: 'up' as const })),
      },
      corrections: { create: toExplanations(story, idOf) },
      comments: {
        create: story.comments.map((comment) => ({
          id: randomUUID(),
          userId: comment.author === null ? null : idOf(comment.author),
          authorName: comment.author ?? comment.name ?? defaults.anonymousName,
          content: comment.content,
          createdAt: new Date(Math.min(Date.now(), createdAt.getTime() + comment.hoursAfter * hourMs)),
        })),
      },
    },
  });
}

/** Returns the accepted explanations of words of a story. */
const toExplanations = ({ explained, words, ...story }: DemoStory, idOf: (username: string) => string) =>
  explained.flatMap(({ word, by, explanation, regions: where }) => {
    const at = words.findIndex(({ text }) => text === word);
    const said = words[at];
    const headword = toHeadword(words, { from: at, to: at });
    if (!said || headword === null) throw new Error(`${story.slug} has no ${word}`);
    return {
      id: randomUUID(),
      userId: idOf(by),
      startMs: said.startMs,
      endMs: said.endMs,
      text: word,
      said: explanation,
      headword,
      headwordKey: toHeadwordKey(headword),
      regions: where,
      state: 'accepted' as const,
      decidedAt: new Date(),
    };
  });

/** Turns the switch `recordOnly` off, which hides the community of a new installation, unless it was set before. */
async function openCommunity({ database: { prisma } }: Services): Promise<void> {
  const value: Flags = { ...defaultFlags, recordOnly: false };
  await prisma.setting.upsert({
    where: { key: 'flags' },
    create: { key: 'flags', value: { ...value } },
    update: {},
  });
}

/** Computes the counters from the rows that they count. */
async function recomputeCounters({ database }: Services): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE stories s SET (upvotes, downvotes, score, comments_count) = (
      SELECT up, down, up - down, (SELECT count(*) FROM comments c WHERE c.story_id = s.id)
      FROM (SELECT count(*) FILTER (WHERE direction = 'up') AS up, count(*) FILTER (WHERE direction = 'down') AS down
        FROM votes v WHERE v.story_id = s.id) AS counted)`;
  await database.prisma.$executeRaw`
    UPDATE profiles p SET
      posts_count = (SELECT count(*) FROM stories s WHERE s.user_id = p.id AND s.published AND s.hidden_at IS NULL),
      followers_count = (SELECT count(*) FROM follows f WHERE f.following_id = p.id),
      following_count = (SELECT count(*) FROM follows f WHERE f.follower_id = p.id)`;
}
