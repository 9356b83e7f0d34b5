import argon2 from '@node-rs/argon2';
import { retention, userId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { createAuth } from '../auth.ts';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

const dayHours = 24;
const sessionsOf = (email: string) =>
  fixture.database.prisma.session.findMany({ where: { user: { email } } });

describe('signing in', () => {
  it('L194: returns a token, the user and the expiry', async () => {
    const person = await fixture.newMember();
    const { token, session, user } = await fixture.signIn(person);
    expect(token.length * 5).toBeGreaterThanOrEqual(128);
    expect(user).toEqual({
      id: expect.any(String),
      username: person.username,
      email: person.email,
      role: 'user',
    });
    expect(session.fresh).toBe(true);
    const leftMs = session.expiresAt.getTime() - Date.now();
    expect(leftMs / 86_400_000).toBeCloseTo(retention.session.days, 2);
    const found = await fixture.auth.validateSession(token);
    expect(found?.user).toEqual(user);
    expect(Math.abs((found?.session.expiresAt.getTime() ?? 0) - session.expiresAt.getTime())).toBeLessThan(
      60_000,
    );
  });

  it('SEC-09: creates a new session every time, for the address in any case, with a bounded user agent', async () => {
    const person = await fixture.newMember();
    const { token } = await fixture.signIn({ ...person, email: person.email.toUpperCase() });
    const again = await fixture.auth.signIn({ ...person, userAgent: `Firefox ${'x'.repeat(10_000)}` });
    expect(again.token).not.toBe(token);
    const stored = (await sessionsOf(person.email)).map(({ userAgent }) => userAgent);
    expect(new Set(stored)).toEqual(new Set([expect.stringMatching(/^Firefox x{200,300}$/), null]));
    const wrong = { ...person, password: person.password.toUpperCase() };
    await expectRefusal(fixture.signIn(wrong), 'INVALID_CREDENTIALS');
  });

  it('SEC-20: treats an unknown address like a wrong password, with one verification each', async () => {
    const person = await fixture.newMember();
    const unknown = fixture.newUser();
    for (const attempt of [unknown, { ...person, password: 'otra cosa' }]) {
      const verify = vi.spyOn(argon2, 'verify');
      const error: unknown = await fixture.signIn(attempt).catch((each: unknown) => each);
      expect(error).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'INVALID_CREDENTIALS' });
      expect(verify).toHaveBeenCalledOnce();
      verify.mockRestore();
    }
  });

  it('reveals an unconfirmed or suspended account only if the password is right', async () => {
    const [unconfirmed, suspended] = [fixture.newUser(), await fixture.newMember()];
    await fixture.signUp(unconfirmed);
    await fixture.suspend(suspended.email);
    await expectRefusal(fixture.signIn(unconfirmed), 'EMAIL_NOT_CONFIRMED');
    await expectRefusal(fixture.signIn(suspended), 'ACCOUNT_SUSPENDED');
    for (const { email } of [unconfirmed, suspended]) {
      await expectRefusal(fixture.signIn({ email, password: 'otra cosa' }), 'INVALID_CREDENTIALS');
      expect(await sessionsOf(email)).toEqual([]);
    }
  });

  it('refuses every password for an account without one', async () => {
    const person = await fixture.newMember();
    await fixture.database.prisma.user.update({
      where: { email: person.email },
      data: { passwordHash: null },
    });
    await expectRefusal(fixture.signIn(person), 'INVALID_CREDENTIALS');
  });

  it('refuses a password that is changed during its verification', async () => {
    const person = await fixture.newMember();
    const reset = await fixture.requestResetToken(person.email);
    const { verify } = argon2;
    const replaced = vi.spyOn(argon2, 'verify').mockImplementationOnce(async (...given) => {
      const isRight = await verify(...given);
      await fixture.auth.resetPassword(reset, 'una frase nueva');
      return isRight;
    });
    await expectRefusal(fixture.signIn(person), 'INVALID_CREDENTIALS');
    expect(replaced).toHaveBeenCalled();
    replaced.mockRestore();
    expect(await sessionsOf(person.email)).toEqual([]);
  });
});

describe('a session', () => {
  it('does not exist for a made-up or cut token, or for one copied from the table', async () => {
    const person = await fixture.newMember();
    const { token } = await fixture.signIn(person);
    const [stored] = await sessionsOf(person.email);
    for (const wrong of ['', 'x', stored?.id ?? '', token.slice(1), `${token}x`, token.toUpperCase()]) {
      expect(await fixture.auth.validateSession(wrong)).toBeNull();
    }
  });

  it('SEC-10: ends when it is signed out, or with all others', async () => {
    const [person, other] = [await fixture.newMember(), await fixture.signIn(await fixture.newMember())];
    const tokens: string[] = [];
    for (let each = 0; each < 3; each += 1) tokens.push((await fixture.signIn(person)).token);
    const valid = async () => {
      const found = await Promise.all(tokens.map((token) => fixture.auth.validateSession(token)));
      return found.map((each) => each !== null);
    };
    await fixture.auth.signOut(tokens[0] ?? '');
    await fixture.auth.signOut(tokens[0] ?? '');
    expect(await valid()).toEqual([false, true, true]);
    const [stored] = await sessionsOf(person.email);
    const id = userId.parse(stored?.userId);
    await fixture.auth.endOtherSessions({ userId: id, token: tokens[2] ?? '' });
    expect(await valid()).toEqual([false, false, true]);
    await expectRefusal(
      fixture.auth.endOtherSessions({ userId: id, token: tokens[1] ?? '' }),
      'UNAUTHENTICATED',
    );
    expect(await valid()).toEqual([false, false, true]);
    expect(await fixture.auth.validateSession(other.token)).not.toBeNull();
  });
});

