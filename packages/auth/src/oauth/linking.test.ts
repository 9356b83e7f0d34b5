import { limits, userId as toUserId } from '@relato/contract';
import { createUser } from '@relato/db/testing/factories';
import { decideAt } from '@relato/testing/oauth/providers';
import { describe, expect, it } from 'vitest';
import { useOauthTrial } from '../testing/oauth-trial.ts';

const world = useOauthTrial();
const { somebody, leave, back, come, signIn, accountOf, member } = world;

describe('adding an identity to an account', () => {
  it('gives who is signed in one more way in, whatever e-mail it has, and tells the owner', async () => {
    const owner = await member();
    const person = somebody({ emailVerified: false });
    const outcome = await come('google', person, { link: owner, returnTo: '/profile' });
    expect(outcome).toEqual({
      outcome: 'linked',
      returnTo: '/profile',
      notice: { kind: 'identity-linked', email: owner.email, provider: 'google' },
    });
    expect((await signIn('google', person)).session.user.id).toBe(owner.userId);
    // Once more changes nothing and tells nobody.
    expect(await come('google', person, { link: owner })).toMatchObject({ outcome: 'linked', notice: null });
  });

  it('takes none that signs in to another account, and no second one of a provider', async () => {
    const [owner, other] = [await member(), somebody()];
    await signIn('google', other);
    expect(await come('google', other, { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    await come('google', somebody(), { link: owner });
    expect(await come('google', somebody(), { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    expect(await world.trial.auth.oauth.listIdentities(owner.userId)).toHaveLength(1);
  });

  it('is for who signed in a short time ago', async () => {
    const owner = await member();
    world.trial.advance((limits.session.freshMinutes + 1) / 60);
    await expect(leave('google', { link: owner })).rejects.toMatchObject({ code: 'SESSION_NOT_FRESH' });
  });

  it('ends when somebody else comes back, or nobody', async () => {
    const [owner, other] = [await member(), await member()];
    for (const viewer of [null, other]) {
      const { url, browserToken } = await leave('google', { link: owner });
      const person = somebody();
      const outcome = await back('google', await decideAt(url, person), browserToken, viewer);
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'UNAUTHENTICATED' });
      expect(await accountOf('google', person)).toBeNull();
    }
  });

  it('by two accounts at once gives it to one of them', async () => {
    const owners = [await member(), await member()];
    const person = somebody();
    const outcomes = await Promise.all(owners.map((owner) => come('google', person, { link: owner })));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'refused']);
  });
});

describe('taking an identity off an account', () => {
  it('is possible while a password or another identity signs in', async () => {
    const owner = await member();
    const [google, facebook] = [somebody(), somebody()];
    await come('google', google, { link: owner });
    expect(await world.trial.auth.oauth.listIdentities(owner.userId)).toEqual([
      { provider: 'google', email: google.email, canUnlink: true },
    ]);
    await come('facebook', facebook, { link: owner });
    await world.database.prisma.user.update({ where: { id: owner.userId }, data: { passwordHash: null } });
    await world.trial.auth.oauth.unlinkIdentity(owner.userId, 'google');
    expect(await accountOf('google', google)).toBeNull();
    await expect(world.trial.auth.oauth.unlinkIdentity(owner.userId, 'facebook')).rejects.toMatchObject({
      code: 'IDENTITY_LAST',
    });
  });

  it('never takes the last way in, also when both go at once', async () => {
    const person = somebody();
    const { session } = await signIn('google', person);
    const { id } = session.user;
    await come('facebook', somebody(), { link: { userId: id, token: session.token } });
    const results = await Promise.allSettled(
      (['google', 'facebook'] as const).map((each) => world.trial.auth.oauth.unlinkIdentity(id, each)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.trial.auth.oauth.listIdentities(id)).toMatchObject([{ canUnlink: false }]);
  });

  it('does nothing where there is none', async () => {
    const id = toUserId.parse(await createUser(world.database.prisma));
    await world.trial.auth.oauth.unlinkIdentity(id, 'google');
    expect(await world.trial.auth.oauth.listIdentities(id)).toEqual([]);
  });
});

describe('SEC-47: an identity that an attacker added', () => {
  const newPassword = 'una frase nueva';

  it.each(['recovery', 'change'] as const)(
    'does not outlive a %s of the password, and is told',
    async (how) => {
      const owner = await member();
      const [google, facebook] = [somebody(), somebody()];
      await come('google', google, { link: owner });
      await come('facebook', facebook, { link: owner });
      const { auth } = world.trial;
      const { unlinked } =
        how === 'recovery'
          ? await auth.resetPassword(await world.trial.requestReset(owner.email), newPassword)
          : await auth.changePassword(owner, newPassword);
      expect(unlinked).toEqual(['google', 'facebook']);
      expect(await accountOf('google', google)).toBeNull();
      const outcome = await come('facebook', facebook);
      expect(outcome.outcome === 'signed-in' && outcome.session.user.id).not.toBe(owner.userId);
    },
  );

  it('is not added by who left for the provider before the recovery', async () => {
    const owner = await member();
    const person = somebody();
    const { url, browserToken } = await leave('google', { link: owner });
    const returned = await decideAt(url, person);
    await world.trial.auth.resetPassword(await world.trial.requestReset(owner.email), newPassword);
    expect(await back('google', returned, browserToken, owner)).toMatchObject({ outcome: 'refused' });
    expect(await accountOf('google', person)).toBeNull();
  });

  it('is not added in a session that ended while the provider answered', async () => {
    const owner = await member();
    const person = somebody();
    const { url, browserToken } = await leave('google', { link: owner });
    const returned = await decideAt(url, person);
    await world.trial.auth.endAllSessions(owner.userId);
    expect(await back('google', returned, browserToken, owner)).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await accountOf('google', person)).toBeNull();
  });

  it('stays when a first password is set, or when there is no address to sign in with', async () => {
    const person = somebody();
    const { session } = await signIn('google', person);
    const claim = { userId: session.user.id, token: session.token, password: undefined };
    expect(await world.trial.auth.changePassword(claim, newPassword)).toMatchObject({ unlinked: [] });
    await world.database.prisma.user.update({ where: { id: claim.userId }, data: { email: null } });
    const changed = await world.trial.auth.changePassword(
      { ...claim, password: newPassword },
      'otra frase 9',
    );
    expect(changed).toEqual({ email: null, unlinked: [] });
    expect((await signIn('google', person)).session.user.id).toBe(claim.userId);
  });
});
