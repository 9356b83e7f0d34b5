import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const code = (errorCode: string) => expect.objectContaining({ message: errorCode });

it('gives a username to one person only, whatever its case, also when two want it at once', async () => {
  const first = await world.addUser('primera');
  const second = await world.addUser('segunda');
  const results = await Promise.allSettled(
    [first, second].map((viewer, index) =>
      world.callAs(viewer).profiles.update({ username: index === 0 ? 'Marisol' : 'marisol' }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: code('USERNAME_TAKEN'),
  });
});

it('lets who has no username choose one before anything that needs it', async () => {
  const viewer = await world.addUser('provisional');
  await world.database.prisma.profile.update({ where: { id: viewer.id }, data: { username: null } });
  const nameless = { ...viewer, username: null };
  await expect(world.callAs(nameless).profiles.update({ username: 'otra' })).rejects.toEqual(
    code('PROFILE_INCOMPLETE'),
  );
  await world.callAs(nameless).profiles.complete({ username: 'definitiva' });
  expect(await world.callAs(nameless).profiles.me()).toMatchObject({ username: 'definitiva' });
});

it('keeps the own username when it only changes its case', async () => {
  const viewer = await world.addUser('minúscula');
  await world.callAs(viewer).profiles.update({ username: 'Minúscula' });
  expect(await world.callAs(viewer).profiles.me()).toMatchObject({ username: 'Minúscula' });
});

it('shows the own e-mail to its owner', async () => {
  const viewer = await world.addUser('dueña');
  expect(await world.callAs(viewer).profiles.me()).toMatchObject({
    email: 'dueña@example.org',
    displayName: 'dueña',
  });
});
