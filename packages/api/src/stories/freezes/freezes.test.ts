import { limits, retention, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, expect, it } from 'vitest';
import { useModerationWorld } from '../../testing/moderation-world.ts';
import { startSession } from '../../testing/users.ts';
import { readNotices } from '../../testing/read-notices.ts';
import { readPages } from '../../testing/read-pages.ts';
import { collectObjects } from '../../recordings/cleanup-jobs.ts';
import { endFreezes } from './jobs.ts';

const { world, cast, as, read, hear, logOf } = useModerationWorld();
/** A time limit for a busy machine. */
const patience = { timeout: 20_000 };

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const order = { caseNumber: 'DP 12/2026', until: inDays(30), reason: 'Orden de una autoridad' };
const administrator = () => as(cast.administrator).stories;
const freeze = (id: StoryId, more: Partial<typeof order> = {}) =>
  administrator().freeze({ id, ...order, ...more });

let id: StoryId;
let keys: readonly string[];
beforeEach(async () => {
  await world.database.prisma.freeze.deleteMany();
  ({ id, keys } = await tell());
});

/** Creates a story whose recording is in the store. */
async function tell(published = true) {
  const recordingId = await world.record(cast.author);
  const { id: told } = await as(cast.author).stories.create({
    recordingId,
    title: 'La reja',
    transcript: 'Nadie oía nada.',
  });
  if (published) await as(cast.author).stories.publish({ id: told });
  const { originalKey, playbackKey } = await world.database.prisma.recording.findUniqueOrThrow({
    where: { id: recordingId },
  });
  return { id: told, keys: [originalKey ?? '', playbackKey ?? ''] };
}

/** Lists the files of the story with a very old date. */
async function* list() {
  yield keys.map((key) => ({ key, bytes: 1, writtenAt: new Date(0) }));
}
const remove = () => as(cast.author).stories.delete({ id });
const isStored = () =>
  Promise.all(keys.map((key) => world.services.storage.measure(key, { hash: false }))).then((found) =>
    found.map((each) => each !== null),
  );
const endTime = (freezeId: string) => world.database.prisma.$executeRaw`UPDATE freezes
  SET created_at = created_at - interval '100 days', ends_at = clock_timestamp() WHERE id = ${freezeId}::uuid`;

it('hides a frozen story, and keeps a copy for administrators when its author deletes it', async () => {
  await as(cast.ana).comments.create({ id: crypto.randomUUID(), storyId: id, content: 'Yo lo vi' });
  const freezeId = await freeze(id);
  await expectRefusal(read(cast.ana, id), 'STORY_NOT_FOUND');
  expect(await read(cast.author, id)).toMatchObject({ hidden: { reason: order.reason } });
  await remove();
  await world.workOff();
  for (const viewer of [cast.author, cast.moderator, cast.administrator])
    await expectRefusal(read(viewer, id), 'STORY_NOT_FOUND');
  expect(await isStored()).toEqual([true, true]);
  expect(await administrator().frozen({ id: freezeId })).toMatchObject({
    storyId: id,
    isThere: false,
    frozenBy: { username: 'jefa' },
    content: {
      story: { title: 'La reja', transcript: 'Nadie oía nada.', published: true },
      author: { id: cast.author.id, username: cast.author.username },
      recording: { originalKey: keys[0], playbackKey: keys[1] },
      comments: [{ content: 'Yo lo vi', userId: cast.ana.id }],
    },
  });
  expect((await logOf(id)).map(([action]) => action)).toEqual(['read-story', 'hide-story', 'freeze-story']);
  for (const viewer of [cast.moderator, cast.author])
    await expectRefusal(as(viewer).stories.frozen({ id: freezeId }), 'FORBIDDEN');
});

it('keeps the copy after the deletion of the account and the cleanup of the store, and erases it at its end', async () => {
  const freezeId = await freeze(id);
  const token = await startSession(world.database, cast.author);
  await world.callAs(cast.author, token).account.delete({ confirmation: 'ELIMINAR' });
  await world.workOff();
  const { storage } = world.services;
  await collectObjects({
    ...world.services,
    storage: { ...storage, list, deleteUnfinished: async () => {} },
  });
  expect(await isStored()).toEqual([true, true]);
  await endFreezes(world.services);
  expect((await administrator().freezes({})).items).toMatchObject([{ id: freezeId, isThere: false }]);
  await endTime(freezeId);
  await endFreezes(world.services);
  await world.workOff();
  expect(await isStored()).toEqual([false, false]);
  expect((await administrator().freezes({})).items).toEqual([]);
  expect((await logOf(id))[0]?.[0]).toBe('end-freeze');
  await expectRefusal(administrator().frozen({ id: freezeId }), 'FREEZE_NOT_FOUND');
});

