import { limits, retention, type StoryId } from '@relato/contract';
import { errorCode } from '@relato/testing/error-code';
import { beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { readNotices } from '../testing/read-notices.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell, read, hear, takeBack, report, assign, logOf } = useModerationWorld();
const missing = errorCode('STORY_NOT_FOUND');

beforeEach(async () => {
  await world.database.prisma.report.deleteMany();
});

const rewrite = (id: StoryId) =>
  as(cast.author).stories.update({ id, title: 'Mi secreto', transcript: 'Nadie lo sabe' });
const dismiss = (viewer: Viewer, storyId: StoryId) =>
  as(viewer).reports.dismiss({ storyId, note: 'No es nada' });

it('SEC-01, SEC-62: a report without an account from another network and device shows the reported version to the assigned moderator, until the decision', async () => {
  const id = await tell();
  await report(null, id);
  await takeBack(id);
  await rewrite(id);
  await assign(cast.moderator, id);
  expect(await read(cast.moderator, id)).toMatchObject({ title: 'Una tarde de lluvia' });
  await hear(cast.moderator, id);
  for (const other of [cast.colleague, cast.administrator, cast.ana]) {
    await expect(read(other, id)).rejects.toEqual(missing);
    await expect(hear(other, id)).rejects.toEqual(missing);
  }
  expect((await as(cast.moderator).comments.list({ storyId: id })).items).toEqual([]);
  await dismiss(cast.moderator, id);
  await expect(read(cast.moderator, id)).rejects.toEqual(missing);
});

it('SEC-62: reports that were filed in advance show nothing', async () => {
  const id = await tell();
  await report(null, id);
  await world.database.prisma
    .$executeRaw`UPDATE reports SET created_at = created_at - make_interval(hours => ${retention.reportedText.hours}::int)`;
  await takeBack(id);
  await assign(cast.moderator, id);
  await expect(read(cast.moderator, id)).rejects.toEqual(missing);
  await expect(hear(cast.moderator, id)).rejects.toEqual(missing);
});

it('SEC-62: a report that arrives during a review does not prolong the access', async () => {
  const id = await tell();
  await report(cast.ana, id);
  await assign(cast.moderator, id);
  await world.database.prisma
    .$executeRaw`UPDATE reports SET created_at = created_at - make_interval(hours => ${retention.reportedText.hours}::int)`;
  await report(null, id);
  await as(cast.moderator).reports.review({ storyId: id });
  await takeBack(id);
  await expect(read(cast.moderator, id)).rejects.toEqual(missing);
});

it('SEC-62: a report without an account and of unknown origin shows nothing', async () => {
  const id = await tell();
  await report(null, id);
  await world.database.prisma.report.updateMany({ data: { reporterNetwork: null } });
  await takeBack(id);
  await assign(cast.moderator, id);
  await expect(read(cast.moderator, id)).rejects.toEqual(missing);
});

it('SEC-62: shows moderators a hidden story as it was when it was hidden, and in its current form once its author appeals', async () => {
  const id = await tell();
  await as(cast.author).stories.updateTags({ id, tags: ['lluvia'] });
  await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
  await rewrite(id);
  await as(cast.author).stories.updateTags({ id, tags: ['secreto'] });
  const hidden = {
    title: 'Una tarde de lluvia',
    transcript: 'Llovía, y nadie tenía paraguas.',
    tags: ['lluvia'],
    transcriptWords: null,
  };
  for (const viewer of [cast.moderator, cast.colleague, cast.administrator])
    expect(await read(viewer, id)).toMatchObject(hidden);
  expect((await as(cast.colleague).stories.hidden({})).items[0]?.title).toBe(hidden.title);
  await as(cast.author).stories.unpublish({ id });
  await expect(read(cast.colleague, id)).rejects.toEqual(missing);
  await as(cast.author).stories.publish({ id });
  expect(await read(cast.colleague, id)).toMatchObject(hidden);

  const items = await readNotices(as(cast.author));
  await as(cast.author).appeals.create({ id: items[0]?.id ?? '', text: 'Ya lo cambié' });
  expect(await read(cast.colleague, id)).toMatchObject({ title: 'Mi secreto', tags: ['secreto'] });
  const [appeal] = (await as(cast.colleague).appeals.list({})).items;
  await as(cast.colleague).appeals.decide({ id: appeal?.id ?? '', decision: 'reject', note: 'Se mantiene' });
  expect(await read(cast.colleague, id)).toMatchObject(hidden);
  expect(await read(cast.author, id)).toMatchObject({ title: 'Mi secreto' });
});

it('SEC-62: lists a hidden story with the title from when it was hidden', async () => {
  const id = await tell();
  await report(cast.ana, id);
  await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
  await rewrite(id);
  const titleOf = async () =>
    (await as(cast.colleague).reports.queue({})).items.find(({ story }) => story.id === id)?.story.title;
  expect(await titleOf()).toBe('Una tarde de lluvia');
  const { prisma } = world.database;
  await prisma.$executeRaw`UPDATE stories SET hidden_at = hidden_at + interval '1 second' WHERE id = ${id}::uuid`;
  expect(await titleOf()).toBe('Una tarde de lluvia');
  await takeBack(id);
  expect(await titleOf()).toBe('Una tarde de lluvia');
  await as(cast.colleague).stories.restore({ id, reason: 'Un error' });
  const kept = await prisma.$queryRaw`SELECT hidden_version FROM stories WHERE id = ${id}::uuid`;
  expect(kept).toEqual([{ hidden_version: null }]);
});

it('SEC-62: moderators cannot report a hidden story, so that no report stores what its author wrote afterwards', async () => {
  const id = await tell();
  await report(cast.colleague, id);
  await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
  await rewrite(id);
  for (const viewer of [cast.moderator, cast.colleague])
    await expect(report(viewer, id)).rejects.toEqual(missing);
  await takeBack(id);
  await assign(cast.administrator, id);
  expect(await read(cast.administrator, id)).toMatchObject({ title: 'Una tarde de lluvia' });
});

it('SEC-62: a story that was hidden while it was private stays invisible after its author publishes it', async () => {
  const id = await tell();
  await report(cast.ana, id);
  await takeBack(id);
  await rewrite(id);
  await assign(cast.moderator, id);
  await as(cast.moderator).reports.resolve({ storyId: id, story: 'hide', note: 'Publicidad' });
  await as(cast.author).stories.publish({ id });
  const seen = await read(cast.moderator, id);
  expect([seen.title, seen.tags, seen.transcriptWords]).toEqual(['Una tarde de lluvia', [], null]);
  expect(JSON.stringify(seen)).not.toContain('Nadie lo sabe');
});

it('SEC-62: logs each access of a moderator to a story that is not public, besides the decision', async () => {
  const id = await tell();
  // Access to a public story, and by its author, is not logged.
  for (const look of [read, hear]) await look(cast.moderator, id);
  await report(cast.ana, id);
  await takeBack(id);
  for (const look of [read, hear]) await look(cast.author, id);
  await assign(cast.moderator, id);
  for (const look of [read, read, hear, hear]) await look(cast.moderator, id);
  const assigned = ['assign-reports', 'moderadora', null];
  const looks = [
    ['hear-story', 'moderadora', null],
    ['read-story', 'moderadora', null],
  ];
  expect(await logOf(id)).toEqual([...looks, assigned]);
  await expect(as(cast.colleague).reports.review({ storyId: id })).rejects.toMatchObject({
    cause: { happened: { action: 'assign-reports' } },
  });
  await dismiss(cast.moderator, id);
  await as(cast.author).stories.publish({ id });
  await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
  for (const viewer of [cast.author, cast.ana]) await read(viewer, id).catch(() => {});
  await read(cast.colleague, id);
  expect((await logOf(id)).filter(([action]) => action === 'read-story')).toEqual([
    ['read-story', 'colega', null],
    ['read-story', 'moderadora', null],
  ]);
});

it('SEC-62: an access long after the last one is a separate entry', async () => {
  const id = await tell();
  await report(cast.ana, id);
  await takeBack(id);
  await assign(cast.moderator, id);
  const lookedBefore = (minutes: number) => world.database.prisma
    .$executeRaw`INSERT INTO moderation_log (id, actor_id, action, target_type, target_id, created_at)
      VALUES (gen_random_uuid(), ${cast.moderator.id}::uuid, 'read-story', 'story', ${id}::uuid,
        clock_timestamp() - make_interval(mins => ${minutes}::int))`;
  const countLooks = async () => {
    await read(cast.moderator, id);
    return (await logOf(id)).filter(([action]) => action === 'read-story').length;
  };
  await lookedBefore(limits.report.lookMinutes);
  expect(await countLooks()).toBe(2);
  expect(await countLooks()).toBe(2);
});
