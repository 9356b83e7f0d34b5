import { limits } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { barSignUps, toBarIds } from './sign-up-bars.ts';
import { useOauthTrial } from './testing/oauth-trial.ts';

const world = useOauthTrial();
const { somebody, come, accountOf, member } = world;

const refused = (code: string) => expect.objectContaining({ outcome: 'refused', code });

describe('what a suspended account that was deleted had', () => {
  it('makes no account for a while, by whatever way, and then does again', async () => {
    const { prisma } = world.database;
    const [person, other] = [world.trial.stranger(), await member()];
    const google = somebody();
    const sameAddress = somebody({ email: person.email });
    const identity = { provider: 'google', providerUserId: google.id } as const;
    await barSignUps(prisma, await toBarIds({ email: person.email, identities: [identity] }), new Date());
    const attempts = async () => [
      (await world.trial.auth.signUp({ ...person, email: person.email.toUpperCase() })).outcome,
      await come('google', google),
      await come('google', sameAddress),
      await come('google', google, { link: other }),
    ];
    expect(await attempts()).toEqual([
      'address-barred',
      refused('ACCOUNT_SUSPENDED'),
      refused('ACCOUNT_SUSPENDED'),
      refused('IDENTITY_IN_USE'),
    ]);
    expect(await prisma.user.count({ where: { email: person.email } })).toBe(0);
    expect(await accountOf('google', google)).toBeNull();
    const session = { userId: other.userId, token: other.token };
    const claim = { ...session, password: other.password };
    const change = await world.trial.auth.requestEmailChange(claim, person.email);
    const token = change.outcome === 'confirm' ? change.token : '';
    await expect(world.trial.auth.confirmEmailChange(session, token)).rejects.toMatchObject({
      code: 'EMAIL_IN_USE',
    });

    world.trial.advance(limits.signUpBar.days * 24 + 1);
    await world.trial.auth.deleteExpired();
    expect(await prisma.signUpBar.count()).toBe(0);
    expect((await world.trial.auth.signUp(person)).outcome).toBe('confirm');
  });
});
