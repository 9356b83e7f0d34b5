import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let ana: Person;
let beto: Person;
beforeAll(async () => {
  test = await createTestApp();
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
});
afterAll(() => test.close());

type Input = Readonly<Record<string, unknown>>;

const post = (procedure: string, input: Input, who?: Person) =>
  test.app.request(`/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...who?.headers },
    body: JSON.stringify({ json: input }),
  });
const ask = async (procedure: string, input: Input, who?: Person): Promise<string> => {
  const json = encodeURIComponent(JSON.stringify({ json: input }));
  return (await test.app.request(`/trpc/${procedure}?input=${json}`, { headers: who?.headers ?? {} })).text();
};

async function tell(): Promise<string> {
  const recordingId = await test.world.record(ana.viewer);
  const { stories } = test.world.callAs(ana.viewer);
  const { id } = await stories.create({ recordingId, title: 'El tren' });
  await stories.publish({ id });
  return id;
}

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
    const account = { username: 'carla', email, password: 'tortuga-azul-7' };
    expect((await post('account.signUp', { ...planted(), ...account, id: randomUUID() })).status).toBe(200);
    const { prisma } = test.world.database;
    const user = await prisma.user.findFirst({ where: { email }, include: { profile: true } });
    expect(user?.emailVerifiedAt ?? null).toBeNull();
    expect(user?.role ?? 'user').toBe('user');
    expect(JSON.stringify(user)).not.toMatch(trusted);
  });

  it('does not change a story, its author or its recording', async () => {
    const recordingId = await test.world.record(ana.viewer);
    const before = await test.world.database.prisma.recording.findUniqueOrThrow({
      where: { id: recordingId },
    });
    const id = randomUUID();
    const created = await post('stories.create', { ...planted(), id, recordingId, title: 'El tren' }, ana);
    expect(created.status).toBe(200);
    const story = await test.world.database.prisma.story.findFirstOrThrow({ where: { recordingId } });
    expect(story).toMatchObject({
      userId: ana.viewer.id,
      published: false,
      upvotes: 0,
      downvotes: 0,
      score: 0,
    });
    expect(story.id).not.toBe(id);
    for (const procedure of ['stories.update', 'stories.updateTags', 'stories.publish', 'stories.vote']) {
      const input = { ...planted(), id: story.id, title: 'El otro', tags: ['amor'], direction: null };
      expect([procedure, (await post(procedure, input, ana)).status]).toEqual([procedure, 200]);
    }
    const after = await test.world.database.prisma.story.findUniqueOrThrow({ where: { id: story.id } });
    expect(after).toMatchObject({
      userId: ana.viewer.id,
      upvotes: 0,
      score: 0,
      durationMs: story.durationMs,
    });
    expect(JSON.stringify(after)).not.toMatch(trusted);
    expect(after.createdAt).toEqual(story.createdAt);
    const recording = await test.world.database.prisma.recording.findUniqueOrThrow({
      where: { id: recordingId },
    });
    expect(recording).toEqual(before);
  });

  it('does not change the owner or state of a recording', async () => {
    const id = randomUUID();
    expect(
      (await post('recordings.begin', { ...planted(), id, claimedType: 'audio/webm' }, ana)).status,
    ).toBe(200);
    const row = await test.world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ userId: ana.viewer.id, state: 'uploading', bytes: null, playbackKey: null });
  });

  it('does not change the author or date of a comment', async () => {
    const storyId = await tell();
    const comment = {
      ...planted(),
      storyId,
      content: 'Hola',
      author: { id: beto.viewer.id },
      authorName: 'beto',
    };
    expect((await post('comments.create', { ...comment, id: randomUUID() }, ana)).status).toBe(200);
    expect((await post('comments.create', { ...comment, id: randomUUID() })).status).toBe(200);
    const rows = await test.world.database.prisma.comment.findMany({ where: { storyId } });
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([ana.viewer.id, null]));
    expect(JSON.stringify(rows)).not.toMatch(trusted);
  });

  it('does not decide a report or change an account', async () => {
    const storyId = await tell();
    expect(
      (await post('reports.create', { ...planted(), storyId, reason: 'spam' }, beto)).status,
    ).toBeLessThan(500);
    const reports = await test.world.database.prisma.report.findMany({ where: { storyId } });
    expect(reports.every(({ status, moderatorId }) => status === 'pending' && moderatorId === null)).toBe(
      true,
    );
    await post(
      'profiles.update',
      { ...planted(), fullName: 'Ana', username: 'ana', id: beto.viewer.id },
      ana,
    );
    const { prisma } = test.world.database;
    for (const { viewer } of [ana, beto]) {
      const user = await prisma.user.findUniqueOrThrow({
        where: { id: viewer.id },
        include: { profile: true },
      });
      expect(user).toMatchObject({
        email: viewer.email,
        role: 'user',
        profile: { username: viewer.username },
      });
      expect(JSON.stringify(user)).not.toMatch(trusted);
    }
  });
});

describe('SEC-06: the e-mail address of a commenter', () => {
  it('is in no answer to a visitor, another user or the author of the story', async () => {
    const storyId = await tell();
    const answer = await post('comments.create', { id: randomUUID(), storyId, content: 'Qué bonito' }, beto);
    expect(await answer.text()).not.toContain('beto@');
    for (const who of [undefined, ana]) {
      const answers = await Promise.all([
        ask('comments.list', { storyId }, who),
        ask('stories.byId', { id: storyId }, who),
        ask('stories.feed', {}, who),
        ask('profiles.byUsername', { username: 'beto' }, who),
        ask('profiles.byIds', { ids: [beto.viewer.id] }, who),
        ask('stories.byUser', { userId: beto.viewer.id }, who),
        ask('follows.followers', { userId: beto.viewer.id }, who),
      ]);
      expect(answers.join('\n')).toContain('Qué bonito');
      expect(answers.join('\n')).not.toMatch(/beto@|beto%40|"email":"beto/u);
    }
  });
});

describe('SEC-33: a URL in an input', () => {
  it('is never fetched by the server, in any field or header', async () => {
    const asked: string[] = [];
    const canary = createServer((socket) => {
      asked.push('connected');
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const fetched = vi.spyOn(globalThis, 'fetch');
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`; // a server on a port has one
    const storyId = await tell();
    const headers = {
      ...ana.headers,
      referer: url,
      'x-forwarded-host': url,
      'x-forwarded-for': url,
      forwarded: `host=${url}`,
      'x-original-url': url,
      'x-rewrite-url': url,
    };
    const id = randomUUID();
    const inputs: readonly (readonly [string, Input])[] = [
      [
        'account.signUp',
        { username: 'dora', email: 'dora@127.0.0.1', password: url, avatarUrl: url, redirectTo: url },
      ],
      ['account.signIn', { email: 'ana@example.org', password: url, callbackUrl: url }],
      ['account.requestPasswordReset', { email: 'ana@example.org', returnTo: url }],
      ['profiles.update', { fullName: url, username: 'ana', avatarUrl: url, website: url }],
      ['recordings.begin', { id, claimedType: url, audioUrl: url }],
      [
        'stories.update',
        { id: storyId, title: url, transcript: `![x](${url}) <img src="${url}">`, audioUrl: url },
      ],
      ['stories.updateTags', { id: storyId, tags: [url.slice(0, 50)] }],
      ['comments.create', { id: randomUUID(), storyId, content: url }],
      ['reports.create', { storyId, reason: url }],
    ];
    for (const [procedure, json] of inputs) {
      const body = JSON.stringify({ json });
      const type = { 'content-type': 'application/json' };
      await test.app.request(`/trpc/${procedure}`, {
        method: 'POST',
        headers: { ...headers, ...type },
        body,
      });
    }
    const metadata = Buffer.from(url).toString('base64');
    await test.app.request('/upload', {
      method: 'POST',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-defer-length': '1',
        'upload-concat': `final;${url}`,
        'upload-metadata': `recordingId ${Buffer.from(id).toString('base64')},url ${metadata},filename ${metadata}`,
      },
    });
    for (const path of [`/?url=${url}`, `/auth/google?return=${url}`, `/audio/${encodeURIComponent(url)}`]) {
      await test.app.request(path, { headers });
    }
    await test.world.workOff();
    await test.world.readMails();
    await new Promise((resolve) => canary.close(resolve));
    expect(asked).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });
});

describe('SEC-22: a flood of sign-ins', () => {
  // Each sign-in costs an Argon2id hash, which takes time on a slow machine.
  it('does not block the feed, which is read many times before the flood is over', async () => {
    const wave = 100;
    const ended: string[] = [];
    const flood = Promise.all(
      Array.from({ length: wave }, async (_, n) => {
        const caller = test.world.callAs(null, undefined, { network: randomUUID() });
        const account = { email: `nadie${n}@example.org`, password: 'otra cosa' };
        await caller.account.signIn(account).catch(() => {});
        ended.push('signIn');
      }),
    );
    for (let n = 0; n < 5; n += 1) {
      expect(await ask('stories.feed', {})).toContain('El tren');
      ended.push('feed');
    }
    await flood;
    expect(ended.lastIndexOf('feed')).toBeLessThan(ended.lastIndexOf('signIn'));
    // Callers that would wait too long are refused. The others are verified, two at a time.
    expect(ended.filter((what) => what === 'signIn')).toHaveLength(wave);
  });
});