it('keeps the files of a story that still exists when the freeze ends, which a moderator then restores', async () => {
  const freezeId = await freeze(id);
  const other = await freeze(id, { caseNumber: 'DP 13/2026' });
  await expectRefusal(as(cast.moderator).stories.restore({ id, reason: 'Un error' }), 'STORY_FROZEN');
  await administrator().endFreeze({ id: freezeId });
  await expectRefusal(as(cast.moderator).stories.restore({ id, reason: 'Un error' }), 'STORY_FROZEN');
  await administrator().endFreeze({ id: other });
  await expectRefusal(administrator().endFreeze({ id: other }), 'FREEZE_NOT_FOUND');
  await world.workOff();
  expect(await isStored()).toEqual([true, true]);
  await as(cast.moderator).stories.restore({ id, reason: 'Ya pasó' });
  expect(await read(cast.ana, id)).toMatchObject({ title: 'La reja' });
});

/** Backdates the freezes by this many days. */
const age = (days: number) => world.database.prisma.$executeRaw`UPDATE freezes
  SET created_at = created_at - make_interval(days => ${days}::int)`;
const { maxDays } = limits.freeze;
const { days: maxDaysInAll } = retention.frozenStory;

it('can be prolonged once by the same case, also after the story was deleted, up to the legal limit', async () => {
  await expectRefusal(freeze(id, { until: inDays(-1) }), 'FREEZE_DATE_INVALID');
  await expectRefusal(freeze(id, { until: inDays(maxDays + 2) }), 'FREEZE_DATE_INVALID');
  await expect(freeze(id, { until: '0000-01-01' })).rejects.toThrow('FREEZE_DATE_INVALID');
  const freezeId = await freeze(id);
  await age(20);
  await remove();
  await expectRefusal(freeze(id, { caseNumber: 'Otro' }), 'STORY_NOT_FOUND');
  await expectRefusal(freeze(id, { until: inDays(maxDaysInAll - 18) }), 'FREEZE_DATE_INVALID');
  const until = inDays(maxDaysInAll - 21);
  expect(await freeze(id, { until })).toBe(freezeId);
  const [row] = (await administrator().freezes({})).items;
  expect(row).toMatchObject({
    endsAt: new Date(`${inDays(maxDaysInAll - 20)}T00:00:00Z`),
    isProlonged: true,
  });
  expect(await freeze(id, { until })).toBe(freezeId);
  await expectRefusal(freeze(id, { until: inDays(maxDaysInAll - 20) }), 'FREEZE_PROLONGED');
});

it('may end earlier than ordered, which does not count as the prolongation', async () => {
  await freeze(id);
  await freeze(id, { until: inDays(10) });
  expect((await administrator().freezes({})).items).toMatchObject([{ isProlonged: false }]);
  await freeze(id, { until: inDays(20) });
  await expectRefusal(freeze(id, { until: inDays(30) }), 'FREEZE_PROLONGED');
});

it('can be repeated once after it ended, which counts as the prolongation and from its first day', async () => {
  const freezeId = await freeze(id);
  await age(100);
  await administrator().endFreeze({ id: freezeId });
  expect((await administrator().freezes({})).items).toEqual([]);
  await expectRefusal(freeze(id, { until: inDays(maxDaysInAll - 98) }), 'FREEZE_DATE_INVALID');
  await freeze(id, { until: inDays(maxDaysInAll - 101) });
  expect(await administrator().frozen({ id: freezeId })).toMatchObject({
    isProlonged: true,
    content: { story: { title: 'La reja' } },
  });
  await administrator().endFreeze({ id: freezeId });
  await expectRefusal(freeze(id, { until: inDays(1) }), 'FREEZE_PROLONGED');
  await freeze(id, { caseNumber: 'DP 13/2026' });
});

it('deletes the case once the freeze has ended and the story is deleted', async () => {
  const freezeId = await freeze(id);
  await administrator().endFreeze({ id: freezeId });
  await endFreezes(world.services);
  const { prisma } = world.database;
  expect(await prisma.freeze.findMany()).toMatchObject([{ id: freezeId, content: {}, keys: [] }]);
  await remove();
  await endFreezes(world.services);
  expect(await prisma.freeze.count()).toBe(0);
});

