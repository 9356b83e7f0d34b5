import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createAdminClient } from '../client.ts';
import { note, reason, useStaff } from '../testing/staff.ts';

const { world, jefa, moderator, author, read } = useStaff();

it('SEC-07: hides a reported story with its audio at once, decides on the appeal, and leaves an unchangeable log', async () => {
  const id = await world.publishStory(author.viewer, { title: 'El tren' });
  const listen = async () => (await fetch(`${world.url}/audio/${id}`)).status;
  const visitor = createAdminClient({ url: world.url, token: null });
  const { appeals, news } = world.callAs(author.viewer);
  await visitor.reports.create.mutate({ storyId: id, reason: 'spam' });
  expect(await listen()).toBe(200);
  await read(`reports review ${id}`, [], moderator);
  await read(`reports resolve ${id} --story hide --yes`, note, moderator);
  // The change applies at once, because no cache keeps the public state.
  expect(await listen()).toBe(404);
  await expect(visitor.stories.byId.query({ id })).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  const [notice] = (await news.list({})).items;
  await appeals.create({ id: notice?.id ?? '', text: 'Es mi historia' });
  const { items } = (await jefa.readJson('appeals list')) as { items: { id: string }[] }; // a page of them
  await read(`appeals decide ${items[0]?.id} grant --yes`, note);
  expect(await listen()).toBe(200);

  const log = await read('log --all');
  expect(
    log
      .split('\n')
      .slice(1, 6)
      .map((line) => line.split(/ {2,}/u)[2]),
  ).toEqual(['restore-story', 'grant-appeal', 'hide-story', 'resolve-reports', 'review-reports']);
  const { prisma } = world.database;
  await expect(prisma.$executeRaw`UPDATE moderation_log SET reason = 'nada'`).rejects.toThrow('append-only');
  await expect(prisma.$executeRaw`DELETE FROM moderation_log`).rejects.toThrow('append-only');
  expect(await read('log --all')).toBe(log);
});

describe('appeals', () => {
  it('are listed with whether the caller may decide, and decided', async () => {
    const [first, second] = [
      await world.publishStory(author.viewer, { title: 'El tren' }),
      await world.publishStory(author.viewer, { title: 'El mar' }),
    ];
    const { appeals, news } = world.callAs(author.viewer);
    for (const id of [first, second]) await read(`stories hide ${id} --yes`, reason, moderator);
    for (const { id } of (await news.list({})).items) await appeals.create({ id, text: 'No es\nspam' });
    const table = await read('appeals list');
    expect(table.split('\n')[1]).toMatch(
      /open +\S+Z +@\S+ +story_hidden +@revisora +yes +El (tren|mar) +Es spam +No es spam$/u,
    );
    expect((await read('appeals list', [], moderator)).split('\n')[1]).toMatch(/@revisora +no /u);
    const { items } = (await jefa.readJson('appeals list')) as { items: { id: string }[] }; // a page of them
    const [grant, reject] = items.map(({ id }) => id);
    const own = await moderator.type(`appeals decide ${grant} grant --yes`, note);
    expect([own.code, own.errors.join()]).toEqual([1, expect.stringContaining('APPEAL_OWN_DECISION')]);
    expect(await read(`appeals decide ${grant} grant --yes`, note)).toBe('Granted');
    expect(await jefa.readJson(`appeals decide ${reject} reject --yes`, note)).toEqual({ isBack: null });
    expect(await read('appeals list')).toBe('No appeals');
    expect(await read('appeals list --status granted')).toContain(grant);
  });
});

describe('statements', () => {
  it('are printed in the fields of the transparency database, as CSV and as JSON', async () => {
    await world.database.prisma.statement.deleteMany();
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    await read(`stories hide ${id} --rule respect --yes`, reason);
    const year = new Date().getUTCFullYear();
    const day = new Date().toISOString().slice(0, 10);
    const [head = '', row = '', ...more] = (await read(`statements --year ${year}`)).split('\n');
    expect(more).toEqual([]);
    const cells = row.split(',');
    const fields = Object.fromEntries(head.split(',').map((name, index) => [name, cells[index]]));
    expect(fields).toMatchObject({
      decision_visibility: 'DECISION_VISIBILITY_CONTENT_DISABLED',
      decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
      incompatible_content_ground: 'Cuida a los demás',
      category: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
      content_type: 'CONTENT_TYPE_AUDIO|CONTENT_TYPE_TEXT',
      content_date: day,
      application_date: day,
      source_type: 'SOURCE_VOLUNTARY',
      automated_detection: 'No',
      automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    });
    const [statement] = (await jefa.readJson(`statements --year ${year}`)) as object[]; // one a decision
    expect(statement).toMatchObject({
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
      territorial_scope: expect.arrayContaining(['ES', 'DE']),
      puid: fields.puid,
    });
    expect(JSON.stringify(statement)).not.toMatch(new RegExp(`${author.username}|revisora|jefa|spam`, 'u'));
    expect(await read('statements --year 2001')).toBe(head);
  });
});

describe('the log', () => {
  it('lists each action with its actor and reason', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    await read(`stories hide ${id} --yes`, ['--reason', 'Spam\u001B[2J\nfalso'], moderator);
    const table = await read(`log --target-id ${id}`);
    expect(table.split('\n')).toEqual([
      expect.stringMatching(/^AT +BY +ACTION +TARGET +ID +REASON$/u),
      expect.stringMatching(new RegExp(`Z +@revisora +hide-story +story +${id} +Spam\\[2J falso$`, 'u')),
    ]);
    expect(await jefa.readJson(`log --target-id ${id} --action hide-story`)).toMatchObject({
      items: [{ action: 'hide-story', targetId: id, actor: { username: 'revisora' } }],
    });
    expect(await read(`log --target-id ${id} --action set-role`)).toBe('Nothing yet');
  });
});
