import { randomUUID } from 'node:crypto';
import { limits } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from './testing/database.ts';
import { createStory, createUser } from './testing/factories.ts';
import { refusalBy } from './testing/refusal-by.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();
let prisma: TestDatabase['prisma'];
let userId: string;
let storyId: string;

beforeAll(async () => {
  ({ prisma } = database);
  userId = await createUser(prisma);
  storyId = await createStory(prisma, { userId });
});

const hash = 'ab'.repeat(32);
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const sql = (text: string, ...values: unknown[]) => prisma.$executeRawUnsafe(text, ...values);

const addComment = (content: string, authorName: string) =>
  prisma.comment.create({ data: { id: randomUUID(), storyId, content, authorName } });
const addLogEntry = async (actorId: string): Promise<string> => {
  const id = randomUUID();
  const entry = { action: 'hide-story', targetType: 'story', targetId: storyId };
  await prisma.moderationLog.create({ data: { id, actorId, ...entry } });
  return id;
};

describe('an account', () => {
  it('has a unique e-mail address, compared without case', async () => {
    await createUser(prisma, { email: 'ana@correo.example' });
    await expect(createUser(prisma, { email: 'ANA@correo.example' })).rejects.toThrow(
      /Unique constraint.*email/,
    );
  });

  it('D12: has a unique username, compared without case', async () => {
    const rename = (username: string) => prisma.profile.update({ where: { id: userId }, data: { username } });
    await rename('Íñigo');
    await expect(createUser(prisma, { profile: { create: { username: 'íÑIGO' } } })).rejects.toThrow(
      /Unique constraint.*username/,
    );
  });

  it('never has a negative counter', async () => {
    for (const counter of ['postsCount', 'followersCount', 'followingCount']) {
      const work = prisma.profile.update({ where: { id: userId }, data: { [counter]: { decrement: 1 } } });
      await expect(work).rejects.toThrow(refusalBy('profiles_counters'));
    }
  });

  it('D20: is deleted with its own rows, and anonymized in the rows that others need', async () => {
    const leaver = await createUser(prisma);
    const stayer = await createUser(prisma);
    const [gone, kept] = [
      await createStory(prisma, { userId: leaver }),
      await createStory(prisma, { userId: stayer }),
    ];
    const by = { userId: leaver, storyId: kept };
    await prisma.comment.create({
      data: { id: randomUUID(), content: 'Qué bonito', authorName: 'ana', ...by },
    });
    await prisma.vote.create({ data: { direction: 'up', ...by } });
    const report = { id: randomUUID(), reason: 'spam' } as const;
    await prisma.report.create({ data: { ...report, storyId: gone, reporterUserId: leaver } });
    await prisma.follow.create({ data: { id: randomUUID(), followerId: leaver, followingId: stayer } });
    await prisma.session.create({ data: { id: 'cd'.repeat(32), userId: leaver, expiresAt: inAnHour() } });

    await prisma.user.delete({ where: { id: leaver } });

    const counts = await Promise.all([
      prisma.story.count({ where: { id: gone } }),
      prisma.recording.count({ where: { userId: leaver } }),
      prisma.profile.count({ where: { id: leaver } }),
      prisma.session.count({ where: { userId: leaver } }),
      prisma.follow.count({ where: { followingId: stayer } }),
      prisma.vote.count({ where: { storyId: kept } }),
    ]);
    expect(counts).toEqual([0, 0, 0, 0, 0, 0]);
    const left = await prisma.comment.findFirst({ where: { storyId: kept } });
    expect(left).toMatchObject({ userId: null, authorName: 'ana' });
    const orphan = await prisma.report.findUnique({ where: { id: report.id } });
    expect(orphan).toMatchObject({ storyId: null, reporterUserId: null });
  });
});

