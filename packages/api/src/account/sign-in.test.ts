import type { Mailer } from '@relato/mail';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

let people = 0;
const stranger = () => {
  people += 1;
  return { username: `persona${people}`, email: `persona${people}@example.org`, password: 'tortuga-azul-7' };
};
type Person = ReturnType<typeof stranger>;

const mailsTo = async ({ email }: Person) => (await world.readMails()).filter(({ to }) => to === email);

/** Returns the token of the newest mail to the user. It is in the fragment, so that no log contains it. */
async function mailedToken(person: Person): Promise<string> {
  const link = (await mailsTo(person)).at(-1)?.link ?? '';
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}

/** The browser of the last sign-up. */
const verifier = () => {
  const read = (line: string) => world.services.auth.cookies.signUp.read(line);
  const signUpProof = world.cookies.map(read).findLast((proof) => proof) ?? null;
  return world.callAs(null, '', { signUpProof }).account;
};

async function member(): Promise<Person> {
  const person = stranger();
  await world.visitor.account.signUp(person);
  await verifier().verifyEmail({ token: await mailedToken(person) });
  return person;
}

describe('signing up', () => {
  it('L329: mails a link that confirms the address, after which signing in sets the cookie', async () => {
    const person = stranger();
    expect(await world.visitor.account.signUp(person)).toBeUndefined();
    const [mail] = await mailsTo(person);
    expect(mail?.link).toMatch(/^http:\/\/relato\.test\/confirmar#token=\S{22,}$/);
    expect(mail?.text).toContain(person.username);

    await expect(world.visitor.account.signIn(person)).rejects.toEqual(errorCode('EMAIL_NOT_CONFIRMED'));
    expect(world.cookies).toEqual([expect.stringMatching(/^relato_sign_up=\S{22,}; /)]);
    expect(await verifier().verifyEmail({ token: await mailedToken(person) })).toEqual({
      username: person.username,
      session: null,
    });
    world.cookies.length = 0;
    const { token, user } = await world.visitor.account.signIn(person);
    expect(user).toMatchObject({ username: person.username, email: person.email, role: 'user' });
    expect(world.cookies).toEqual([
      expect.stringContaining(`relato_session=${token}; `),
      expect.stringMatching(/^relato_browser=\S{22,}; /),
    ]);
    expect(await world.services.auth.validateSession(token)).toMatchObject({ user: { id: user.id } });
  });

  it('gives the same answer for an address in use, and mails its owner', async () => {
    const owner = await member();
    const known = await world.visitor.account.signUp({ ...stranger(), email: owner.email });
    expect(known).toEqual(await world.visitor.account.signUp(stranger()));
    const mail = (await mailsTo(owner)).at(-1);
    expect(mail?.link).toBe('http://relato.test/profile?entrar=recuperar');
    expect((await world.visitor.account.signIn(owner)).user.username).toBe(owner.username);
  });

  it('is UNAVAILABLE while the mail server is down', async () => {
    const mailer = { destination: 'none', send: () => Promise.reject(new Error('ECONNREFUSED')) };
    const visitor = world.callAs(null, '', { mailer });
    await expect(visitor.account.signUp(stranger())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'UNAVAILABLE',
    });
  });
});

describe('a mailed link', () => {
  it('works once', async () => {
    const person = stranger();
    await world.visitor.account.signUp(person);
    const token = await mailedToken(person);
    await verifier().verifyEmail({ token });
    await expect(world.visitor.account.verifyEmail({ token })).rejects.toEqual(errorCode('LINK_USED'));
  });

  it('expires, and the user can request another one', async () => {
    const person = stranger();
    await world.visitor.account.signUp(person);
    const old = await mailedToken(person);
    await world.database.prisma.mailToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    await expect(world.visitor.account.verifyEmail({ token: old })).rejects.toEqual(
      errorCode('LINK_EXPIRED'),
    );
    await world.visitor.account.resendVerification(person);
    const token = await mailedToken(person);
    expect(token).not.toBe(old);
    expect(await verifier().verifyEmail({ token })).toMatchObject({ username: person.username });
  });

  it('is refused if it was made up', async () => {
    await expect(world.visitor.account.verifyEmail({ token: 'inventado' })).rejects.toEqual(
      errorCode('LINK_INVALID'),
    );
    await expect(
      world.visitor.account.resetPassword({ token: 'inventado', password: 'tortuga-azul-8' }),
    ).rejects.toEqual(errorCode('LINK_INVALID'));
  });

  it('is not sent to a confirmed address, and the answer does not reveal that', async () => {
    const owner = await member();
    const nobody = stranger();
    const before = (await world.readMails()).length;
    expect(await world.visitor.account.resendVerification(owner)).toBeUndefined();
    expect(await world.visitor.account.resendVerification(nobody)).toBeUndefined();
    expect(await world.visitor.account.requestPasswordReset(nobody)).toBeUndefined();
    expect(await world.readMails()).toHaveLength(before);
  });
});