it("shows moderators no title of a story that was never public, and is refused for unknown stories and the viewer's own", async () => {
  const secret = await tell(false);
  await freeze(secret.id);
  const { items } = await as(cast.moderator).stories.hidden({});
  const shown = items.find((story) => story.id === secret.id);
  expect(shown?.title).toBe('');
  expect(JSON.stringify(shown)).not.toContain('La reja');
  await expectRefusal(freeze(storyId.parse(crypto.randomUUID())), 'STORY_NOT_FOUND');
  const own = await createStory(world.database.prisma, { userId: cast.administrator.id });
  await expectRefusal(freeze(storyId.parse(own)), 'FORBIDDEN');
});

it('can neither be prolonged nor ended by the author of the story', async () => {
  const other = await world.addUser(`jefe_${crypto.randomUUID().slice(0, 8)}`, 'administrator');
  const own = storyId.parse(await createStory(world.database.prisma, { userId: cast.administrator.id }));
  const freezeId = await as(other).stories.freeze({ id: own, ...order });
  await expectRefusal(freeze(own, { until: inDays(1) }), 'FORBIDDEN');
  await expectRefusal(administrator().endFreeze({ id: freezeId }), 'FORBIDDEN');
  await as(other).stories.endFreeze({ id: freezeId });
});

it('removes a story that waits for approval from the queue, and shows it to no moderator', async () => {
  const waiting = await tell(false);
  await world.database.prisma.profile.update({ where: { id: cast.author.id }, data: { letInAt: null } });
  await world.database.prisma.report.deleteMany();
  await as(cast.administrator).settings.set({ flags: { reviewFirstStory: true } });
  expect(await as(cast.author).stories.publish({ id: waiting.id })).toEqual({ isWaiting: true });
  await as(cast.administrator).settings.set({ flags: { reviewFirstStory: false } });
  await freeze(waiting.id);
  await expectRefusal(read(cast.moderator, waiting.id), 'STORY_NOT_FOUND');
  await expectRefusal(hear(cast.moderator, waiting.id), 'STORY_NOT_FOUND');
  expect(await as(cast.moderator).reports.next()).toBeNull();
});

it('prevents a granted appeal from restoring the story, and keeps an earlier decision', async () => {
  await as(cast.moderator).stories.hide({ id, reason: 'Insulta', rule: 'respect' });
  const freezeId = await freeze(id);
  expect(await read(cast.author, id)).toMatchObject({ hidden: { reason: 'Insulta' } });
  const [notice] = await readNotices(as(cast.author));
  await as(cast.author).appeals.create({ id: notice?.id ?? '', text: 'No es verdad' });
  const appeal = (await as(cast.colleague).appeals.list({})).items.find(
    ({ decision }) => decision.storyId === id,
  );
  const grant = () =>
    as(cast.colleague).appeals.decide({ id: appeal?.id ?? '', decision: 'grant', note: 'Cierto' });
  await expectRefusal(grant(), 'STORY_FROZEN');
  await administrator().endFreeze({ id: freezeId });
  await grant();
  expect(await read(cast.ana, id)).toMatchObject({ title: 'La reja' });
});

it('keeps the files of a deleted story until the last of its freezes ends', async () => {
  const [first, second] = [await freeze(id), await freeze(id, { caseNumber: 'DP 13/2026' })];
  await remove();
  await administrator().endFreeze({ id: first });
  await world.workOff();
  expect(await isStored()).toEqual([true, true]);
  await administrator().endFreeze({ id: second });
  await world.workOff();
  expect(await isStored()).toEqual([false, false]);
});

it('is listed page by page', async () => {
  for (const caseNumber of ['1', '2', '3']) await freeze(id, { caseNumber });
  const pages = await readPages((cursor) => administrator().freezes({ cursor, limit: 2 }));
  expect(pages.map((page) => page.map(({ caseNumber }) => caseNumber))).toEqual([['3', '2'], ['1']]);
});

it('is listed without the title of a story that was not public', async () => {
  await freeze(id);
  const { id: secret } = await tell(false);
  await freeze(secret);
  const { items } = await administrator().freezes({});
  expect(items.map(({ storyId: of, title }) => [of, title])).toEqual([
    [secret, null],
    [id, 'La reja'],
  ]);
});

it('is complete or comes too late when the story is deleted at the same moment', async () => {
  const working: Promise<unknown>[] = [];
  await world.database.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${id}::uuid FOR UPDATE`;
    working.push(freeze(id).then(() => 'frozen'));
    await expect.poll(() => world.countBlocked(), patience).toBe(1);
    working.push(remove());
    await expect.poll(() => world.countBlocked(), patience).toBe(2);
  }, patience);
  expect((await Promise.all(working))[0]).toBe('frozen');
  await world.workOff();
  expect(await isStored()).toEqual([true, true]);
  await expectRefusal(freeze(id, { caseNumber: 'Tarde' }), 'STORY_NOT_FOUND');
});
