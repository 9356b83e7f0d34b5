import { modernTimeZones } from '@relato/contract';
import { createPushKeys, createPusher } from '@relato/push';
import { expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { endDigest, toLeaveToken } from './digest-mutations.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const [ana, luis] = [useUser(world, 'ana'), useUser(world, 'luis')];
const pusher = createPusher('https://relato.test', createPushKeys());
const as = (viewer: Viewer) => world.callAs(viewer, undefined, { pusher }).news;

it('returns the stored settings, and ignores an unknown time zone', async () => {
  const { email } = ana;
  const { publicKey: pushKey } = pusher;
  expect(await as(ana).settings()).toEqual({
    silenced: [],
    quiet: null,
    digest: null,
    timeZone: 'Europe/Madrid',
    email,
    pushKey,
  });
  const set = {
    quiet: { from: 1_380, until: 480 },
    digest: 'weekly' as const,
    timeZone: 'America/Argentina/Ushuaia',
  };
  await as(ana).setSettings({ ...set, silenced: { votes: true, follow: true } });
  expect(await as(ana).settings()).toEqual({ ...set, silenced: ['votes', 'follow'], email, pushKey });
  for (const timeZone of ['Europe/Atlantis', '+02:00', 'Abc+3']) {
    await as(ana).setSettings({ silenced: { votes: false }, timeZone });
    expect(await as(ana).settings()).toEqual({ ...set, silenced: ['follow'], email, pushKey });
    await as(luis).setSettings({ digest: 'weekly', timeZone });
    expect(await as(luis).settings()).toMatchObject({ digest: 'weekly', timeZone: 'Europe/Madrid' });
  }
});

it('takes the settings of a page of the previous version, which names all silenced kinds', async () => {
  const before = { quiet: null, digest: null, timeZone: 'Europe/Madrid' };
  await as(ana).setSettings({ ...before, silenced: { comment: true } });
  const silenced: object = ['votes'];
  await as(ana).setSettings({ ...before, silenced });
  expect(await as(ana).settings()).toMatchObject({ silenced: ['votes'] });
});

it('stores the present name of a time zone of which the browser gives an older one', async () => {
  for (const [timeZone, name] of modernTimeZones) {
    await as(ana).setSettings({ timeZone });
    expect(await as(ana).settings()).toMatchObject({ timeZone: name });
  }
});

it('keeps the settings that a call does not name, as another device or a mail changed them', async () => {
  const timeZone = 'Europe/Madrid';
  const quiet = { from: 0, until: 480 };
  await as(ana).setSettings({ silenced: { follow: true }, quiet, digest: 'daily', timeZone });
  await endDigest(world.services, toLeaveToken(world.services.linkKey, ana.id, ana.email ?? ''));
  await as(ana).setSettings({ silenced: { votes: true }, timeZone });
  expect(await as(ana).settings()).toMatchObject({ silenced: ['follow', 'votes'], quiet, digest: null });
  const { newsSettings } = world.database.prisma;
  expect(await newsSettings.findUnique({ where: { userId: ana.id } })).toMatchObject({
    digestDueAt: null,
    digestedAt: null,
  });
  await as(ana).setSettings({ digest: 'daily', timeZone });
  await as(ana).setSettings({ silenced: { follow: false }, quiet: null, timeZone });
  expect(await as(ana).settings()).toMatchObject({ silenced: ['votes'], quiet: null, digest: 'daily' });
});