describe('signing in', () => {
  it('refuses a wrong password and an unknown address alike, and sets no cookie', async () => {
    const person = await member();
    world.cookies.length = 0;
    const wrong = world.visitor.account.signIn({ ...person, password: 'otra-tortuga-9' });
    await expect(wrong).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'INVALID_CREDENTIALS' });
    await expect(world.visitor.account.signIn(stranger())).rejects.toEqual(errorCode('INVALID_CREDENTIALS'));
    expect(world.cookies).toEqual([]);
  });

  it('L329: ends with signing out, which blanks the cookie', async () => {
    const person = await member();
    const { token, user } = await world.visitor.account.signIn(person);
    world.cookies.length = 0;
    await world.callAs(user, token).account.signOut();
    expect(await world.services.auth.validateSession(token)).toBeNull();
    expect(world.cookies).toEqual([expect.stringMatching(/=;.*Max-Age=0/i)]);
  });

  it('L329: shows the session to its owner, and null to a visitor', async () => {
    const viewer = await world.addUser('mirona');
    expect(await world.visitor.account.session()).toBeNull();
    expect(await world.callAs(viewer).account.session()).toMatchObject({
      user: viewer,
      expiresIn: expect.any(Number),
    });
  });
});

it('SEC-20: writing a mail does not delay the answer, however long it takes', async () => {
  const send = vi.fn<Mailer['send']>();
  const [owner, pending] = [await member(), stranger()];
  await world.visitor.account.signUp(pending);
  await world.readMails();
  const visitor = () => world.callAs(null, '', { mailer: { destination: 'none', send } }).account;
  for (const ask of [
    () => visitor().requestPasswordReset(stranger()),
    () => visitor().requestPasswordReset(owner),
    () => visitor().resendVerification(pending),
  ]) {
    await ask();
    // The same for all of them: a job, which a worker does later.
    expect(world.queued.splice(0)).toMatchObject([{ name: 'send-mail' }]);
    expect(send).not.toHaveBeenCalled();
  }
});

describe('a forgotten password', () => {
  it('is replaced by the mailed link, which ends every session and is confirmed by mail', async () => {
    const person = await member();
    const { token: session } = await world.visitor.account.signIn(person);
    await world.visitor.account.requestPasswordReset(person);
    const mail = (await mailsTo(person)).at(-1);
    expect(mail?.link).toMatch(/^http:\/\/relato\.test\/restablecer#token=\S{22,}$/);
    const token = await mailedToken(person);
    await world.visitor.account.resetPassword({ token, password: 'tortuga-verde-8' });

    expect(await world.services.auth.validateSession(session)).toBeNull();
    await expect(world.visitor.account.signIn(person)).rejects.toEqual(errorCode('INVALID_CREDENTIALS'));
    await world.visitor.account.signIn({ ...person, password: 'tortuga-verde-8' });
    expect((await mailsTo(person)).at(-1)?.link).toBe('http://relato.test/profile?entrar=recuperar');
    await expect(world.visitor.account.resetPassword({ token, password: 'tortuga-roja-9' })).rejects.toEqual(
      errorCode('LINK_USED'),
    );
  });

  it('is answered even if the mail cannot be sent', async () => {
    const person = await member();
    const before = (await mailsTo(person)).length;
    const mailer = { destination: 'none', send: () => Promise.reject(new Error('ECONNREFUSED')) };
    const visitor = world.callAs(null, '', { mailer });
    expect(await visitor.account.requestPasswordReset(person)).toBeUndefined();
    expect(await mailsTo(person)).toHaveLength(before + 1);
  });
});
