import { retention, serverLimits } from '@relato/contract';
import { expect, it } from 'vitest';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();
const newPassword = 'colorín colorado 8';

async function newMember() {
  const { person, userId } = await fixture.newSignedInUser();
  return { ...person, id: userId };
}

it('trusts a device only for the accounts that signed in on it', async () => {
  const [ana, eva] = [await newMember(), await newMember()];
  const token = await fixture.auth.trustDevice(ana.id, null);
  expect(await fixture.auth.isTrustedDevice(token, ana.email.toUpperCase())).toBe(true);
  expect(await fixture.auth.isTrustedDevice(token, eva.email)).toBe(false);
  expect(await fixture.auth.trustDevice(eva.id, token)).toBe(token);
  expect(await fixture.auth.isTrustedDevice(token, eva.email)).toBe(true);
});

it('replaces a token that the server did not create', async () => {
  const ana = await newMember();
  expect(await fixture.auth.trustDevice(ana.id, 'planted')).not.toBe('planted');
  expect(await fixture.auth.isTrustedDevice('planted', ana.email)).toBe(false);
});

it('SEC-11: stores only the hash of a device token', async () => {
  const ana = await newMember();
  const token = await fixture.auth.trustDevice(ana.id, null);
  const rows = await fixture.database.prisma.trustedDevice.findMany({ where: { userId: ana.id } });
  expect(rows.map(({ id }) => id)).not.toContain(token);
  expect(await fixture.auth.isTrustedDevice(rows[0]?.id ?? '', ana.email)).toBe(false);
});

it('SEC-23: forgets all devices after a change of the password, because each would allow further guesses', async () => {
  for (const change of ['reset', 'change'] as const) {
    const { person, userId, credentials } = await fixture.newSignedInUser();
    const tokens = [
      await fixture.auth.trustDevice(userId, null),
      await fixture.auth.trustDevice(userId, null),
    ];
    await (change === 'reset'
      ? fixture.auth.resetPassword(await fixture.requestResetToken(person.email), newPassword)
      : fixture.auth.changePassword(credentials, newPassword));
    for (const token of tokens) expect(await fixture.auth.isTrustedDevice(token, person.email)).toBe(false);
  }
});

it('SEC-23: trusts a limited number of devices, and forgets those that are unused for longest', async () => {
  const ana = await newMember();
  const most = serverLimits.trustedDevice.maxCount;
  await fixture.database.prisma.trustedDevice.createMany({
    data: Array.from({ length: most }, (_, index) => ({
      id: `used ${index}`,
      userId: ana.id,
      usedAt: new Date(Date.UTC(2020, 0, 1, 0, index)),
    })),
  });
  const token = await fixture.auth.trustDevice(ana.id, null);
  const rows = await fixture.database.prisma.trustedDevice.findMany({ where: { userId: ana.id } });
  expect(rows).toHaveLength(most);
  expect(rows.map(({ id }) => id)).not.toContain('used 0');
  expect(await fixture.auth.isTrustedDevice(token, ana.email)).toBe(true);
});

it('forgets a device after a year without use', async () => {
  const ana = await newMember();
  const token = await fixture.auth.trustDevice(ana.id, null);
  fixture.advance(retention.trustedDevice.days * 24 - 1);
  await fixture.auth.deleteExpired();
  expect(await fixture.auth.isTrustedDevice(token, ana.email)).toBe(true);
  fixture.advance(2);
  await fixture.auth.deleteExpired();
  expect(await fixture.auth.isTrustedDevice(token, ana.email)).toBe(false);
});
