import { createPushKeys, createPusher } from '@relato/push';
import { expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
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
    silenced: ['votes', 'follow'] as ('votes' | 'follow')[],
    quiet: { from: 1_380, until: 480 },
    digest: 'weekly' as const,
    timeZone: 'America/Argentina/Buenos_Aires',
  };
  await as(ana).setSettings(set);
  expect(await as(ana).settings()).toEqual({ ...set, email, pushKey });
  for (const timeZone of ['Europe/Atlantis', '+02:00', 'Abc+3']) {
    await as(ana).setSettings({ ...set, silenced: [], timeZone });
    expect(await as(ana).settings()).toEqual({ ...set, silenced: [], email, pushKey });
    await as(luis).setSettings({ ...set, timeZone });
    expect(await as(luis).settings()).toMatchObject({ digest: 'weekly', timeZone: 'Europe/Madrid' });
  }
});
