import { limits } from '@relato/contract';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTrial, type Trial } from './trial.ts';

let database: TestDatabase;
let trial: Trial;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  trial = createTrial(database);
});
afterAll(() => database.close());

describe('the own sessions', () => {
  it('come with the present one first, and with none that is over or another’s', async () => {
    const person = await trial.member();
    await trial.signIn(person);
    trial.advance(24 * limits.session.idleDays);
    const { user, token } = await trial.auth.signIn({ ...person, userAgent: 'Firefox' });
    trial.advance(1);
    await trial.auth.signIn({ ...person, userAgent: 'Safari' });
    await trial.signIn(await trial.member());
    const shown = await trial.auth.listSessions(user.id, token);
    expect(shown).toMatchObject([
      { userAgent: 'Firefox', isCurrent: true },
      { userAgent: 'Safari', isCurrent: false },
    ]);
    for (const { createdAt, expiresAt } of shown)
      expect((expiresAt.getTime() - createdAt.getTime()) / 86_400_000).toBeCloseTo(
        limits.session.idleDays,
        2,
      );
  });

  it('SEC-11: are named by what opens nothing and is stored nowhere', async () => {
    const person = await trial.member();
    const { user, token } = await trial.signIn(person);
    const [shown] = await trial.auth.listSessions(user.id, token);
    const stored = await database.prisma.session.findMany({ where: { userId: user.id } });
    expect(shown?.id).toMatch(/^[0-9a-f]{32}$/);
    expect([token, ...stored.map(({ id }) => id)].filter((each) => each.includes(shown?.id ?? ''))).toEqual(
      [],
    );
    expect(await trial.auth.validateSession(shown?.id ?? '')).toBeNull();
  });

  it('SEC-10: end one by one, and nobody ends another’s', async () => {
    const person = await trial.member();
    const mine = await trial.signIn(person);
    const other = await trial.signIn(person);
    const stranger = await trial.signIn(await trial.member());
    const sessions = await trial.auth.listSessions(mine.user.id, mine.token);
    const { id } = sessions.find(({ isCurrent }) => !isCurrent) ?? { id: '' };
    await trial.auth.endSession(stranger.user.id, id);
    expect(await trial.auth.validateSession(other.token)).not.toBeNull();
    await trial.auth.endSession(mine.user.id, id);
    await trial.auth.endSession(mine.user.id, id);
    expect(await trial.auth.validateSession(other.token)).toBeNull();
    expect(await trial.auth.validateSession(mine.token)).not.toBeNull();
  });
});
