import { limits, retention } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { setupAuthFixture } from '../testing/auth-fixture.ts';
import { hashToken } from '../tokens.ts';

const fixture = setupAuthFixture();

describe('the list of the own sessions', () => {
  it('starts with the present session and omits expired and foreign ones', async () => {
    const person = await fixture.newMember();
    await fixture.signIn(person);
    fixture.advance(24 * retention.session.days);
    const { user, token } = await fixture.auth.signIn({ ...person, userAgent: 'Firefox' });
    fixture.advance(1);
    await fixture.auth.signIn({ ...person, userAgent: 'Safari' });
    await fixture.signIn(await fixture.newMember());
    const shown = await fixture.auth.listSessions(user.id, token);
    expect(shown).toMatchObject([
      { userAgent: 'Firefox', isCurrent: true },
      { userAgent: 'Safari', isCurrent: false },
    ]);
    for (const { createdAt, expiresAt } of shown)
      expect((expiresAt.getTime() - createdAt.getTime()) / 86_400_000).toBeCloseTo(retention.session.days, 2);
  });

  it('SEC-10: is complete, because a sign-in beyond the limit ends the oldest', async () => {
    const { maxCount } = limits.session;
    const person = await fixture.newMember();
    const [oldest, second] = [await fixture.signIn(person), await fixture.signIn(person)];
    const { session } = fixture.database.prisma;
    const expiresAt = new Date(Date.now() + 3_600_000);
    await session.createMany({
      data: Array.from({ length: maxCount - 2 }, (_, index) => ({
        id: hashToken(`${index} of ${person.email}`),
        userId: oldest.user.id,
        expiresAt,
      })),
    });
    const { user, token } = await fixture.signIn(person);
    expect(await fixture.auth.validateSession(oldest.token)).toBeNull();
    expect(await fixture.auth.validateSession(second.token)).not.toBeNull();
    expect(await fixture.auth.listSessions(user.id, token)).toHaveLength(maxCount);
    expect(await session.count({ where: { userId: user.id } })).toBe(maxCount);
  });

  it('SEC-11: shows ids that give no access and are not stored', async () => {
    const person = await fixture.newMember();
    const { user, token } = await fixture.signIn(person);
    const [shown] = await fixture.auth.listSessions(user.id, token);
    const stored = await fixture.database.prisma.session.findMany({ where: { userId: user.id } });
    expect(shown?.id).toMatch(/^[0-9a-f]{32}$/);
    expect([token, ...stored.map(({ id }) => id)].filter((each) => each.includes(shown?.id ?? ''))).toEqual(
      [],
    );
    expect(await fixture.auth.validateSession(shown?.id ?? '')).toBeNull();
  });

  it('SEC-10: ends one session at a time, and only an own one', async () => {
    const person = await fixture.newMember();
    const mine = await fixture.signIn(person);
    const other = await fixture.signIn(person);
    const otherUser = await fixture.signIn(await fixture.newMember());
    const sessions = await fixture.auth.listSessions(mine.user.id, mine.token);
    const { id } = sessions.find(({ isCurrent }) => !isCurrent) ?? { id: '' };
    const owner = { userId: mine.user.id, token: mine.token };
    await fixture.auth.endSession({ userId: otherUser.user.id, token: otherUser.token }, id);
    expect(await fixture.auth.validateSession(other.token)).not.toBeNull();
    await fixture.auth.endSession(owner, id);
    await fixture.auth.endSession(owner, id);
    expect(await fixture.auth.validateSession(other.token)).toBeNull();
    const [own] = await fixture.auth.listSessions(mine.user.id, mine.token);
    const ended = { userId: mine.user.id, token: other.token };
    await expectRefusal(fixture.auth.endSession(ended, own?.id ?? ''), 'UNAUTHENTICATED');
    expect(await fixture.auth.validateSession(mine.token)).not.toBeNull();
  });
});
