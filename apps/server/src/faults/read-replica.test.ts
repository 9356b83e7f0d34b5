import type { Viewer } from '@relato/api';
import type { StoryId } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { createReplicaReader } from '../metrics/replica-figures.ts';
import { browserOf, callAsBrowser, toQueryUrl, visitor, type Browser } from '../testing/browser.ts';
import { useReplicatedApp } from '../testing/replicated-app.ts';
import type { TestUser } from '../testing/test-app.ts';

const { servers, database, replica, test, ana, whenCaughtUp, publish } = useReplicatedApp();

const call = (browser: Browser, kind: 'ask' | 'change', path: string, input: object) =>
  callAsBrowser(test, browser, kind, path, input);
const as = (viewer: Viewer) => test.world.callAs(viewer);

const countComments = async (browser: Browser, storyId: StoryId): Promise<number> =>
  ((await call(browser, 'ask', 'comments.list', { storyId })) as { readonly items: readonly unknown[] }).items
    .length;

describe('an author sees a new comment or story at once, others within the lag', () => {
  it('a visitor who comments, in another tab as well', async () => {
    const id = await publish(ana.viewer);
    await whenCaughtUp();
    await servers.standby.pause();
    const browser = visitor();
    const comment = { id: crypto.randomUUID(), storyId: id, content: 'Hola', authorName: 'Eva' };
    await call(browser, 'change', 'comments.create', comment);
    expect(browser.cookie).toMatch(/relato_written_at=\d+/u);
    expect(await countComments(browser, id)).toBe(1);
    expect(await countComments({ ...browser }, id)).toBe(1);
    expect(await countComments(visitor(), id)).toBe(0);
    await servers.standby.resume();
    await expect.poll(() => countComments(visitor(), id), { interval: 20 }).toBe(1);
    const { outcomes } = replica.readState();
    const readsFromReplica = async () => {
      expect(await countComments(browser, id)).toBe(1);
      return replica.readState().outcomes.replica > outcomes.replica;
    };
    await expect.poll(readsFromReplica, { interval: 20 }).toBe(true);
  });

  it('a member who votes and renames, and a program without the cookie of its last write', async () => {
    const id = await publish(ana.viewer);
    await whenCaughtUp();
    await servers.standby.pause();
    const browser = browserOf(ana);
    await call(browser, 'change', 'stories.vote', { id, direction: 'up' });
    await call(browser, 'change', 'stories.update', { id, title: 'Otro nombre' });
    const expected = { upvotes: 1, title: 'Otro nombre', viewer: { vote: 'up' } };
    expect(await call(browser, 'ask', 'stories.byId', { id })).toMatchObject(expected);
    const byProgram = await test.app.request(toQueryUrl('stories.byId', { id }), { headers: ana.headers });
    expect(await byProgram.json()).toMatchObject({ result: { data: { json: expected } } });
    expect(await call(visitor(), 'ask', 'stories.byId', { id })).toMatchObject({
      upvotes: 0,
      title: 'El tren',
    });
  });
});

it('a link opens before the replica has its row', async () => {
  await whenCaughtUp();
  await servers.standby.pause();
  const id = await publish(ana.viewer);
  expect(await call(visitor(), 'ask', 'stories.byId', { id })).toMatchObject({ id });
  const unknown = crypto.randomUUID();
  expect(await call(visitor(), 'ask', 'stories.byId', { id: unknown })).toBe('STORY_NOT_FOUND');
});

const countRemovals = async (): Promise<number> => {
  const text = 'SELECT sum(count)::float8 AS count FROM removals';
  return (await database.sql<{ readonly count: number }>({ text, values: [] }))[0]?.count ?? 0;
};

