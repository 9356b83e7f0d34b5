import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';
import { makeAdministrator } from './mutations.ts';

const { world, cast, as, suspend } = useModerationWorld();

describe('users.setRole', () => {
  it('gives and takes roles, and logs it', async () => {
    const person = cast.author;
    await as(cast.administrator).users.setRole({ userId: person.id, role: 'moderator' });
    await as(cast.administrator).users.setRole({ userId: person.id, role: 'moderator' });
    expect((await as(cast.moderator).admin.log({ targetId: person.id })).items).toMatchObject([
      { action: 'set-role', reason: 'user → moderator', actor: { username: 'jefa' } },
    ]);
  });

  it('always leaves an administrator: if two demote each other concurrently, one stays', async () => {
    await expectRefusal(
      as(cast.administrator).users.setRole({ userId: cast.administrator.id, role: 'user' }),
      'LAST_ADMINISTRATOR',
    );
    const second = await world.addUser('segunda', 'administrator');
    const answers = await Promise.allSettled([
      as(cast.administrator).users.setRole({ userId: second.id, role: 'user' }),
      as(second).users.setRole({ userId: cast.administrator.id, role: 'user' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = await world.database.prisma.user.findMany({ where: { role: 'administrator' } });
    expect(left).toHaveLength(1);
    await world.database.prisma.user.update({
      where: { id: cast.administrator.id },
      data: { role: 'administrator' },
    });
  });
});

const addressOf = ({ email }: Viewer): string => email?.toUpperCase() ?? '';

const make = (email: string) => makeAdministrator(world.services, email);

describe('an administrator made on the server', () => {
  it('has the role at once, ignoring the case of the address, and the log names no actor', async () => {
    const person = cast.author;
    expect(await make(addressOf(person))).toEqual({ outcome: 'made', username: person.username });
    expect(await make(addressOf(person))).toEqual({ outcome: 'already', username: person.username });
    expect((await as(cast.administrator).admin.log({ targetId: person.id })).items).toMatchObject([
      { action: 'set-role', reason: 'user → administrator, at the server', actor: null },
    ]);
    await as(cast.administrator).users.setRole({ userId: person.id, role: 'user' });
  });

  it('is made once by concurrent commands', async () => {
    const person = cast.author;
    const answers = await Promise.all([1, 2, 3].map(() => make(addressOf(person))));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['already', 'already', 'made']);
    await as(cast.administrator).users.setRole({ userId: person.id, role: 'user' });
  });

  it('cannot be an unknown, unconfirmed or suspended account', async () => {
    expect(await make('nadie@example.org')).toEqual({ outcome: 'unknown', username: null });
    await world.visitor.account.signUp({
      username: 'por_confirmar',
      email: 'pc@example.org',
      password: 'tortuga-azul-7',
      acceptsTerms: true,
    });
    expect(await make('pc@example.org')).toEqual({ outcome: 'unconfirmed', username: null });
    const person = cast.author;
    await suspend(cast.moderator, person);
    expect(await make(addressOf(person))).toMatchObject({ outcome: 'suspended' });
    const email = { in: ['pc@example.org', addressOf(person)] };
    expect(await world.database.prisma.user.count({ where: { role: 'user', email } })).toBe(2);
  });
});
