import { randomUUID } from 'node:crypto';
import { rateLimits } from '@relato/contract';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../rate-limiter.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

const mailsTo = async (email: string) => (await world.readMails()).filter(({ to }) => to === email);
const toToken = (link = ''): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

/** Each call comes from a network of its own, as those of a stranger who has many. */
const account = () => world.callAs(null, '', { network: randomUUID() }).account;
const signUp = (email: string) =>
  account().signUp({ username: `u${randomUUID().slice(0, 8)}`, email, password: 'tortuga-azul-7' });

async function member(name: string): Promise<string> {
  const email = `${name}@example.org`;
  await signUp(email);
  await account().verifyEmail({ token: toToken((await mailsTo(email))[0]?.link) });
  return email;
}

describe('SEC-20: a mailbox that strangers name again and again', () => {
  it('gets so many mails of sign-ups a day, and nobody is told of the others', async () => {
    const email = 'inundada@example.org';
    const { calls } = rateLimits.signUpMail;
    for (let count = 0; count < calls - 1; count += 1) await signUp(email);
    expect(await account().resendVerification({ email: email.toUpperCase() })).toBeUndefined();
    const before = await mailsTo(email);
    expect(before).toHaveLength(calls);
    expect(await signUp(email)).toBeUndefined();
    expect(await account().resendVerification({ email })).toBeUndefined();
    expect(await mailsTo(email)).toEqual(before);
  });

  it('gets so many mails that it is in use already', async () => {
    const email = await member('duena');
    const { calls } = rateLimits.signUpMail;
    for (let count = 0; count < calls + 2; count += 1) await signUp(email);
    expect(await mailsTo(email)).toHaveLength(calls);
  });

  it('always has a link that sets a password, or gets the next one', async () => {
    const email = await member('olvidadiza');
    for (let count = 0; count < rateLimits.signUpMail.calls; count += 1) await signUp(email);
    const before = (await mailsTo(email)).length;
    const { calls } = rateLimits.recoveryMail;
    for (let count = 0; count < calls + 4; count += 1)
      expect(await account().requestPasswordReset({ email })).toBeUndefined();
    expect(await mailsTo(email)).toHaveLength(before + calls + rateLimits.lateRecoveryMail.calls);
    const token = toToken((await mailsTo(email)).at(-1)?.link);
    await account().resetPassword({ token, password: 'tortuga-verde-8' });
    await account().signIn({ email, password: 'tortuga-verde-8' });
    // The window of the link is over.
    await world.database.prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'lateRecoveryMail' } } });
    const again = world.callAs(null, '', { rateLimiter: createRateLimiter(world.database) });
    const sent = (await mailsTo(email)).length;
    await again.account.requestPasswordReset({ email });
    await again.account.requestPasswordReset({ email });
    expect(await mailsTo(email)).toHaveLength(sent + 1);
  });

  it('is not charged for a mail that the mail server did not take', async () => {
    const person = { username: 'paciente', email: 'paciente@example.org', password: 'tortuga-azul-7' };
    const mailer = { destination: 'none', send: () => Promise.reject(new Error('ECONNREFUSED')) };
    for (let count = 0; count < rateLimits.signUpMail.calls + 2; count += 1)
      await expect(
        world.callAs(null, '', { mailer, network: randomUUID() }).account.signUp(person),
      ).rejects.toEqual(errorCode('UNAVAILABLE'));
    await account().signUp(person);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});