describe('SEC-07: removed rows disappear at once, however far the replica is behind', () => {
  let moderator: Viewer;
  let leaving: TestUser;
  beforeAll(async () => {
    moderator = await test.world.addUser('marta', 'moderator');
    leaving = await test.signUp('luis');
  });
  const reason = 'Datos de otra persona';
  const ways: readonly (readonly [string, (author: Viewer, id: StoryId) => Promise<unknown>])[] = [
    ['unpublished', (author, id) => as(author).stories.unpublish({ id })],
    ['deleted', (author, id) => as(author).stories.delete({ id })],
    ['hidden', (_author, id) => as(moderator).stories.hide({ id, reason })],
    ['of a suspended user', (author) => as(moderator).users.suspend({ userId: author.id, reason })],
    [
      'of a deleted account',
      (author) => {
        const { account } = test.world.callAs(author, leaving.token);
        return account.delete({ confirmation: 'ELIMINAR', currentPassword: leaving.password });
      },
    ],
  ];

  it.each(ways)('%s', async (how, remove) => {
    const index = ways.findIndex(([name]) => name === how);
    const author = index < 4 ? await test.world.addUser(`autor_${index}`) : leaving.viewer;
    const id = await publish(author, 'La que se va');
    const { username, id: userId } = author;
    const asks: readonly (readonly [string, object])[] = [
      ['stories.feed', {}],
      ['stories.feed', { tags: ['lluvia'] }],
      ['stories.feed', { search: 'se va' }],
      ['stories.feed', { search: 'tortuga' }],
      ['stories.byIds', { ids: [id] }],
      ['stories.byUser', { userId }],
      ['stories.byId', { id }],
      ['comments.list', { storyId: id }],
    ];
    const ofPeople: readonly (readonly [string, object])[] = [
      ['profiles.byUsername', { username }],
      ['profiles.find', { search: username }],
    ];
    const askAll = () =>
      Promise.all([...asks, ...ofPeople].map(([path, input]) => call(visitor(), 'ask', path, input)));
    await whenCaughtUp();
    const before = replica.readState().outcomes.replica;
    for (const answer of (await askAll()).slice(0, asks.length - 1))
      expect(JSON.stringify(answer)).toContain(id);
    expect(replica.readState().outcomes.replica).toBe(before + asks.length + ofPeople.length);
    await servers.standby.pause();
    await remove(author, id);
    const after = await askAll();
    for (const answer of after.slice(0, asks.length)) expect(JSON.stringify(answer)).not.toContain(id);
    expect(after.slice(asks.length - 2, asks.length)).toEqual(['STORY_NOT_FOUND', 'STORY_NOT_FOUND']);
    const people = JSON.stringify(after.slice(asks.length));
    expect(people.includes(userId)).toBe(!how.startsWith('of a'));
  });

  it('the profile of a user without stories', async () => {
    const { id, username } = await test.world.addUser('callada');
    await whenCaughtUp();
    await servers.standby.pause();
    expect(await call(visitor(), 'ask', 'profiles.byUsername', { username })).toMatchObject({ id });
    await as(moderator).users.suspend({ userId: id, reason });
    expect(await call(visitor(), 'ask', 'profiles.byUsername', { username })).toBe('PROFILE_NOT_FOUND');
  });

  it('a transaction counts as one removal, whatever its size, and not if it is rolled back', async () => {
    const ids = [await publish(ana.viewer), await publish(ana.viewer)];
    const before = await countRemovals();
    const remove = (isKept: boolean) =>
      database.prisma.$transaction(async (tx) => {
        await tx.story.updateMany({ where: { id: { in: ids } }, data: { published: false } });
        await tx.story.deleteMany({ where: { id: { in: ids } } });
        if (isKept) throw new Error('rolled back');
      });
    await expect(remove(true)).rejects.toThrow('rolled back');
    expect(await countRemovals()).toBe(before);
    await remove(false);
    expect(await countRemovals()).toBe(before + 1);
  });

  it('a comment', async () => {
    const id = await publish(ana.viewer);
    const comment = await as(ana.viewer).comments.create({
      id: crypto.randomUUID(),
      storyId: id,
      content: 'Hola',
    });
    await whenCaughtUp();
    await servers.standby.pause();
    expect(await call(visitor(), 'ask', 'comments.list', { storyId: id })).toMatchObject({ items: [{}] });
    await as(ana.viewer).comments.delete({ id: comment.id });
    expect(await call(visitor(), 'ask', 'comments.list', { storyId: id })).toMatchObject({ items: [] });
  });

  it('the primary answers moderators', async () => {
    await whenCaughtUp();
    const before = replica.readState().outcomes;
    await as(moderator).stories.feed({});
    expect(replica.readState().outcomes).toEqual(before);
  });
});

it('the metrics show the lag of the replica, and the servers of the reads', async () => {
  const metrics = createMetrics();
  createReplicaReader(metrics, replica)();
  const { outcomes } = replica.readState();
  const text = await metrics.print();
  expect(text).toContain('relato_replica_used 1');
  expect(text).toMatch(/relato_replica_lag_seconds \d/u);
  expect(text).toContain(`relato_replica_calls_total{outcome="replica"} ${outcomes.replica}`);
});
