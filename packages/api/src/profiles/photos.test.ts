import { randomUUID } from 'node:crypto';
import { limits } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { expect, it } from 'vitest';
import { countRemovals } from '../testing/count-removals.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { findPhoto } from './summary-queries.ts';

const world = useTestWorld();
const moderator = useUser(world, 'moderadora', 'moderator');
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

it('a picture shows beside the name everywhere, with another address whenever it changes, until it is removed', async () => {
  const ana = await world.addUser('ana_foto');
  const beto = await world.addUser('beto_foto');
  const storyId = await world.publishStory(ana, { title: 'Con foto' });
  await world.callAs(beto).follows.follow({ userId: ana.id });
  await world.callAs(ana).comments.create({ id: randomUUID(), storyId, content: 'Gracias' });
  const { visitor } = world;
  const readAll = async () => [
    (await visitor.profiles.byUsername({ username: 'ana_foto' })).photo,
    (await visitor.profiles.byIds({ ids: [ana.id] }))[0]?.photo,
    (await visitor.profiles.find({ search: 'ana_foto' })).items[0]?.photo,
    (await visitor.stories.byId({ id: storyId })).author?.photo,
    (await visitor.stories.feed({})).items.find(({ id }) => id === storyId)?.author?.photo,
    (await visitor.comments.list({ storyId })).items[0]?.author?.photo,
    (await visitor.follows.following({ userId: beto.id })).items[0]?.photo,
    (await world.callAs(ana).profiles.me()).photo,
  ];
  const none = Array.from({ length: 8 }, () => undefined);
  expect(await readAll()).toEqual(none);

  await world.callAs(ana).profiles.setPhoto({ image: toBase64('primera') });
  const [first = ''] = await readAll();
  expect(await readAll()).toEqual(none.map(() => first));
  expect(await findPhoto(world.services, first, 'small')).toEqual({ bytes: Buffer.from('primera') });
  expect(await findPhoto(world.services, first, null)).toEqual({ bytes: null });

  await world.callAs(ana).profiles.setPhoto({ image: toBase64('segunda') });
  const [second = ''] = await readAll();
  expect(second).not.toBe(first);
  expect(await findPhoto(world.services, first, 'large')).toBeNull();
  expect(await findPhoto(world.services, second, 'large')).toEqual({ bytes: Buffer.from('segunda') });

  for (const _again of [1, 2]) await world.callAs(ana).profiles.removePhoto();
  expect(await readAll()).toEqual(none);
  expect(await findPhoto(world.services, second, 'large')).toBeNull();
});

it('the picture of a suspended user is not served', async () => {
  const user = await world.addUser('suspendida_foto');
  await world.callAs(user).profiles.setPhoto({ image: toBase64('foto') });
  const { photo = '' } = await world.callAs(user).profiles.me();
  expect(await findPhoto(world.services, photo, 'small')).not.toBeNull();
  await world.callAs(await world.addUser('moderadora_foto', 'moderator')).users.suspend({
    userId: user.id,
    reason: 'Spam',
  });
  expect(await findPhoto(world.services, photo, 'small')).toBeNull();
});

it('refuses a picture that cannot be re-encoded, or that no browser sends', async () => {
  const user = await world.addUser('terca_foto');
  const { profiles } = world.callAs(user, undefined, { photos: { remake: async () => null } });
  await expectRefusal(profiles.setPhoto({ image: toBase64('<svg/>') }), 'PHOTO_INVALID');
  const large = Buffer.alloc(limits.photo.maxBytes + 3).toString('base64');
  await expect(world.callAs(user).profiles.setPhoto({ image: large })).rejects.toThrow('PHOTO_INVALID');
  await expect(world.callAs(user).profiles.setPhoto({ image: 'no es base64' })).rejects.toThrow(
    'PHOTO_INVALID',
  );
  expect(await world.callAs(user).profiles.me()).not.toHaveProperty('photo');
});

it('a user describes themselves in 160 characters, without invisible ones', async () => {
  const user = await world.addUser('ana_linea');
  const { profiles } = world.callAs(user);
  await profiles.setAbout({ about: `  ${'ñ'.repeat(limits.about.maxLength)}\u202E ` });
  const { about } = await world.visitor.profiles.byUsername({ username: 'ana_linea' });
  expect(about).toBe('ñ'.repeat(limits.about.maxLength));
  await expect(profiles.setAbout({ about: 'x'.repeat(limits.about.maxLength + 1) })).rejects.toThrow(
    'ABOUT_TOO_LONG',
  );
  await profiles.setAbout({ about: '' });
  expect(await profiles.me()).toMatchObject({ about: '' });
});

it('a moderator clears a profile with a reason, once, and its user may fill it again', async () => {
  const ana = await world.addUser('ana_mala_foto');
  const staff = world.callAs(moderator);
  const decision = { userId: ana.id, reason: 'Contenido ofensivo' };
  await world.callAs(ana).profiles.setPhoto({ image: toBase64('una') });
  await world.callAs(ana).profiles.setAbout({ about: 'Compra ya' });
  await expectRefusal(world.callAs(ana).users.clearProfile(decision), 'FORBIDDEN');
  const { items } = await staff.users.list({ search: 'ana_mala_foto' });
  expect(items[0]).toMatchObject({ photo: expect.any(String), about: 'Compra ya' });

  const before = await countRemovals(world);
  await staff.users.clearProfile(decision);
  // Readers of a replica no longer get either.
  expect(await countRemovals(world)).toBe(before + 1);
  const { photo, about } = await world.visitor.profiles.byUsername({ username: 'ana_mala_foto' });
  expect([photo, about]).toEqual([undefined, '']);
  expect((await world.callAs(ana).news.list({})).items).toMatchObject([
    { kind: 'profile_cleared', reason: 'Contenido ofensivo', canAppeal: false },
  ]);
  expect((await staff.admin.log({})).items[0]).toMatchObject({ action: 'clear-profile', targetId: ana.id });
  await expectRefusal(staff.users.clearProfile(decision), 'CONFLICT');
  await world.callAs(ana).profiles.setAbout({ about: 'Compra luego' });
  await world.callAs(ana).profiles.setAbout({ about: '' });
  expect(await countRemovals(world)).toBe(before + 2);
  await world.callAs(ana).profiles.setPhoto({ image: toBase64('otra') });
  await world.callAs(ana).profiles.removePhoto();
  expect(await countRemovals(world)).toBe(before + 3);
  await expectRefusal(staff.users.clearProfile({ ...decision, userId: moderator.id }), 'FORBIDDEN');
});
