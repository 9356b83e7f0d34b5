import { randomUUID } from 'node:crypto';
import { limits, serverLimits, userId } from '@relato/contract';
import { createQuestion, createStories } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useToldStory } from '../testing/news/told-story.ts';
import { queueDigests } from './digest-jobs.ts';
import { endDigest, toLeaveToken } from './digest-mutations.ts';

const { world, ana, luis, eva, told, as, say } = useToldStory();
beforeEach(async () => {
  await choose('daily');
  // Events within the same millisecond do not count as later.
  await world.database.prisma
    .$executeRaw`UPDATE news_settings SET digested_at = digested_at - interval '1 second'`;
});

const choose = (digest: 'daily' | 'weekly' | null) =>
  as(ana).news.setSettings({ digest, timeZone: 'Europe/Madrid' });
const makeDue = () => world.database.prisma.$executeRaw`
  UPDATE news_settings SET digest_due_at = clock_timestamp()
  WHERE user_id = ${ana.id}::uuid AND digest IS NOT NULL`;

/** Makes the mail due, and returns the mails to ana. */
async function receive() {
  await makeDue();
  const before = (await readOwn()).length;
  await queueDigests(world.services);
  return (await readOwn()).slice(before);
}
const readOwn = async () => (await world.readMails()).filter(({ to }) => to === ana.email);

it('reports unread news and new stories of followed users once, with links', async () => {
  await as(ana).follows.follow({ userId: userId.parse(eva.id) });
  const sea = await world.publishStory(eva, { title: 'El mar' });
  await say(luis);
  const [mail, ...others] = await receive();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Lo nuevo en Relato: 1 aviso y 1 historia nueva');
  expect(mail?.text).toContain(
    `@${luis.username} comentó «El tren»\nhttp://relato.test/?story=${told.story}\n`,
  );
  expect(mail?.text).toContain(`@${eva.username}: «El mar»\nhttp://relato.test/?story=${sea}\n`);
  expect(mail?.html).toContain(`href="http://relato.test/?story=${sea}"`);
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  // Nothing happened meanwhile.
  expect(await receive()).toEqual([]);
});

it('is not sent without news, or after they were read', async () => {
  expect(await receive()).toEqual([]);
  await say(luis);
  await as(ana).news.readAll();
  expect(await receive()).toEqual([]);
});

it('reports news that are not among the newest items of the bell', async () => {
  await say(luis);
  const notice = { userId: ana.id, kind: 'report_kept', subject: '', reason: '' } as const;
  const createdAt = new Date();
  await world.database.prisma.notice.createMany({
    data: Array.from({ length: limits.page.maxSize + 1 }, () => {
      const id = randomUUID();
      return { ...notice, id, targetId: id, createdAt };
    }),
  });
  const [mail] = await receive();
  expect(mail?.subject).toBe('Lo nuevo en Relato: 1 aviso');
});

it('reports an answer of a followed user once', async () => {
  await as(ana).follows.follow({ userId: userId.parse(luis.id) });
  const token = await createQuestion(world.database.prisma, { userId: ana.id });
  const recordingId = await world.record(luis);
  const answers = { token, visibility: 'published' } as const;
  await as(luis).stories.create({ recordingId, title: 'El faro', answers });
  const [mail] = await receive();
  expect(mail?.subject).toBe('Lo nuevo en Relato: 1 aviso');
  expect(mail?.text.match(/El faro/g)).toHaveLength(1);
});

it('omits blocked and muted users, muted words, and stories that are no longer public', async () => {
  const follow = (viewer: Viewer) => as(ana).follows.follow({ userId: userId.parse(viewer.id) });
  await follow(luis);
  await follow(eva);
  await world.publishStory(luis, { title: 'De quien silencio' });
  await world.publishStory(eva, { title: 'La tormenta' });
  await as(eva).stories.unpublish({ id: await world.publishStory(eva, { title: 'Ya no' }) });
  await say(luis);
  await as(ana).blocks.mute({ userId: userId.parse(luis.id) });
  await as(ana).blocks.muteWord({ word: 'tormenta' });
  expect(await receive()).toEqual([]);
});