describe('SEC-13: a session expires', () => {
  const [idleDays, absoluteDays] = [retention.session.days, retention.longSession.days];

  it('L413: 30 days after its last use, and its row is deleted', async () => {
    const person = await fixture.newMember();
    const { token } = await fixture.signIn(person);
    const other = await fixture.signIn(await fixture.newMember());
    fixture.advance((idleDays * dayHours) / 2 - 0.01);
    expect(await fixture.auth.validateSession(other.token)).not.toBeNull();
    fixture.advance((idleDays * dayHours) / 2 + 0.02);
    expect(await fixture.auth.validateSession(token)).toBeNull();
    expect(await sessionsOf(person.email)).toEqual([]);
  });

  it('L330: later if it is used in the second half of its idle time, and is marked as fresh', async () => {
    const { token } = await fixture.signIn(await fixture.newMember());
    fixture.advance((idleDays / 2) * dayHours - 0.01);
    const early = await fixture.auth.validateSession(token);
    expect(early?.session.fresh).toBe(false);
    fixture.advance(0.02);
    const seen = await fixture.auth.validateSession(token, { prolongs: false });
    expect(seen?.session.fresh).toBe(false);
    expect(((seen?.session.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(idleDays / 2, 2);
    const late = await fixture.auth.validateSession(token);
    expect(late?.session.fresh).toBe(true);
    expect(((late?.session.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(idleDays, 2);
    fixture.advance(idleDays * dayHours - 0.02);
    expect(await fixture.auth.validateSession(token)).not.toBeNull();
  });

  it('180 days after it began despite any use, and shows that expiry before', async () => {
    const { token } = await fixture.signIn(await fixture.newMember());
    for (let day = 0; day < absoluteDays - 20; day += 20) {
      fixture.advance(20 * dayHours);
      expect(await fixture.auth.validateSession(token)).not.toBeNull();
    }
    fixture.advance(19 * dayHours);
    const last = await fixture.auth.validateSession(token);
    expect(((last?.session.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(1, 2);
    fixture.advance(dayHours + 0.01);
    expect(await fixture.auth.validateSession(token)).toBeNull();
  });

  it('by the clock of the database, even if the clock of the process is wrong', async () => {
    const auth = createAuth({ database: fixture.database, secure: true });
    const person = await fixture.newMember();
    const { token } = await auth.signIn({ ...person, userAgent: null });
    let reset = '';
    await auth.requestPasswordReset(person.email, (mail) => {
      reset = mail.token;
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
    const ahead = await auth.validateSession(token);
    const leftMs = (ahead?.session.expiresAt.getTime() ?? 0) - Date.now();
    const later = await auth.signIn({ ...person, userAgent: null });
    await auth.resetPassword(reset, 'una frase nueva');
    const { token: latest } = await auth.signIn({
      email: person.email,
      password: 'una frase nueva',
      userAgent: null,
    });
    vi.useRealTimers();
    expect(leftMs / 86_400_000).toBeCloseTo(retention.session.days, 2);
    expect(later.session.fresh).toBe(true);
    expect((await auth.validateSession(latest))?.session.fresh).toBe(false);
    const stored = await sessionsOf(person.email);
    expect(((stored[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(
      retention.session.days,
      2,
    );
  });
});

describe('the deletion of expired rows', () => {
  it('deletes expired sessions and tokens and nothing else', async () => {
    const [old, used] = [await fixture.newMember(), await fixture.newMember()];
    await fixture.signIn(old);
    fixture.advance(20 * dayHours);
    const { token } = await fixture.signIn(used);
    await fixture.requestResetToken(used.email);
    fixture.advance(15 * dayHours);
    await fixture.auth.validateSession(token);
    const open = fixture.newUser();
    const link = await fixture.signUp(open);
    await fixture.auth.deleteExpired();
    expect(await sessionsOf(old.email)).toEqual([]);
    expect(await fixture.auth.validateSession(token)).not.toBeNull();
    expect(await fixture.database.prisma.mailToken.count({ where: { email: used.email } })).toBe(0);
    expect(await fixture.verifyEmail(link)).toMatchObject({ username: open.username });
  });

  it('deletes a session past its absolute lifetime even if it was prolonged', async () => {
    const person = await fixture.newMember();
    const { token } = await fixture.signIn(person);
    for (let day = 0; day < retention.longSession.days - 20; day += 20) {
      fixture.advance(20 * dayHours);
      await fixture.auth.validateSession(token);
    }
    fixture.advance(19.5 * dayHours);
    await fixture.auth.validateSession(token);
    fixture.advance(dayHours);
    await fixture.auth.deleteExpired();
    expect(await sessionsOf(person.email)).toEqual([]);
  });
});
