import { DomainError } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

const password = 'tortuga-azul-7';

let people = 0;
/** Creates a user with a session and a caller. */
async function signedIn() {
  people += 1;
  const person = await world.signUp(`cuenta${people}`);
  const { viewer: user, token } = person;
  return { person, user, token, caller: world.callAs(user, token) };
}

const mailsTo = async (email: string) => (await world.readMails()).filter(({ to }) => to === email);
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const lastLinkTo = async (email: string) => (await mailsTo(email)).at(-1)?.link ?? '';
const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

describe('changing the password', () => {
  it('SEC-10: ends the other sessions and notifies the owner by mail', async () => {
    const { person, caller, token } = await signedIn();
    const { token: elsewhere } = await world.visitor.account.signIn(person);
    await caller.account.changePassword({ currentPassword: password, password: 'colorín colorado 8' });
    expect(await world.services.auth.validateSession(elsewhere)).toBeNull();
    expect(await world.services.auth.validateSession(token)).not.toBeNull();
    expect(await kindsTo(person.email)).toContain('Tu contraseña de Relato cambió');
    expect(world.cookies.at(-1)).toMatch(/^relato_browser=[\w-]/);
    await expectRefusal(world.visitor.account.signIn(person), 'INVALID_CREDENTIALS');
  });

  it('names the providers that a new password unlinked', async () => {
    const { user, person, caller } = await signedIn();
    const link = (provider: 'google' | 'facebook') =>
      world.database.prisma.identity.create({
        data: { userId: user.id, provider, providerUserId: `${provider} ${user.id}` },
      });
    await link('facebook');
    const change = { currentPassword: password, password: 'colorín colorado 8' };
    expect(await caller.account.changePassword(change)).toEqual({ unlinked: ['facebook'] });
    await link('google');
    await world.visitor.account.requestPasswordReset(person);
    const token = await world.readMailedToken(person.email);
    const reset = await world.visitor.account.resetPassword({ token, password: 'colorín colorado 9' });
    expect(reset).toMatchObject({ user: { id: user.id }, unlinked: ['google'] });
  });

  it('limits guesses at the current password', async () => {
    const { caller } = await signedIn();
    const guess = () =>
      caller.account.changePassword({ currentPassword: 'adivina', password: 'otra frase 9' });
    for (let attempt = 0; attempt < 10; attempt += 1) await expectRefusal(guess(), 'PASSWORD_WRONG');
    await expectRefusal(guess(), 'RATE_LIMITED');
  });
});