it('does not name an answer that is for the asker alone', async () => {
  const token = await createQuestion(world.database.prisma, { userId: ana.id });
  const answers = { token, visibility: 'shared' } as const;
  const recordingId = await world.record(luis);
  const { id } = await as(luis).stories.create({ recordingId, title: 'El secreto', answers });
  const [kept] = await receive();
  expect(kept?.text).toContain(
    `@${luis.username} respondió a tu pregunta con una historia\nhttp://relato.test/?story=${id}\n`,
  );
  expect(`${kept?.text}${kept?.html}`).not.toContain('El secreto');
});

it.each(['unpublish', 'hide'] as const)('does not name a story of its user after %s', async (withdrawal) => {
  await say(luis);
  if (withdrawal === 'unpublish') await as(ana).stories.unpublish({ id: told.story });
  else
    await world.database.prisma.story.update({ where: { id: told.story }, data: { hiddenAt: new Date() } });
  const [mail] = await receive();
  expect(mail?.text).toContain(`@${luis.username} comentó tu historia\n`);
  expect(`${mail?.text}${mail?.html}`).not.toContain('El tren');
});

it('names a reply only if it is public', async () => {
  const id = await world.publishStory(ana);
  const origin = { id, kind: 'reply', visibility: 'shared', voicesAgreed: true } as const;
  const reply = async (title: string) =>
    as(luis).stories.create({ recordingId: await world.record(luis), title, origin });
  await reply('La que se oye');
  await as(ana).blocks.muteWord({ word: 'tormenta' });
  await reply('La tormenta');
  await as(ana).stories.setReplies({ id, replies: 'first' });
  await reply('La que espera');
  const [mail] = await receive();
  expect(mail?.text).toContain('«La que se oye»');
  expect(`${mail?.text}${mail?.html}`).not.toContain('La tormenta');
  expect(`${mail?.text}${mail?.html}`).not.toContain('La que espera');
});

it('does not name a reply of its user whose story is public no longer', async () => {
  const id = await world.publishStory(luis);
  const origin = { id, kind: 'reply', visibility: 'shared', voicesAgreed: true } as const;
  const recordingId = await world.record(ana);
  const reply = await as(ana).stories.create({ recordingId, title: 'Mi respuesta', origin });
  await world.database.prisma
    .$executeRaw`SELECT tell_user(${ana.id}::uuid, 'transcript', NULL, ${reply.id}::uuid, NULL, NULL)`;
  await as(luis).stories.unpublish({ id });
  const [mail] = await receive();
  expect(mail?.text).toContain(`/?story=${reply.id}`);
  expect(`${mail?.text}${mail?.html}`).not.toContain('Mi respuesta');
});

it('has a lower priority than other mails, and is unaffected by other settings', async () => {
  await say(luis);
  await makeDue();
  await as(ana).news.setSettings({ silenced: { votes: true }, timeZone: 'Europe/Madrid' });
  await queueDigests(world.services);
  expect(world.queued.filter(({ name }) => name === 'send-mail')).toMatchObject([{ priority: -1 }]);
  await readOwn();
  await makeDue();
  await choose('weekly');
  await queueDigests(world.services);
  expect(world.queued.filter(({ name }) => name === 'send-mail')).toEqual([]);
});

it('is queued once for a period, however many workers run', async () => {
  await say(luis);
  await makeDue();
  await world.database.prisma.$transaction(async (tx) => {
    // Another worker is about to queue the mail.
    await tx.$queryRaw`SELECT 1 FROM news_settings WHERE user_id = ${ana.id}::uuid FOR UPDATE`;
    await queueDigests(world.services);
    expect(world.queued.filter(({ name }) => name === 'send-mail')).toEqual([]);
  });
  await Promise.all([1, 2, 3].map(() => queueDigests(world.services)));
  await queueDigests(world.services);
  expect(await readOwn()).toHaveLength(1);
});

