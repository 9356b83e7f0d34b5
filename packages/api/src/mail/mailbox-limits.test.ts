import { randomUUID } from 'node:crypto';
import { rateLimits, toMailboxOwner } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../rpc/rate-limiter.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

const mailsTo = async (email: string) => (await world.readMails()).filter(({ to }) => to === email);

const password = 'tortuga-azul-7';
type Account = ReturnType<typeof account>;
const account = (network: string = randomUUID(), wideNetwork: string | null = null) =>
  world.callAs(null, '', { network, wideNetwork }).account;
const signUp = (email: string, by: Account = account()) =>
  by.signUp({ username: `u${randomUUID().slice(0, 8)}`, email, password, acceptsTerms: true });

const newAddress = () => `${randomUUID()}@example.org`;

/** The calls that mail a mailbox without proof that it is the caller's. */
const requests = {
  'a sign-up': (email: string, by?: Account) => signUp(email, by),
  'another confirmation': (email: string, by = account()) => by.resendVerification({ email }),
  'a recovery': (email: string, by = account()) => by.requestPasswordReset({ email }),
};
const kinds = Object.keys(requests) as (keyof typeof requests)[]; // the keys of a constant

/** Uses up the mails of one purpose to a mailbox, all but one, as if many networks had asked for them. */
const exhaust = (purpose: 'recovery' | 'confirm-again', email: string) =>
  world.services.rateLimiter.charge(
    'mailbox',
    `${purpose} ${toMailboxOwner(email)}`,
    rateLimits.mailbox.calls - 1,
  );

describe('SEC-59: a mailbox that other users name repeatedly', () => {
  it.each(kinds)(
    'SEC-20: gets few mails from one network, and the caller is refused with and without an account: %s',
    async (kind) => {
      const unconfirmed = newAddress();
      const { email } = await world.signUp(`con_${randomUUID().slice(0, 8)}`);
      await signUp(unconfirmed);
      const before = (await mailsTo(unconfirmed)).length;
      // The links of recoveries expire within the hour, after which there can be another one.
      const calls = rateLimits.mailOwn.calls + (kind === 'a recovery' ? rateLimits.lateMail.calls : 0);
      for (const named of [email, unconfirmed, newAddress()]) {
        const stranger = account();
        for (let sent = 0; sent < calls; sent += 1)
          expect(await requests[kind](named, stranger)).toBeUndefined();
        const refusal = requests[kind](named.toUpperCase(), stranger);
        await expect(refusal).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'MAILED_ENOUGH' });
      }
      expect(await mailsTo(unconfirmed)).toHaveLength(before + calls);
    },
  );

  it.each(kinds)('gets what its owner asks for from another network: %s', async (kind) => {
    const email = newAddress();
    await signUp(email);
    for (const stranger of [account(), account()])
      for (let call = 0; call < rateLimits.signUp.calls; call += 1)
        await Promise.allSettled([requests[kind](email, stranger)]);
    const before = (await mailsTo(email)).length;
    await requests[kind](email);
    expect(await mailsTo(email)).toHaveLength(before + 1);
  });

  it('counts the aliases of its address as one', async () => {
    const [name, stranger] = [randomUUID(), account()];
    const signUpAs = (alias: number) => signUp(`${name}+${alias}@example.org`, stranger);
    for (let alias = 0; alias < rateLimits.mailOwn.calls; alias += 1) await signUpAs(alias);
    const refused = rateLimits.mailOwn.calls;
    await expectRefusal(signUpAs(refused), 'MAILED_ENOUGH');
    expect(await mailsTo(`${name}+${refused}@example.org`)).toEqual([]);
  });

  it('counts the networks of a household as one', async () => {
    const email = newAddress();
    const ask = () => account(randomUUID(), '2001:db8:9:100::/56').requestPasswordReset({ email });
    for (let sent = 0; sent < rateLimits.mailOwn.calls + 1; sent += 1) await ask();
    await expectRefusal(ask(), 'MAILED_ENOUGH');
    await account(randomUUID(), '2001:db8:9:200::/56').requestPasswordReset({ email });
  });

  it('cannot be flooded, and has a working link while it gets no other', async () => {
    const { email } = await world.signUp('olvidadiza');
    await exhaust('recovery', email);
    for (let sent = 0; sent < 1 + rateLimits.lateMail.calls; sent += 1)
      await account().requestPasswordReset({ email });
    await expectRefusal(account().requestPasswordReset({ email }), 'MAILED_ENOUGH');
    expect(await mailsTo(email)).toHaveLength(1 + rateLimits.lateMail.calls);
    const token = await world.readMailedToken(email);
    await account().resetPassword({ token, password: 'tortuga-verde-8' });
    // The window of the link has passed.
    await world.database.prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'lateMail' } } });
    const rateLimiter = createRateLimiter(world.database);
    const again = () => world.callAs(null, '', { rateLimiter }).account.requestPasswordReset({ email });
    await again();
    await expectRefusal(again(), 'MAILED_ENOUGH');
  });

  it('has separate limits for each purpose, also for a first account, whose confirmations send nothing yet', async () => {
    const email = newAddress();
    await exhaust('confirm-again', email);
    for (let sent = 0; sent < 1 + rateLimits.lateMail.calls; sent += 1)
      await requests['another confirmation'](email);
    await expectRefusal(requests['another confirmation'](email), 'MAILED_ENOUGH');
    expect(await mailsTo(email)).toEqual([]);
    await signUp(email);
    await account().requestPasswordReset({ email });
    const { viewer, token } = await world.signUp('cambia');
    await world.callAs(viewer, token).account.requestEmailChange({ email, currentPassword: password });
    expect((await mailsTo(email)).length).toBeGreaterThanOrEqual(2);
  });

  it('may become the address of a user, whatever another one requested', async () => {
    const email = newAddress();
    const [stranger, owner] = [await world.signUp('ajena'), await world.signUp('suya')];
    const ask = ({ viewer, token }: typeof owner) =>
      world.callAs(viewer, token).account.requestEmailChange({ email, currentPassword: password });
    for (let sent = 0; sent < rateLimits.mailOwn.calls; sent += 1) await ask(stranger);
    await expectRefusal(ask(stranger), 'MAILED_ENOUGH');
    const before = (await mailsTo(email)).length;
    await ask(owner);
    expect(await mailsTo(email)).toHaveLength(before + 1);
  });

  it('is not charged for a mail that the mail server refused', async () => {
    const person = {
      username: 'paciente',
      email: 'paciente@example.org',
      password,
      acceptsTerms: true,
    } as const;
    const mailer = { destination: 'none', send: () => Promise.reject(new Error('ECONNREFUSED')) };
    const network = randomUUID();
    for (let count = 0; count < rateLimits.signUp.calls; count += 1)
      await expectRefusal(world.callAs(null, '', { mailer, network }).account.signUp(person), 'UNAVAILABLE');
    await account().signUp(person);
    expect(await mailsTo(person.email)).toHaveLength(1);
    for (let count = 0; count < rateLimits.mailOwn.calls; count += 1)
      await account(network).resendVerification(person);
  });
});