describe('a session or a mail token', () => {
  it('is stored under a hash, not under the token', async () => {
    const session = { userId, expiresAt: inAnHour() };
    await expect(prisma.session.create({ data: { id: 'a token', ...session } })).rejects.toThrow(
      refusalBy('sessions_hashed'),
    );
    const link = { userId, purpose: 'verify_email', email: 'a@b.es', expiresAt: inAnHour() } as const;
    await expect(prisma.mailToken.create({ data: { id: 'a token', ...link } })).rejects.toThrow(
      refusalBy('mail_tokens_hashed'),
    );
    await prisma.session.create({ data: { id: hash, ...session } });
    await prisma.mailToken.create({ data: { id: hash, ...link } });
  });

  it('does not expire before it is created', async () => {
    const work = prisma.session.create({ data: { id: 'ef'.repeat(32), userId, expiresAt: new Date(0) } });
    await expect(work).rejects.toThrow(refusalBy('sessions_expiry'));
  });
});
describe('the constraints on votes, reports, comments and follows', () => {
  it('allow one vote per user and story', async () => {
    await prisma.vote.create({ data: { storyId, userId, direction: 'up' } });
    const again = prisma.vote.create({ data: { storyId, userId, direction: 'down' } });
    await expect(again).rejects.toThrow(/Unique constraint/);
  });

  it('allow one report per user and story, which has a time if it is decided', async () => {
    const report = { storyId, reporterUserId: userId, reason: 'spam' } as const;
    await expect(
      prisma.report.create({ data: { id: randomUUID(), ...report, status: 'resolved' } }),
    ).rejects.toThrow(refusalBy('reports_decided'));
    await expect(
      prisma.report.create({ data: { id: randomUUID(), ...report, decidedAt: new Date() } }),
    ).rejects.toThrow(refusalBy('reports_decided'));
    await prisma.report.create({ data: { id: randomUUID(), ...report } });
    await expect(prisma.report.create({ data: { id: randomUUID(), ...report } })).rejects.toThrow(
      /Unique constraint/,
    );
  });

  it('allow comments with the name of an author', async () => {
    await addComment('a'.repeat(limits.comment.maxLength), 'a'.repeat(limits.anonymousName.maxLength));
    for (const name of ['', ' ', 'a'.repeat(limits.anonymousName.maxLength + 1)]) {
      await expect(addComment('Hola', name)).rejects.toThrow(refusalBy('comments_author_name'));
    }
  });

  it('L170-172: allow following another user once, and never oneself', async () => {
    const follow = (followingId: string) =>
      prisma.follow.create({ data: { id: randomUUID(), followerId: userId, followingId } });
    const otherId = await createUser(prisma);
    await expect(follow(userId)).rejects.toThrow(refusalBy('follows_not_self'));
    await follow(otherId);
    await expect(follow(otherId)).rejects.toThrow(/Unique constraint/);
  });
});

describe('the moderation log', () => {
  const refusal = /Message: `moderation_log is append-only`|ERROR: moderation_log is append-only/;

  it('D19: cannot be changed, shortened or emptied', async () => {
    const id = await addLogEntry(userId);
    const change = prisma.moderationLog.update({ where: { id }, data: { reason: 'another' } });
    await expect(change).rejects.toThrow(refusal);
    await expect(prisma.moderationLog.update({ where: { id }, data: { actorId: null } })).rejects.toThrow(
      refusal,
    );
    await expect(prisma.moderationLog.delete({ where: { id } })).rejects.toThrow(refusal);
    await expect(sql('TRUNCATE moderation_log')).rejects.toThrow(refusal);
    await expect(sql('TRUNCATE users CASCADE')).rejects.toThrow(refusal);
  });

  it('loses only the actor when the account is deleted', async () => {
    const actorId = await createUser(prisma, { role: 'moderator' });
    const id = await addLogEntry(actorId);
    await prisma.user.delete({ where: { id: actorId } });
    expect(await prisma.moderationLog.findUnique({ where: { id } })).toMatchObject({
      actorId: null,
      action: 'hide-story',
      targetId: storyId,
    });
  });
});