it.each([
  ['daily', 1],
  ['weekly', 7],
] as const)('the next %s one is due at eight in the morning of its user', async (rhythm, days) => {
  await choose(rhythm);
  await receive();
  const [row] = await world.database.prisma.$queryRaw<object[]>`
    SELECT extract(hour FROM digest_due_at AT TIME ZONE 'Europe/Madrid')::int AS hour,
      digest_due_at > now() AND digest_due_at <= now() + make_interval(days => ${days}::int, hours => 1) AS soon,
      ${rhythm} = 'daily' OR extract(isodow FROM digest_due_at AT TIME ZONE 'Europe/Madrid') = 1 AS "isMonday"
    FROM news_settings WHERE user_id = ${ana.id}::uuid`;
  expect(row).toEqual({ hour: 8, soon: true, isMonday: true });
});

it('is sent although the database no longer knows a time zone', async () => {
  await say(luis);
  await world.database.prisma.newsSettings.update({
    where: { userId: ana.id },
    data: { timeZone: 'Europe/Atlantis' },
  });
  expect(await receive()).toHaveLength(1);
});

it('is limited in length', async () => {
  await world.database.prisma.$executeRaw`
    INSERT INTO news (id, user_id, kind, story_id, votes, created_at)
    SELECT gen_random_uuid(), ${ana.id}::uuid, 'votes', ${told.story}::uuid, 1, clock_timestamp()
    FROM generate_series(1, 3)`;
  await as(ana).follows.follow({ userId: userId.parse(eva.id) });
  const beganMs = Date.now();
  await createStories(
    world.database.prisma,
    Array.from({ length: serverLimits.digest.maxStories + 1 }, (_, index) => ({
      userId: eva.id,
      title: `Historia ${index}`,
      publishedAt: new Date(beganMs - 100 + index),
    })),
  );
  const [mail] = await receive();
  expect(mail?.subject).toBe(
    `Lo nuevo en Relato: 1 aviso y ${serverLimits.digest.maxStories} historias nuevas`,
  );
  expect(mail?.text).not.toContain('«Historia 0»');
});

it.each(['off', 'suspended', 'unconfirmed'] as const)(
  'is not sent to a user who is %s by then',
  async (how) => {
    await say(luis);
    await makeDue();
    await queueDigests(world.services);
    if (how === 'off') await choose(null);
    const data = how === 'suspended' ? { suspendedAt: new Date() } : { emailVerifiedAt: null };
    if (how !== 'off') await world.database.prisma.user.update({ where: { id: ana.id }, data });
    expect(await readOwn()).toEqual([]);
  },
);

const token = () => toLeaveToken(world.services.linkKey, ana.id, ana.email ?? '');

describe('the link of a mail', () => {
  it('ends the mails, also the second time', async () => {
    await endDigest(world.services, token());
    expect((await as(ana).news.settings()).digest).toBeNull();
    await endDigest(world.services, token());
    await say(luis);
    expect(await receive()).toEqual([]);
  });

  it('is valid for one account and one address, and cannot be forged', async () => {
    const { linkKey } = world.services;
    for (const wrong of [
      '',
      'x',
      token().slice(0, -2),
      toLeaveToken('another key', ana.id, ana.email ?? ''),
      toLeaveToken(linkKey, ana.id, 'old@relato.test'),
      toLeaveToken(linkKey, randomUUID(), ana.email ?? ''),
      // The signature belongs to another account.
      token().slice(0, 22) + toLeaveToken(linkKey, luis.id, luis.email ?? '').slice(22),
    ])
      await expectRefusal(endDigest(world.services, wrong), 'LINK_INVALID');
    expect((await as(ana).news.settings()).digest).toBe('daily');
  });
});
