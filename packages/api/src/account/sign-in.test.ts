import { MailError, type Mailer } from '@relato/mail';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

let people = 0;
const stranger = () => {
  people += 1;
  const acceptsTerms = true as const;
  return {
    username: `persona${people}`,
    email: `persona${people}@example.org`,
    password: 'tortuga-azul-7',
    acceptsTerms,
  };
};
type Person = Omit<ReturnType<typeof stranger>, 'acceptsTerms'>;

const mailsTo = async ({ email }: Person) => (await world.readMails()).filter(({ to }) => to === email);

/** Returns the verifier cookie of the last sign-up. */
const verifier = () => {
  const read = (line: string) => world.services.auth.cookies.signUp.read(line);
  const signUpProof = world.cookies.map(read).findLast((proof) => proof) ?? null;
  return world.callAs(null, '', { signUpProof }).account;
};

const member = (): Promise<Person> => world.signUp(stranger().username);

describe('signing up', () => {
  it('L329: mails a link that confirms the address, after which signing in sets the cookie', async () => {
    const person = stranger();
    expect(await world.visitor.account.signUp(person)).toBeUndefined();
    const [mail] = await mailsTo(person);
    expect(mail?.link).toMatch(/^http:\/\/relato\.test\/confirmar#token=\S{22,}$/);
    expect(mail?.text).toContain(person.username);

    await expectRefusal(world.visitor.account.signIn(person), 'EMAIL_NOT_CONFIRMED');
    expect(world.cookies).toEqual([expect.stringMatching(/^relato_sign_up=\S{22,}; /)]);
    expect(await verifier().verifyEmail({ token: await world.readMailedToken(person.email) })).toEqual({
      username: person.username,
      isAdded: false,
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

  it('creates no account for a form with a lower age than the server requires', async () => {
    const services = { operator: { ...world.services.operator, minimumAge: 18 } };
    const { account } = world.callAs(null, '', services);
    const person = stranger();
    await expectRefusal(account.signUp(person), 'AGE_NOT_CONFIRMED');
    expect(await mailsTo(person)).toEqual([]);
    await account.signUp({ ...person, confirmedAge: 18 });
    expect(await mailsTo(person)).toHaveLength(1);
  });

  it('creates no account unless the user confirms their age and accepts the terms', async () => {
    const { acceptsTerms: _accepts, ...person } = stranger();
    const { visitor } = world;
    await expect(visitor.account.signUp(person as ReturnType<typeof stranger>)).rejects.toThrow(
      'TERMS_NOT_ACCEPTED',
    );
    const { prisma } = world.database;
    expect(await prisma.user.count({ where: { email: person.email } })).toBe(0);
    await visitor.account.signUp({ ...person, acceptsTerms: true });
    const { acceptedTermsAt } = await prisma.user.findUniqueOrThrow({ where: { email: person.email } });
    expect(acceptedTermsAt).toBeInstanceOf(Date);
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

const failing = (reason: MailError['reason']) => ({
  mailer: { destination: 'none', send: () => Promise.reject(new MailError(reason, 'no (550)', true)) },
});

describe('an address that the mail server does not know', () => {
  const refusing = failing('recipient');

  it('is EMAIL_INVALID at the sign-up, because no later attempt succeeds', async () => {
    await expectRefusal(world.callAs(null, '', refusing).account.signUp(stranger()), 'EMAIL_INVALID');
    // The server refuses something else for good: its operator must know.
    const denied = world.callAs(null, '', failing('refused')).account.signUp(stranger());
    await expectRefusal(denied, 'UNAVAILABLE');
  });

  it('is EMAIL_INVALID as a new address, for which the settings then do not wait', async () => {
    const person = await member();
    const { token, user } = await world.visitor.account.signIn(person);
    const { account } = world.callAs(user, token, refusing);
    const change = { email: `nueva-${person.email}`, currentPassword: person.password };
    await expectRefusal(account.requestEmailChange(change), 'EMAIL_INVALID');
    expect(await account.get()).toMatchObject({ email: person.email, pendingEmail: null });
  });

  it.each([
    ['unreachable', false],
    ['timeout', true],
  ] as const)('is waited for only if the server may have taken the mail: %s', async (reason, isPending) => {
    const person = await member();
    const { token, user } = await world.visitor.account.signIn(person);
    const { account } = world.callAs(user, token, failing(reason));
    const email = `nueva-${person.email}`;
    const change = account.requestEmailChange({ email, currentPassword: person.password });
    await expectRefusal(change, 'UNAVAILABLE');
    expect(await account.get()).toMatchObject({ pendingEmail: isPending ? email : null });
  });
});

describe('signing in', () => {
  it('refuses a wrong password and an unknown address alike, and sets no cookie', async () => {
    const person = await member();
    world.cookies.length = 0;
    const wrong = world.visitor.account.signIn({ ...person, password: 'otra-tortuga-9' });
    await expect(wrong).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'INVALID_CREDENTIALS' });
    await expectRefusal(world.visitor.account.signIn(stranger()), 'INVALID_CREDENTIALS');
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

const isSignedIn = async (token: string) => (await world.services.auth.validateSession(token)) !== null;

describe('a browser that several people use', () => {
  it('ends the session of one user when another signs in, but no session of the same user', async () => {
    const [ana, luis] = [await world.signUp('ana_comparte'), await world.signUp('luis_comparte')];
    const asAna = world.callAs(ana.viewer, ana.token).account;
    await asAna.signIn(ana);
    await expectRefusal(asAna.signIn({ ...luis, password: 'otra-tortuga-8' }), 'INVALID_CREDENTIALS');
    expect(await isSignedIn(ana.token)).toBe(true);
    await asAna.signIn(luis);
    expect(await isSignedIn(ana.token)).toBe(false);
  });

  it('ends it after a password reset, too', async () => {
    const [ana, luis] = [await world.signUp('ana_olvida'), await world.signUp('luis_olvida')];
    await world.visitor.account.requestPasswordReset({ email: luis.email });
    const token = await world.readMailedToken(luis.email);
    await world
      .callAs(ana.viewer, ana.token)
      .account.resetPassword({ token, password: 'otra-tortuga-azul-8' });
    expect(await isSignedIn(ana.token)).toBe(false);
  });
});

it('SEC-20: composing a mail does not delay the answer', async () => {
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
    // All calls queue a job, which a worker handles later.
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
    const token = await world.readMailedToken(person.email);
    await world.visitor.account.resetPassword({ token, password: 'tortuga-verde-8' });

    expect(await world.services.auth.validateSession(session)).toBeNull();
    await expectRefusal(world.visitor.account.signIn(person), 'INVALID_CREDENTIALS');
    await world.visitor.account.signIn({ ...person, password: 'tortuga-verde-8' });
    expect((await mailsTo(person)).at(-1)?.link).toBe('http://relato.test/profile?entrar=recuperar');
    await expectRefusal(
      world.visitor.account.resetPassword({ token, password: 'tortuga-roja-9' }),
      'LINK_USED',
    );
  });
});
