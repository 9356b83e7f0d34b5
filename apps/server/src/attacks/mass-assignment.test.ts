import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let beto: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
});

type Input = Readonly<Record<string, unknown>>;

const post = (procedure: string, input: Input, user?: TestUser) =>
  test.app.request(`/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...user?.headers },
    body: JSON.stringify({ json: input }),
  });

/** Fields that a caller may not set, by the names of columns and of common APIs. */
const planted = (): Input => ({
  userId: beto.viewer.id,
  user_id: beto.viewer.id,
  authorId: beto.viewer.id,
  user: { connect: { id: beto.viewer.id } },
  role: 'administrator',
  isAdmin: true,
  emailVerifiedAt: new Date().toISOString(),
  passwordHash: 'x',
  suspendedAt: null,
  published: true,
  publishedAt: '2020-01-01',
  hiddenAt: null,
  upvotes: 987_654_321,
  downvotes: -987_654_321,
  score: 987_654_321,
  commentsCount: 987_654_321,
  postsCount: 987_654_321,
  followersCount: 987_654_321,
  audioUrl: 'https://evil.example/a.webm',
  audioKey: 'x',
  playbackKey: 'original/x',
  originalKey: 'original/x',
  durationMs: 1,
  state: 'ready',
  bytes: 1,
  status: 'dismissed',
  moderatorId: beto.viewer.id,
  createdAt: '2020-01-01T00:00:00Z',
  where: {},
  data: { role: 'administrator' },
  select: { email: true },
});

describe('SEC-04: a field that is not part of the input', () => {
  const trusted = /987654321|evil\.example|2020-01-01|original\/x/u;

  it('does not change the role or confirm the address at sign-up', async () => {
    const email = 'carla@example.org';
    const account = { username: 'carla', email, password: 'tortuga-azul-7', acceptsTerms: true };
    expect((await post('account.signUp', { ...planted(), ...account, id: randomUUID() })).status).toBe(200);
    const { prisma } = test.world.database;
    const user = await prisma.user.findFirst({ where: { email }, include: { profile: true } });
    expect(user?.emailVerifiedAt ?? null).toBeNull();
    expect(user?.role ?? 'user').toBe('user');
    expect(JSON.stringify(user)).not.toMatch(trusted);
  });

  it('does not change a story, its author or its recording', async () => {
    const recordingId = await test.world.record(ana.viewer);
    const { prisma } = test.world.database;
    const readRecording = () => prisma.recording.findUniqueOrThrow({ where: { id: recordingId } });
    const before = await readRecording();
    const id = randomUUID();
    const created = await post('stories.create', { ...planted(), id, recordingId, title: 'El tren' }, ana);
    expect(created.status).toBe(200);
    const story = await prisma.story.findFirstOrThrow({ where: { recordingId } });
    const counts = { upvotes: 0, downvotes: 0, score: 0 };
    expect(story).toMatchObject({ userId: ana.viewer.id, published: false, ...counts });
    expect(story.id).not.toBe(id);
    for (const procedure of ['stories.update', 'stories.updateTags', 'stories.publish', 'stories.vote']) {
      const input = { ...planted(), id: story.id, title: 'El otro', tags: ['amor'], direction: null };
      expect([procedure, (await post(procedure, input, ana)).status]).toEqual([procedure, 200]);
    }
    const { userId, durationMs, createdAt } = story;
    const after = await prisma.story.findUniqueOrThrow({ where: { id: story.id } });
    expect(after).toMatchObject({ userId, durationMs, createdAt, ...counts });
    expect(JSON.stringify(after)).not.toMatch(trusted);
    expect(await readRecording()).toEqual(before);
  });

  it('does not change the owner or state of a recording', async () => {
    const id = randomUUID();
    const begun = await post('recordings.begin', { ...planted(), id, claimedType: 'audio/webm' }, ana);
    expect(begun.status).toBe(200);
    const row = await test.world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ userId: ana.viewer.id, state: 'uploading', bytes: null, playbackKey: null });
  });

  it('does not change the author or date of a comment', async () => {
    const storyId = await test.world.publishStory(ana.viewer);
    const comment = { ...planted(), storyId, content: 'Hola', authorName: 'Berta' };
    expect((await post('comments.create', { ...comment, id: randomUUID() }, ana)).status).toBe(200);
    expect((await post('comments.create', { ...comment, id: randomUUID() })).status).toBe(200);
    const rows = await test.world.database.prisma.comment.findMany({ where: { storyId } });
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([ana.viewer.id, null]));
    expect(JSON.stringify(rows)).not.toMatch(trusted);
  });

  it('does not decide a report or change an account', async () => {
    const storyId = await test.world.publishStory(ana.viewer);
    const { prisma } = test.world.database;
    expect((await post('reports.create', { ...planted(), storyId, reason: 'spam' }, beto)).status).toBe(200);
    const [report] = await prisma.report.findMany({ where: { storyId } });
    expect(report).toMatchObject({ status: 'pending', moderatorId: null });
    const profile = { ...planted(), fullName: 'Ana', username: 'ana', id: beto.viewer.id };
    await post('profiles.update', profile, ana);
    for (const { viewer } of [ana, beto]) {
      const { id, email, username } = viewer;
      const user = await prisma.user.findUniqueOrThrow({ where: { id }, include: { profile: true } });
      expect(user).toMatchObject({ email, role: 'user', profile: { username } });
      expect(JSON.stringify(user)).not.toMatch(trusted);
    }
  });
});
