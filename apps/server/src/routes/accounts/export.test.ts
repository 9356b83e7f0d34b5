import { randomUUID } from 'node:crypto';
import { commentId, laterId, type StoryId } from '@relato/contract';
import { readZip } from '@relato/testing/zip';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let beto: TestUser;
let own: StoryId;
let shared: StoryId;
beforeAll(async () => {
  ana = await test.signUp('ana');
  beto = await test.signUp('beto');
  own = await publish(ana, 'El tren');
  shared = await publish(beto, 'El mango');
});

const publish = ({ viewer }: TestUser, title: string): Promise<StoryId> =>
  test.world.publishStory(viewer, { title, transcript: `Había una vez: ${title}`, tags: ['amor'] });

const requestExport = ({ token }: TestUser, app = test.app) =>
  app.request('/export', { headers: { cookie: `relato_session=${token}` } });

async function open(answer: Response): Promise<ReadonlyMap<string, Buffer>> {
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

const toPerson = ({ viewer: { id, username } }: TestUser) => ({ id, profile: { username } });
const readJson = (files: ReadonlyMap<string, Buffer>, name: string): unknown[] =>
  JSON.parse(files.get(name)?.toString('utf8') ?? '') as unknown[]; // every file of ours is a list

describe('an export', () => {
  it('D21: is a zip of all data of the user, and not stored by caches', async () => {
    const { viewer } = ana;
    const caller = test.world.callAs(viewer);
    const id = commentId.parse(randomUUID());
    await caller.comments.create({ id, storyId: shared, content: 'Me encantó' });
    await caller.stories.vote({ id: shared, direction: 'up' });
    await test.world.database.prisma.reaction.create({
      data: {
        id: randomUUID(),
        storyId: shared,
        userId: viewer.id,
        startMs: 0,
        endMs: 300,
        sign: 'tear',
        text: 'mar',
      },
    });
    const meaning = { headword: 'mar', headwordKey: 'mar mar', regions: ['chile'] };
    const proposed = { startMs: 0, endMs: 300, text: 'mar', said: 'bar', ...meaning };
    await test.world.database.prisma.correction.create({
      data: { id: randomUUID(), storyId: shared, userId: viewer.id, ...proposed },
    });
    await caller.questions.create({ id: randomUUID(), text: '¿Y el mar?', isOnce: true });
    await caller.follows.follow({ userId: beto.viewer.id });
    await caller.follows.followTag({ tag: 'Mi abuela' });
    await caller.reports.create({ storyId: shared, reason: 'other' });
    const [blocked, muted] = [await test.signUp('bloqueada'), await test.signUp('silenciada')];
    await caller.blocks.block({ userId: blocked.viewer.id });
    await caller.blocks.mute({ userId: muted.viewer.id, days: 7 });
    await caller.blocks.muteWord({ word: 'política' });
    await caller.collections.create({ name: 'Para el tren' });
    await caller.collections.setStory({ id: laterId, storyId: shared, isIn: true });
    await caller.stories.setListensKept({ isKept: true });
    await caller.stories.rememberListens({ stories: [{ id: shared, positionMs: 1_000 }] });
    await caller.stories.leaveOut({ kind: 'author', id: beto.viewer.id });
    const answered = { id: commentId.parse(randomUUID()), storyId: own, content: 'Gracias' };
    await test.world.callAs(beto.viewer).comments.create(answered);
    await test.world.database.prisma.notice.create({
      data: {
        id: randomUUID(),
        userId: viewer.id,
        kind: 'story_hidden',
        targetId: own,
        subject: 'El tren',
        reason: 'Por error',
      },
    });

    const answer = await requestExport(ana);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="relato-[\d-]{10}\.zip"$/),
      'x-content-type-options': 'nosniff',
    });
    const files = await open(answer);
    const lines = await test.world.database.prisma.registerEntry.findMany();
    expect(lines).toEqual([
      { id: expect.any(String), kind: 'export', things: files.size, createdAt: expect.any(Date) },
    ]);
    expect(readJson(files, 'perfil.json')).toMatchObject([
      {
        email: 'ana@example.org',
        mutedWords: ['política'],
        keepsListens: true,
        profile: { username: 'ana', followingCount: 1 },
        followedTags: [{ name: 'Mi abuela' }],
      },
    ]);
    expect(readJson(files, 'historias.json')).toMatchObject([
      { id: own, title: 'El tren', transcript: 'Había una vez: El tren', tags: ['amor'], published: true },
    ]);
    expect(readJson(files, 'comentarios.json')).toMatchObject([{ storyId: shared, content: 'Me encantó' }]);
    expect(readJson(files, 'votos.json')).toMatchObject([{ storyId: shared, direction: 'up' }]);
    expect(readJson(files, 'reacciones.json')).toMatchObject([{ storyId: shared, sign: 'tear', startMs: 0 }]);
    expect(readJson(files, 'correcciones.json')).toMatchObject([
      {
        storyId: shared,
        text: 'mar',
        said: 'bar',
        state: 'open',
        headword: 'mar',
        regions: ['chile'],
      },
    ]);
    expect(readJson(files, 'preguntas.json')).toMatchObject([{ text: '¿Y el mar?', withdrawnAt: null }]);
    expect(files.get('preguntas.json')?.toString()).not.toContain('tokenKey');
    expect(readJson(files, 'seguidos.json')).toMatchObject([
      { following: { profile: { username: 'beto' } }, toldSince: null },
    ]);
    expect(readJson(files, 'novedades.json')).toMatchObject([
      { kind: 'comment', storyId: own, actor: { profile: { username: 'beto' } } },
    ]);
    expect(readJson(files, 'seguidores.json')).toEqual([]);
    expect(readJson(files, 'bloqueos.json')).toEqual([
      { kind: 'block', endsAt: null, createdAt: expect.any(String), blocked: toPerson(blocked) },
      { kind: 'mute', endsAt: expect.any(String), createdAt: expect.any(String), blocked: toPerson(muted) },
    ]);
    const collections = readJson(files, 'colecciones.json');
    expect(collections).toHaveLength(2);
    expect(collections).toMatchObject([
      { name: 'Para el tren', isPublic: false, stories: [] },
      { name: null, isPublic: false, stories: [{ storyId: shared, createdAt: expect.any(String) }] },
    ]);
    expect(readJson(files, 'escuchas.json')).toMatchObject([
      { storyId: shared, positionMs: 1_000, finishedAt: null },
    ]);
    expect(readJson(files, 'no-me-interesa.json')).toMatchObject([
      { storyId: null, author: { profile: { username: 'beto' } }, name: null },
    ]);
    expect(readJson(files, 'reportes.json')).toMatchObject([{ storyId: shared, reason: 'other' }]);
    expect(readJson(files, 'avisos.json')).toMatchObject([{ kind: 'story_hidden', reason: 'Por error' }]);
    expect(readJson(files, 'sesiones.json')).toEqual([
      { userAgent: 'vitest', createdAt: expect.any(String), expiresAt: expect.any(String) },
    ]);
    const [recording] = await test.world.database.prisma.recording.findMany({
      where: { userId: viewer.id },
    });
    expect(readJson(files, 'grabaciones.json')).toMatchObject([{ id: recording?.id, state: 'ready' }]);
    const sound = await test.world.services.storage.read(recording?.originalKey ?? '');
    expect(files.get(`audio/${recording?.id ?? ''}.webm`)?.subarray(0, 80_000)).toEqual(
      Buffer.from(sound).subarray(0, recording?.bytes ?? 0),
    );
  });

  it('L264: describes a story without text like the app, and names the story that it follows', async () => {
    const dora = await test.signUp('sin_letra');
    const recordingId = await test.world.record(dora.viewer);
    const { id } = await test.world.callAs(dora.viewer).stories.create({
      recordingId,
      title: 'La reja',
      origin: { id: shared, kind: 'reply', visibility: 'shared', voicesAgreed: true },
    });
    expect(readJson(await open(await requestExport(dora)), 'historias.json')).toMatchObject([
      {
        id,
        transcript: 'No se pudo transcribir el audio',
        transcriptStatus: 'missing',
        originKind: 'reply',
        originId: shared,
        isLetIn: true,
      },
    ]);
  });

  it('contains more than the first page of a list', async () => {
    const authorName = 'muchos';
    const many = await test.signUp(authorName);
    await test.world.database.prisma.comment.createMany({
      data: Array.from({ length: 101 }, (_, index) => ({
        id: randomUUID(),
        storyId: shared,
        userId: many.viewer.id,
        content: `Comentario ${index}`,
        authorName,
      })),
    });
    const comments = readJson(await open(await requestExport(many)), 'comentarios.json');
    expect(new Set(comments.map((comment) => Object(comment).content)).size).toBe(101);
  });

  it('SEC-05: contains no secrets, no data of other users, and no moderator', async () => {
    const { prisma } = test.world.database;
    const moderator = await test.signUp('revisora');
    const carla = await test.signUp('carla');
    const caller = test.world.callAs(carla.viewer);
    await test.world.callAs(beto.viewer).follows.follow({ userId: carla.viewer.id });
    await caller.follows.follow({ userId: beto.viewer.id });
    const story = await publish(carla, 'La torta');
    await test.world.callAs(ana.viewer).comments.create({
      id: commentId.parse(randomUUID()),
      storyId: story,
      content: 'canario de ana',
    });
    await prisma.notice.create({
      data: {
        id: randomUUID(),
        userId: carla.viewer.id,
        kind: 'comment_removed',
        targetId: randomUUID(),
        subject: 'Hola',
        reason: 'Spam',
        decidedById: moderator.viewer.id,
      },
    });
    const users = await prisma.user.findMany({ include: { sessions: true } });
    const sessions = users.flatMap((each) => each.sessions.map(({ id }) => id));
    const others = users.filter(({ id }) => id !== carla.viewer.id).map(({ email }) => email);
    const secrets = [...users.map(({ passwordHash }) => passwordHash), ...sessions, ...others];
    const text = [...(await open(await requestExport(carla))).entries()]
      .flatMap(([name, content]) => (name.endsWith('.json') ? [content.toString('utf8')] : []))
      .join('\n');
    expect(text).toContain(carla.viewer.email);
    const canaries = [...secrets, carla.token, moderator.viewer.id, 'revisora', 'canario de ana', 'El mango'];
    expect(canaries.filter((canary) => canary !== null && text.includes(canary))).toEqual([]);
  });

  it.each(['flac', 'amr', 'wav', 'mp3'])(
    'names a recording by what was sent, not by its copy: %s',
    async (format) => {
      const fixture =
        { flac: 'formats/flac.flac', amr: 'formats/amr.amr', wav: 'speech.wav', mp3: 'formats/cover.mp3' }[
          format
        ] ?? '';
      const id = await test.world.upload(beto.viewer, fixture);
      await test.world.database.prisma.recording.update({ where: { id }, data: { container: 'mp4' } });
      expect((await open(await requestExport(beto))).get(`audio/${id}.${format}`)?.length).toBeGreaterThan(0);
    },
  );

  it('is complete if a recording is deleted meanwhile', async () => {
    const { originalKey, id } = await test.world.database.prisma.recording.findFirstOrThrow({
      where: { userId: beto.viewer.id },
    });
    await test.world.services.storage.delete(originalKey ?? '');
    expect((await open(await requestExport(beto))).get(`audio/${id}.webm`)?.length).toBe(0);
  });

  it('reads no faster than the client, and stops when the client disconnects', async () => {
    for (let count = 0; count < 4; count += 1) await test.world.record(ana.viewer);
    const opened: string[] = [];
    const { storage } = test.world.services;
    const app = test.createWith({
      storage: {
        ...storage,
        open: async (key) => {
          opened.push(key);
          // Exceeds the capacity of the pipe.
          return new Blob([new Uint8Array(400_000)]).stream();
        },
      },
    });
    const answer = await requestExport(ana, app);
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(opened.length).toBeLessThan(4);
  });
});

it('SEC-61: forty exports that are never read do not stop other accounts from exporting, listening and searching', async () => {
  const app = test.createWithoutLimits();
  const unread = await Promise.all(Array.from({ length: 40 }, async () => requestExport(beto, app)));
  expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 200));
  const files = await open(await requestExport(ana, app));
  expect(readJson(files, 'historias.json')).toHaveLength(1);
  expect((await app.request(`/audio/${own}`)).status).toBe(200);
  expect((await test.world.visitor.stories.feed({ search: 'mango' })).items).toHaveLength(1);
  await Promise.all(unread.map(async ({ body }) => body?.cancel()));
});
