import { randomUUID } from 'node:crypto';
import { limits, userId } from '@relato/contract';
import { recordStatements } from '@relato/db/testing/statements';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { explain } from '../testing/explain.ts';
import { readPages } from '../testing/read-pages.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

it('L272, L319: a username belongs to one user, ignoring case, also when two users choose it at once', async () => {
  const first = await world.addUser('primera');
  const second = await world.addUser('segunda');
  const results = await Promise.allSettled(
    [first, second].map((viewer, index) =>
      world.callAs(viewer).profiles.update({ username: index === 0 ? 'Marisol' : 'marisol' }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: errorCode('USERNAME_TAKEN'),
  });
});

it('L236: a user without a username must choose one before anything that needs it', async () => {
  const viewer = await world.addUser('provisional');
  await world.database.prisma.profile.update({ where: { id: viewer.id }, data: { username: null } });
  const nameless = { ...viewer, username: null };
  await expectRefusal(world.callAs(nameless).profiles.update({ username: 'otra' }), 'PROFILE_INCOMPLETE');
  await world.callAs(nameless).profiles.complete({ username: 'definitiva' });
  expect(await world.callAs(nameless).profiles.me()).toMatchObject({ username: 'definitiva' });
});

describe('SEC-54: a username that looks like another’s', () => {
  const alike = [
    ['mundo_a', 'mundo_á'],
    ['año.nuevo', 'ano.nuevo'],
    ['Clara-1', 'clara-l'],
    ['lrene', 'Irene'],
    ['Hugo0', 'hugoo'],
    ['Iván', 'ivan'],
    ['Íñigo', 'Iñigo'],
    ['SOFIA', 'sofía'],
  ] as const;

  it.each(alike)('cannot be taken: %s beside %s', async (taken, wanted) => {
    const owner = await world.addUser(taken);
    const other = await world.addUser(`otro_${randomUUID().slice(0, 8)}`);
    const { profiles } = world.callAs(other);
    expect(await profiles.usernameAvailable({ username: wanted })).toBe(false);
    await expectRefusal(profiles.update({ username: wanted }), 'USERNAME_TAKEN');
    const person = { username: wanted, email: `${randomUUID()}@example.org`, password: 'tortuga-azul-7' };
    await expectRefusal(world.visitor.account.signUp({ ...person, acceptsTerms: true }), 'USERNAME_TAKEN');
    // The owner may take it, because it looks like their own name.
    expect(await world.callAs(owner).profiles.usernameAvailable({ username: wanted })).toBe(true);
    await world.callAs(owner).profiles.update({ username: wanted });
    await expectRefusal(profiles.update({ username: taken }), 'USERNAME_TAKEN');
    await world.database.prisma.user.delete({ where: { id: owner.id } });
    for (const name of [taken, wanted])
      await expectRefusal(profiles.update({ username: name }), 'USERNAME_TAKEN');
  });

  it('cannot be taken at the same time', async () => {
    const people = [await world.addUser('primero.a'), await world.addUser('segundo.a')] as const;
    const choose = async (names: readonly [string, string]) => {
      const answers = names.map((name, n) =>
        world.callAs(people[n] ?? null).profiles.update({ username: name }),
      );
      return (await Promise.allSettled(answers)).map(({ status }) => status).toSorted();
    };
    expect(await choose(['Inés', 'ines'])).toEqual(['fulfilled', 'rejected']);
  });

  it('is allowed if only its small letters look alike, and cannot use another alphabet', async () => {
    await world.addUser('elisa54');
    const other = await world.addUser('ellsa54');
    const cyrillic = world.callAs(other).profiles.update({ username: 'еlisa54' });
    await expect(cyrillic).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it('L162-166: the profile of the viewer shows their e-mail address', async () => {
  const viewer = await world.addUser('dueña');
  expect(await world.callAs(viewer).profiles.me()).toMatchObject({
    email: 'dueña@example.org',
    displayName: 'dueña',
  });
});

describe('profiles.byUsername', () => {
  it('L318-319, D04: shows everyone the public data of a user, ignoring the case of the username, and no more', async () => {
    const { id } = await world.addUser('Ñandú.Rojo');
    const profile = await world.visitor.profiles.byUsername({ username: ' ñANDÚ.ROJO ' });
    expect(profile).toEqual({
      id,
      username: 'Ñandú.Rojo',
      about: '',
      postsCount: 0,
      followersCount: 0,
      followingCount: 0,
      podcast: true,
      viewer: { isSelf: false, isFollowing: false, isMuted: false, isTold: false },
    });
  });

  it("returns whether it is the viewer's own and whether they follow", async () => {
    const luz = await world.addUser('luz');
    const fan = await world.addUser('fan');
    await world.callAs(fan).follows.follow({ userId: luz.id });
    const viewers = await Promise.all(
      [fan, luz].map(async (viewer) => world.callAs(viewer).profiles.byUsername({ username: 'luz' })),
    );
    expect(viewers.map(({ viewer }) => viewer)).toEqual([
      { isSelf: false, isFollowing: true, isMuted: false, isTold: false },
      { isSelf: true, isFollowing: false, isMuted: false, isTold: false },
    ]);
    expect(viewers[0]?.followersCount).toBe(1);
  });

  it('finds no profile by an invalid username', async () => {
    const names = ['', '  ', 'nadie', 'ab', '%', 'a\u0000b', '../etc', '@luz', '👻👻👻', '\uD800abc'];
    for (const username of [...names, 'a'.repeat(100)]) {
      await expectRefusal(world.visitor.profiles.byUsername({ username }), 'PROFILE_NOT_FOUND');
    }
  });

  it('shows no suspended user and no unconfirmed one', async () => {
    const { id } = await world.addUser('suspendida');
    await world.database.prisma.user.update({ where: { id }, data: { suspendedAt: new Date() } });
    await signUp('sin.confirmar');
    for (const username of ['suspendida', 'sin.confirmar']) {
      await expectRefusal(world.visitor.profiles.byUsername({ username }), 'PROFILE_NOT_FOUND');
    }
  });
});

describe('profiles.byIds', () => {
  it('L318-319: returns each existing user once, without the e-mail address', async () => {
    const named = await world.addUser('con_nombre');
    const nameless = await world.addUser('sin_nombre');
    await world.database.prisma.profile.update({ where: { id: nameless.id }, data: { username: null } });
    const suspended = await world.addUser('suspendido');
    await world.database.prisma.user.update({
      where: { id: suspended.id },
      data: { suspendedAt: new Date() },
    });
    const unknown = userId.parse(randomUUID());
    const ids = [named.id, nameless.id, named.id, suspended.id, unknown];
    const found = await world.visitor.profiles.byIds({ ids });
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        { id: named.id, username: 'con_nombre' },
        { id: nameless.id, username: null },
      ]),
    );
  });

  it('accepts at most a page of ids', async () => {
    const ids = Array.from({ length: limits.page.maxSize + 1 }, () => userId.parse(randomUUID()));
    await expect(world.visitor.profiles.byIds({ ids })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await world.visitor.profiles.byIds({ ids: ids.slice(1) })).toEqual([]);
  });
});

describe('profiles.usernameAvailable', () => {
  it("L318-319: returns whether a username is taken, ignoring case; the viewer's own is not", async () => {
    const viewer = await world.addUser('mi.nombre');
    await world.addUser('Ocupado');
    const isFree = async (username: string) => world.callAs(viewer).profiles.usernameAvailable({ username });
    expect(await isFree('libre')).toBe(true);
    expect(await isFree('OCUPADO')).toBe(false);
    expect(await isFree('Mi.Nombre')).toBe(true);
  });

  it('does not reveal that an unconfirmed user wants the username', async () => {
    const viewer = await world.addUser('curiosa');
    await signUp('deseado');
    expect(await world.callAs(viewer).profiles.usernameAvailable({ username: 'deseado' })).toBe(true);
  });
});

const signUp = async (username: string) =>
  world.visitor.account.signUp({
    username,
    email: `${username}@example.org`,
    password: 'érase una vez 7',
    acceptsTerms: true,
  });

const find = async (search: string) =>
  (await world.visitor.profiles.find({ search })).items.map(({ username }) => username);

describe('the users of a search', () => {
  it('are those whose username begins with the text, in the order of their names', async () => {
    for (const name of ['mangosta', 'Mango.verde', 'mangó_uno', 'el_mango']) await world.addUser(name);
    expect(await find('mango')).toEqual(['Mango.verde', 'mangó_uno', 'mangosta']);
    expect(await find('@MANGO.')).toEqual(['Mango.verde']);
    for (const search of ['%', 'mango%', 'mango verde', '_ango', '', '  ', '@', '🥭', "'"])
      expect([search, await find(search)]).toEqual([search, []]);
  });

  it('are read in pages, each once, with public fields only', async () => {
    const people = ['fila.a', 'Fila.b', 'fílá.c', 'fila.d', 'fila.e'];
    for (const name of people) await world.addUser(name);
    const pages = await readPages((cursor) =>
      world.visitor.profiles.find({ search: 'fila', limit: 2, cursor }),
    );
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ username }) => username)).toEqual(people);
    expect(Object.keys(pages[0]?.[0] ?? {}).toSorted()).toEqual(['id', 'postsCount', 'username']);
  });

  it('are read in pages, each once, although two from before differ in an accent alone', async () => {
    const [capital, small] = [await world.addUser('par_1'), await world.addUser('par_2')];
    await world.database.prisma.$transaction(async (tx) => {
      // Without the triggers, which refuse the second name.
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.profile.update({ where: { id: capital.id }, data: { username: 'Isidro.q' } });
      await tx.profile.update({ where: { id: small.id }, data: { username: 'isidró.q' } });
    });
    const pages = await readPages((cursor) =>
      world.visitor.profiles.find({ search: 'isidro.q', limit: 1, cursor }),
    );
    expect(pages.flat().map(({ id }) => id)).toEqual([capital.id, small.id].toSorted());
  });

  it('are not suspended, and have a username', async () => {
    const gone = await world.addUser('grosella');
    await world.addUser('grosero');
    await world.database.prisma.user.update({ where: { id: gone.id }, data: { suspendedAt: new Date() } });
    expect(await find('gros')).toEqual(['grosero']);
  });

  it('are read in the order of an index', async () => {
    await world.database.prisma.$executeRaw`INSERT INTO users (id, email)
      SELECT gen_random_uuid(), 'p' || n || '@example.org' FROM generate_series(1, 3000) AS n`;
    await world.database.prisma.$executeRaw`INSERT INTO profiles (id, username)
      SELECT id, 'zz.' || row_number() OVER () FROM users WHERE email::text ~ '^p\\d+@'`;
    await world.database.prisma.$executeRaw`ANALYZE`;
    const [statement] = await recordStatements(() => find('zz'));
    const plan = await explain(world.database, { text: '', values: [], ...statement });
    // The outer part only sorts the users of one folded name by id.
    const [, inner] = plan.split(/Limit(?!.*Limit)/su);
    expect(inner).toContain('Index Scan using profiles_names');
    expect(inner).not.toMatch(/Sort|Seq Scan/u);
  });
});
