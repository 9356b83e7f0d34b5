import { limits } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { decideAt } from '@relato/testing/oauth/providers';
import { describe, expect, it } from 'vitest';
import { setupOauthFixture } from '../testing/oauth-fixture.ts';

const oauth = setupOauthFixture();
const { fixture, newPerson, start, finish, complete, signIn, findAccount, newMember } = oauth;

describe('linking an identity to an account', () => {
  it('works with any e-mail address and notifies the owner', async () => {
    const owner = await newMember();
    const person = newPerson({ emailVerified: false });
    const outcome = await complete('google', person, { link: owner, returnTo: '/profile' });
    expect(outcome).toEqual({
      outcome: 'linked',
      returnTo: '/profile',
      notice: { kind: 'identity-linked', email: owner.email, provider: 'google' },
    });
    expect((await signIn('google', person)).session.user.id).toBe(owner.userId);
    // A second link changes nothing and sends no notification.
    expect(await complete('google', person, { link: owner })).toMatchObject({
      outcome: 'linked',
      notice: null,
    });
  });

  it('does not happen if the owner cannot be notified, also for a sign-in that links', async () => {
    const owner = await newMember();
    const failing = { writeAlong: () => Promise.reject(new Error('no commit')) };
    await expect(complete('google', newPerson(), { ...failing, link: owner })).rejects.toThrow('no commit');
    const person = newPerson({ email: owner.email });
    await expect(complete('google', person, failing)).rejects.toThrow('no commit');
    expect(await fixture.auth.oauth.listIdentities(owner.userId)).toEqual([]);
  });

  it('refuses an identity of another account and a second one of the same provider', async () => {
    const [owner, other] = [await newMember(), newPerson()];
    await signIn('google', other);
    expect(await complete('google', other, { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    await complete('google', newPerson(), { link: owner });
    expect(await complete('google', newPerson(), { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    expect(await fixture.auth.oauth.listIdentities(owner.userId)).toHaveLength(1);
  });

  it('requires a fresh session', async () => {
    const owner = await newMember();
    fixture.advance((limits.session.freshMinutes + 1) / 60);
    await expectRefusal(start('google', { link: owner }), 'SESSION_NOT_FRESH');
  });

  it('fails if the returning browser has no session or one of another account', async () => {
    const [owner, other] = [await newMember(), await newMember()];
    for (const viewer of [null, other]) {
      const { url, browserToken } = await start('google', { link: owner });
      const person = newPerson();
      const outcome = await finish('google', await decideAt(url, person), browserToken, viewer);
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'UNAUTHENTICATED' });
      expect(await findAccount('google', person)).toBeNull();
    }
  });

  it('succeeds for only one of two accounts at once', async () => {
    const owners = [await newMember(), await newMember()];
    const person = newPerson();
    const outcomes = await Promise.all(owners.map((owner) => complete('google', person, { link: owner })));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'refused']);
  });
});

describe('unlinking an identity from an account', () => {
  it('works while a password or another identity can sign in', async () => {
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
    await expectRefusal(fixture.auth.oauth.unlinkIdentity(owner.userId, 'facebook'), 'IDENTITY_LAST');
  });

  it('never removes the last way to sign in, even in parallel', async () => {
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
});

describe('SEC-47: an identity that an attacker linked', () => {
  const newPassword = 'una frase nueva';

  it.each(['recovery', 'change'] as const)(
    'does not outlive a %s of the password, and is reported to the owner',
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

  it.each(['a reset of the password', 'the end of its session'])(
    'is not linked by an attempt that started before %s',
    async (what) => {
      const owner = await newMember();
      const person = newPerson();
      const { url, browserToken } = await start('google', { link: owner });
      const returned = await decideAt(url, person);
      if (what === 'the end of its session') await fixture.auth.signOut(owner.token);
      else await fixture.auth.resetPassword(await fixture.requestResetToken(owner.email), newPassword);
      expect(await finish('google', returned, browserToken, owner)).toMatchObject({ outcome: 'refused' });
      expect(await findAccount('google', person)).toBeNull();
    },
  );

  it('stays if a first password is set or the account has no address', async () => {
    const person = newPerson();
    const { session } = await signIn('google', person);
    const claim = { userId: session.user.id, token: session.token, password: undefined };
    expect(await fixture.auth.changePassword(claim, newPassword)).toMatchObject({ unlinked: [] });
    // The form sends the first password again as the present one if its answer was lost.
    const repeated = { ...claim, password: newPassword };
    expect(await fixture.auth.changePassword(repeated, newPassword)).toMatchObject({ unlinked: [] });
    await fixture.database.prisma.user.update({ where: { id: claim.userId }, data: { email: null } });
    const changed = await fixture.auth.changePassword(repeated, 'otra frase 9');
    expect(changed).toEqual({ email: null, unlinked: [] });
    expect((await signIn('google', person)).session.user.id).toBe(claim.userId);
  });
});