describe('SEC-22: a mailed link', () => {
  it('costs a bounded number of hashes, which other users cannot use up', async () => {
    const [email, other] = [newAddress(), newAddress()];
    for (const each of [email, other]) await signUp(each);
    const token = await world.readMailedToken(email);
    for (let call = 0; call < rateLimits.password.calls; call += 1)
      await expectRefusal(account().verifyEmail({ token, password: '12345678' }), 'PASSWORD_COMMON');
    await expectRefusal(account().verifyEmail({ token, password }), 'RATE_LIMITED');
    await account().verifyEmail({ token: await world.readMailedToken(other), password });
  });
});

describe('SEC-58: eight sign-ups of another user with an address', () => {
  it('leave the owner a way in, and the other user none', async () => {
    const email = 'mia@example.org';
    const stranger = { email, password: 'la-del-extrano-7', acceptsTerms: true } as const;
    for (let count = 0; count < 8; count += 1)
      await account().signUp({ ...stranger, username: `extrano${count}` });
    const seen = await mailsTo(email);
    await account().signUp({ username: 'mia', email, password, acceptsTerms: true });
    const proof = world.cookies
      .map((line) => world.services.auth.cookies.signUp.read(line))
      .findLast((token) => token);
    expect(await mailsTo(email)).toHaveLength(seen.length + 1);
    await account().resendVerification({ email });
    expect(await mailsTo(email)).toHaveLength(seen.length + 2);

    const token = await world.readMailedToken(email);
    await expectRefusal(account().verifyEmail({ token }), 'LINK_NEEDS_PASSWORD');
    const mine = world.callAs(null, '', { signUpProof: proof ?? null }).account;
    expect(await mine.verifyEmail({ token })).toEqual({ username: 'mia', isAdded: false, session: null });
    expect(world.cookies.at(-1)).toMatch(/^relato_sign_up=;.*Max-Age=0/i);
    await expectRefusal(account().signIn(stranger), 'INVALID_CREDENTIALS');
    expect((await account().signIn({ email, password })).user.username).toBe('mia');
  });

  it('let the reader of the mailbox choose a password, which signs in', async () => {
    const email = 'lectora@example.org';
    for (let count = 0; count < 2; count += 1)
      await account().signUp({
        username: `otra${count}`,
        email,
        password: 'la-del-extrano-7',
        acceptsTerms: true,
      });
    const token = await world.readMailedToken(email);
    const { session } = await account().verifyEmail({ token, password });
    // The wanted names were those of other users.
    expect(session?.user).toMatchObject({ email, username: null });
    await expectRefusal(account().signIn({ email, password: 'la-del-extrano-7' }), 'INVALID_CREDENTIALS');
  });
});
