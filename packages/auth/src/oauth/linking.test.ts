import { limits, userId as toUserId } from '@relato/contract';
import { createUser } from '@relato/db/testing/factories';
import { decideAt } from '@relato/testing/oauth/providers';
import { describe, expect, it } from 'vitest';
import { setupOauthFixture } from '../testing/oauth-fixture.ts';

const oauth = setupOauthFixture();
const { fixture, newPerson, start, finish, complete, signIn, findAccount, newMember } = oauth;

describe('adding an identity to an account', () => {
  it('gives who is signed in one more way in, whatever e-mail it has, and tells the owner', async () => {
    const owner = await newMember();
    const person = newPerson({ emailVerified: false });
    const outcome = await complete('google', person, { link: owner, returnTo: '/profile' });
    expect(outcome).toEqual({
      outcome: 'linked',
      returnTo: '/profile',
      notice: { kind: 'identity-linked', email: owner.email, provider: 'google' },
    });
    expect((await signIn('google', person)).session.user.id).toBe(owner.userId);
    // Once more changes nothing and tells nobody.
    expect(await complete('google', person, { link: owner })).toMatchObject({
      outcome: 'linked',
      notice: null,
    });
  });

  it('takes none that signs in to another account, and no second one of a provider', async () => {
    const [owner, other] = [await newMember(), newPerson()];
    await signIn('google', other);
    expect(await complete('google', other, { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    await complete('google', newPerson(), { link: owner });
    expect(await complete('google', newPerson(), { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    expect(await fixture.auth.oauth.listIdentities(owner.userId)).toHaveLength(1);
  });

  it('is for who signed in a short time ago', async () => {
    const owner = await newMember();
    fixture.advance((limits.session.freshMinutes + 1) / 60);
    await expect(start('google', { link: owner })).rejects.toMatchObject({ code: 'SESSION_NOT_FRESH' });
  });

  it('ends when somebody else comes back, or nobody', async () => {
    const [owner, other] = [await newMember(), await newMember()];
    for (const viewer of [null, other]) {
      const { url, browserToken } = await start('google', { link: owner });
      const person = newPerson();
      const outcome = await finish('google', await decideAt(url, person), browserToken, viewer);
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'UNAUTHENTICATED' });
      expect(await findAccount('google', person)).toBeNull();
    }
  });

  it('by two accounts at once gives it to one of them', async () => {
    const owners = [await newMember(), await newMember()];
    const person = newPerson();
    const outcomes = await Promise.all(owners.map((owner) => complete('google', person, { link: owner })));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'refused']);
  });
});

describe('taking an identity off an account', () => {
  it('is possible while a password or another identity signs in', async () => {
    const owner = await newMember();
    const [google, facebook] = [newPerson(), newPerson()];
    await complete('google', google, { link: owner });
    expect(await fixture.auth.oauth.listIdentities(owner.userId)).toEqual([
      { provider: 'google', email: google.email, canUnlink: true },
    ]);
    await complete('facebook', facebook, { link: owner });
    await fixture.database.prisma.user.update({ where: { id: owner.userId }, data: { passwordHash: null } });
    await fixture.auth.oauth.unlinkIdentity(owner.userId, 'google');
    expect(await findAccount('google', google)).toBeNull();
    await expect(fixture.auth.oauth.unlinkIdentity(owner.userId, 'facebook')).rejects.toMatchObject({
      code: 'IDENTITY_LAST',
    });
  });

  it('never takes the last way in, also when both go at once', async () => {
    const person = newPerson();
    const { session } = await signIn('google', person);
    const { id } = session.user;
    await complete('facebook', newPerson(), { link: { userId: id, token: session.token } });
    const results = await Promise.allSettled(
      (['google', 'facebook'] as const).map((each) => fixture.auth.oauth.unlinkIdentity(id, each)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fixture.auth.oauth.listIdentities(id)).toMatchObject([{ canUnlink: false }]);
  });

  it('does nothing where there is none', async () => {
    const id = toUserId.parse(await createUser(fixture.database.prisma));
    await fixture.auth.oauth.unlinkIdentity(id, 'google');
    expect(await fixture.auth.oauth.listIdentities(id)).toEqual([]);
  });
});

describe('SEC-47: an identity that an attacker added', () => {
  const newPassword = 'una frase nueva';

  it.each(['recovery', 'change'] as const)(
    'does not outlive a %s of the password, and is told',
    async (how) => {
      const owner = await newMember();
      const [google, facebook] = [newPerson(), newPerson()];
      await complete('google', google, { link: owner });
      await complete('facebook', facebook, { link: owner });
      const { auth } = fixture;
      const { unlinked } =
        how === 'recovery'
          ? await auth.resetPassword(await fixture.requestResetToken(owner.email), newPassword)
          : await auth.changePassword(owner, newPassword);
      expect(unlinked).toEqual(['google', 'facebook']);
      expect(await findAccount('google', google)).toBeNull();
      const outcome = await complete('facebook', facebook);
      expect(outcome.outcome === 'signed-in' && outcome.session.user.id).not.toBe(owner.userId);
    },
  );

  it('is not added by who left for the provider before the recovery', async () => {
    const owner = await newMember();
    const person = newPerson();
    const { url, browserToken } = await start('google', { link: owner });
    const returned = await decideAt(url, person);
    await fixture.auth.resetPassword(await fixture.requestResetToken(owner.email), newPassword);
    expect(await finish('google', returned, browserToken, owner)).toMatchObject({ outcome: 'refused' });
    expect(await findAccount('google', person)).toBeNull();
  });

  it('is not added in a session that ended while the provider answered', async () => {
    const owner = await newMember();
    const person = newPerson();
    const { url, browserToken } = await start('google', { link: owner });
    const returned = await decideAt(url, person);
    await fixture.auth.endAllSessions(owner.userId);
    expect(await finish('google', returned, browserToken, owner)).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await findAccount('google', person)).toBeNull();
  });

  it('stays when a first password is set, or when there is no address to sign in with', async () => {
    const person = newPerson();
    const { session } = await signIn('google', person);
    const claim = { userId: session.user.id, token: session.token, password: undefined };
    expect(await fixture.auth.changePassword(claim, newPassword)).toMatchObject({ unlinked: [] });
    await fixture.database.prisma.user.update({ where: { id: claim.userId }, data: { email: null } });
    const changed = await fixture.auth.changePassword({ ...claim, password: newPassword }, 'otra frase 9');
    expect(changed).toEqual({ email: null, unlinked: [] });
    expect((await signIn('google', person)).session.user.id).toBe(claim.userId);
  });
});