describe('changing the e-mail address', () => {
  it('SEC-10: mails the link to the new address and a notice to the old one, and ends the other sessions', async () => {
    const { person, user, caller } = await signedIn();
    const { token: elsewhere } = await world.visitor.account.signIn(person);
    const email = `nueva-${person.email}`;
    await caller.account.requestEmailChange({ email, currentPassword: password });
    const link = await lastLinkTo(email);
    expect(link).toMatch(/^http:\/\/relato\.test\/confirmar-correo#token=\S{22,}$/);
    expect(await lastLinkTo(person.email)).toBe('http://relato.test/profile?entrar=recuperar');
    expect(await caller.account.get()).toEqual({
      email: person.email,
      hasPassword: true,
      pendingEmail: email,
    });
    await caller.account.confirmEmailChange({ token: tokenOf(link) });
    expect((await kindsTo(person.email)).at(-1)).toBe('El correo de tu cuenta de Relato cambió');
    expect(await world.services.auth.validateSession(elsewhere)).toBeNull();
    expect((await world.visitor.account.signIn({ email, password })).user.id).toBe(user.id);
  });

  it('SEC-20: gives the same answer for an address in use, and mails its owner', async () => {
    const owner = await signedIn();
    const { person, caller } = await signedIn();
    const before = (await mailsTo(owner.person.email)).length;
    const taken = await caller.account.requestEmailChange({
      email: owner.person.email,
      currentPassword: password,
    });
    const seen = JSON.stringify([taken, await caller.account.get()]);
    const free = `libre-${person.email}`;
    const answer = await caller.account.requestEmailChange({ email: free, currentPassword: password });
    expect(JSON.stringify([answer, await caller.account.get()])).toBe(seen.replace(owner.person.email, free));
    const mails = (await mailsTo(owner.person.email)).slice(before);
    expect(mails.map(({ subject, link }) => [subject, new URL(link).hash])).toEqual([
      ['Ya tienes una cuenta en Relato', ''],
    ]);
  });
});

/** Services whose queue accepts no mail. */
const failing = () => ({
  jobs: { ...world.services.jobs, enqueue: () => Promise.reject(new Error('no commit')) },
});

describe('a change whose notice cannot be queued', () => {
  it('leaves the password as it was', async () => {
    const { person, user, token } = await signedIn();
    const wanted = 'colorín colorado 8';
    const { account } = world.callAs(user, token, failing());
    await expect(account.changePassword({ currentPassword: password, password: wanted })).rejects.toThrow(
      'no commit',
    );
    await world.visitor.account.requestPasswordReset(person);
    const link = { token: await world.readMailedToken(person.email), password: wanted };
    const visitor = world.callAs(null, undefined, failing());
    await expect(visitor.account.resetPassword(link)).rejects.toThrow('no commit');
    expect((await world.visitor.account.signIn(person)).user.id).toBe(user.id);
    await world.visitor.account.resetPassword(link);
    expect((await kindsTo(person.email)).at(-1)).toBe('Tu contraseña de Relato cambió');
  });

  it('leaves the address as it was', async () => {
    const { person, user, token, caller } = await signedIn();
    const email = `nueva-${person.email}`;
    await caller.account.requestEmailChange({ email, currentPassword: password });
    const link = { token: await world.readMailedToken(email) };
    const { account } = world.callAs(user, token, failing());
    await expect(account.confirmEmailChange(link)).rejects.toThrow('no commit');
    expect(await caller.account.get()).toMatchObject({ email: person.email, pendingEmail: email });
    await caller.account.confirmEmailChange(link);
    expect((await kindsTo(person.email)).at(-1)).toBe('El correo de tu cuenta de Relato cambió');
  });
});

it('changes the password and notifies the owner although the device could not be trusted', async () => {
  const { person, user, token } = await signedIn();
  const auth = { ...world.services.auth, trustDevice: () => Promise.reject(new Error('away')) };
  const logged: unknown[] = [];
  const runInBackground = (work: Promise<void>) => void work.catch((error: unknown) => logged.push(error));
  const { account } = world.callAs(user, token, { auth, runInBackground });
  const change = { currentPassword: password, password: 'colorín colorado 8' };
  expect(await account.changePassword(change)).toEqual({ unlinked: [] });
  const again = { email: person.email, password: change.password };
  expect(await world.callAs(null, '', { auth, runInBackground }).account.signIn(again)).toMatchObject({
    user: { id: user.id },
  });
  expect((await kindsTo(person.email)).at(-1)).toBe('Tu contraseña de Relato cambió');
  expect(logged).toMatchObject([{ message: 'away' }, { message: 'away' }]);
});

describe('the sessions of the viewer', () => {
  it('SEC-10: are listed, and end one by one or all but the current one', async () => {
    const { person, caller, token } = await signedIn();
    const others = [
      await world.visitor.account.signIn(person),
      await world.visitor.account.signIn(person),
      await world.visitor.account.signIn(person),
    ];
    const shown = await caller.account.sessions();
    expect(shown.map(({ isCurrent, userAgent }) => [isCurrent, userAgent])).toEqual([
      [true, 'vitest'],
      [false, 'vitest'],
      [false, 'vitest'],
      [false, 'vitest'],
    ]);
    expect(JSON.stringify(shown)).not.toContain(token);
    world.cookies.length = 0;
    await caller.account.endSession({ id: shown[1]?.id ?? '' });
    expect(await caller.account.sessions()).toHaveLength(3);
    await caller.account.endOtherSessions();
    expect(await caller.account.sessions()).toHaveLength(1);
    for (const other of others) expect(await world.services.auth.validateSession(other.token)).toBeNull();
    expect(world.cookies).toEqual([]);
    await caller.account.endSession({ id: shown[0]?.id ?? '' });
    expect(world.cookies).toEqual([expect.stringMatching(/=;.*Max-Age=0/i)]);
  });
});

describe('SEC-20: a visitor who probes an e-mail address', () => {
  it('gets the same bytes whether the address has an account or not', async () => {
    const { person } = await signedIn();
    const stranger = { ...person, username: 'nadie_aun', email: 'nadie-aun@example.org' };
    const { visitor } = world;
    const questions = {
      signUp: (email: string) =>
        visitor.account.signUp({ ...stranger, username: 'nadie_aun', email, acceptsTerms: true }),
      signIn: (email: string) => visitor.account.signIn({ email, password: 'no es esta' }),
      resend: (email: string) => visitor.account.resendVerification({ email }),
      recover: (email: string) => visitor.account.requestPasswordReset({ email }),
    };
    for (const ask of Object.values(questions)) {
      expect(await toBytes(ask(person.email))).toBe(await toBytes(ask(stranger.email)));
    }
  });
});

const toCode = (cause: unknown): string => (cause instanceof DomainError ? cause.code : String(cause));

const toBytes = (work: Promise<unknown>) =>
  work.then(
    (answer) => JSON.stringify({ answer }),
    (error: unknown) =>
      JSON.stringify({ error: String(error), cause: error instanceof Error && toCode(error.cause) }),
  );
