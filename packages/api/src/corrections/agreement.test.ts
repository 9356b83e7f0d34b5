import { limits } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { boat, correctStories, spanOf, text, words } from '../testing/corrections/corrected-stories.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { storeTranscription } from '../transcription/result-mutations.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const luis = useUser(world, 'luis');
const { tell, propose, receive, decide, read, rewrite, letDecide, newsOf, accept } = correctStories(
  world,
  author,
);

/** Backdates accounts, so that they are no longer new. */
const settle = (viewers: readonly Viewer[], minutes = 1) =>
  world.database.prisma.$executeRaw`UPDATE users
    SET created_at = now() - make_interval(days => ${limits.newcomer.days}::int, mins => ${minutes}::int)
    WHERE id = ANY(${viewers.map(({ id }) => id)}::uuid[])`;

describe('listeners who agree', () => {
  beforeAll(() => settle([ana, beto, luis]));

  it('count only with accounts that are not new; the proposals of new ones are accepted with the others', async () => {
    const id = await tell();
    await letDecide(id);
    const eva = await world.addUser('eva_nueva');
    await settle([eva], -1);
    for (const viewer of [ana, beto]) await propose(viewer, id, 'balsa.');
    expect(await propose(eva, id, 'balsa.')).toBe('waiting');
    expect(await propose(ana, id, 'balsa.')).toBe('waiting');
    expect(await propose(luis, id, 'balsa.')).toBe('applied');
    expect((await read(id, null)).carers).toMatchObject({ others: 2 });
    expect(await newsOf(eva, id)).toMatchObject([{ kind: 'corrected' }]);
  });

  it('decide together with earlier proposals once the author allows it and one more listener agrees', async () => {
    const id = await tell();
    const muted = await world.addUser('muda_dos');
    await settle([muted]);
    await world.callAs(author).blocks.mute({ userId: muted.id });
    for (const viewer of [ana, beto, muted]) await propose(viewer, id, 'balsa.');
    await propose(luis, id, 'balsa.');
    await letDecide(id);
    const eva = await world.addUser('eva_tercera');
    for (const viewer of [muted, eva]) expect(await propose(viewer, id, 'balsa.')).toBe('waiting');
    expect((await read(id)).transcript).toBe(text);
    expect(await propose(ana, id, 'balsa.')).toBe('applied');
    expect((await read(id, null)).carers).toMatchObject({ others: 2 });
    expect(await newsOf(muted, id)).toEqual([]);
  });

  it('decide where the author allows it: the third one changes the text to what most of them wrote', async () => {
    const id = await tell();
    await letDecide(id);
    expect(await read(id)).toMatchObject({ corrections: { listenersDecide: true } });
    expect(await propose(ana, id, 'balsa.')).toBe('waiting');
    await propose(ana, id, 'balsa.');
    expect(await propose(beto, id, 'Balsa')).toBe('waiting');
    expect(await propose(luis, id, '¡¡¡BALSA!!!')).toBe('waiting');
    expect(await propose(luis, id, 'Balsa')).toBe('applied');
    expect(await read(id, null)).toMatchObject({
      transcript: text.replace('barca.', 'Balsa'),
      carers: { others: 1 },
    });
    for (const viewer of [ana, beto, luis])
      expect(await newsOf(viewer, id)).toMatchObject([{ kind: 'corrected' }]);
    expect(await newsOf(author, id)).toContainEqual(
      expect.objectContaining({ kind: 'corrected', actor: expect.objectContaining({ username: 'luis' }) }),
    );
    const { items } = await world.callAs(author).corrections.received({ id, state: 'accepted' });
    expect(items).toHaveLength(3);
    for (const item of items) expect(item).toMatchObject({ ...boat, isOutdated: false });
    expect(items.map(({ said }) => said).toSorted()).toEqual(['Balsa', 'Balsa', 'balsa.']);
  });

  it('have corrections of an accent listed with the former text', async () => {
    const id = await tell();
    await propose(ana, id, 'llevo', spanOf(3));
    await decide((await receive(id))[0]?.id ?? '', true);
    const { items } = await world.callAs(author).corrections.received({ id, state: 'accepted' });
    expect(items).toMatchObject([{ text: 'llevó', said: 'llevo', isOutdated: false }]);
    expect(await newsOf(author, id)).toMatchObject([{ kind: 'correction' }]);
  });

  it("decide nothing without the author's permission, for other words, or as users whom the author does not see", async () => {
    const id = await tell();
    for (const viewer of [ana, beto, luis]) await propose(viewer, id, 'balsa.');
    expect((await read(id)).transcript).toBe(text);

    const open = await tell();
    await letDecide(open);
    const [muted, suspended] = [await world.addUser('muda'), await world.addUser('ausente')];
    await world.callAs(author).blocks.mute({ userId: muted.id });
    await propose(suspended, open, 'balsa.');
    await world.database.prisma.user.update({
      where: { id: suspended.id },
      data: { suspendedAt: new Date() },
    });
    await propose(beto, open, 'lancha.');
    await propose(luis, open, 'balsa.', spanOf(1));
    expect(await propose(ana, open, 'balsa.')).toBe('waiting');
    const eva = await world.addUser('evita');
    expect(await propose(eva, open, 'balsa.')).toBe('waiting');
    expect(await propose(muted, open, 'balsa.')).toBe('waiting');
    expect(await propose(muted, open, 'balsa!')).toBe('waiting');
    expect((await read(open)).transcript).toBe(text);
    await settle([muted, suspended, eva]);
    expect(await propose(muted, open, 'balsa.')).toBe('waiting');
    expect((await read(open)).transcript).toBe(text);
  });

  it.each([
    ['ano', 'año'],
    ['hacia', 'hacía'],
    ['balsa', 'balsa💩'],
  ])('do not agree on %j and %j', async (one, other) => {
    const id = await tell();
    await letDecide(id);
    for (const viewer of [ana, beto]) await propose(viewer, id, one);
    expect(await propose(luis, id, other)).toBe('waiting');
    const [last] = await receive(id);
    await decide(last?.id ?? '', true);
    expect((await read(id)).carers).toEqual({ usernames: ['luis'], others: 0 });
  });

  it('put the former words back without declining the correction, unlike the author', async () => {
    const id = await tell();
    await letDecide(id);
    for (const viewer of [ana, beto, luis]) await propose(viewer, id, 'balsa.');
    const balsa = { ...boat, text: 'balsa.' };
    for (const viewer of [ana, beto, luis]) await propose(viewer, id, 'barca.', balsa);
    expect((await read(id)).transcript).toBe(text);
    for (const viewer of [ana, beto, luis]) await propose(viewer, id, 'balsa.');
    expect((await read(id)).transcript).toBe(text.replace('barca', 'balsa'));
    await propose(author, id, 'barca.', balsa);
    for (const viewer of [ana, beto, luis]) await propose(viewer, id, 'balsa.');
    expect((await read(id)).transcript).toBe(text);
    expect(await receive(id)).toEqual([]);
  });

  it('change the text once when they agree at the same moment', async () => {
    const id = await tell();
    await letDecide(id);
    const outcomes = await Promise.all([ana, beto, luis].map((viewer) => propose(viewer, id, 'balsa.')));
    expect(outcomes.toSorted()).toEqual(['applied', 'waiting', 'waiting']);
    expect((await read(id)).transcript).toBe(text.replace('barca', 'balsa'));
  });
});

describe('the authors of accepted corrections', () => {
  it('are thanked until the author rewrites the words, which are not proposed again', async () => {
    const id = await tell();
    await accept(id, ana, 'balsa.');
    await accept(id, beto, 'volvía', spanOf(7));
    const mended = (await read(id)).transcript;
    await rewrite(id, `Ay, ${mended}`);
    expect((await read(id, null)).carers).toEqual({ usernames: ['beto', 'ana'], others: 0 });
    await rewrite(id, mended.replace('balsa', 'barca'));
    expect((await read(id, null)).carers).toEqual({ usernames: ['beto'], others: 0 });
    await propose(luis, id, 'balsa.');
    expect(await receive(id)).toEqual([]);
    await accept(id, luis, 'vuelve', { ...spanOf(7), text: 'volvía' });
    expect((await read(id, null)).carers).toEqual({ usernames: ['luis'], others: 0 });
  });

  it('are no longer thanked in a new transcription, which declines nothing', async () => {
    const id = await tell();
    await accept(id, ana, 'balsa.');
    const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
    const hear = async (replacesText: boolean) => {
      const { run } = await world.database.prisma.transcript.update({
        where: { recordingId },
        data: { replacesText },
      });
      const heard = { text, words, engine: 'local', model: null, isUnsure: false } as const;
      await storeTranscription(world.services, { recordingId, run }, heard);
    };
    await hear(false);
    expect((await read(id, null)).carers).toEqual({ usernames: ['ana'], others: 0 });
    await hear(true);
    expect(await read(id, null)).toMatchObject({ transcript: text, carers: null });
    await propose(beto, id, 'balsa.');
    expect(await receive(id)).toHaveLength(1);
  });

  it('are not named once the author blocks them', async () => {
    const id = await tell();
    const rita = await world.addUser('rita');
    await accept(id, rita, 'balsa.');
    await world.callAs(author).blocks.block({ userId: rita.id });
    for (const viewer of [null, ana, author]) expect((await read(id, viewer)).carers).toBeNull();
  });

  it('are thanked, the last ones by name, except suspended, deleted and blocked users', async () => {
    const id = await tell();
    const people = await Promise.all(['uno', 'dos', 'tres', 'cuatro'].map((name) => world.addUser(name)));
    for (const [index, person] of people.entries()) {
      await propose(person, id, `voz${index}`, spanOf(index));
      await decide((await receive(id))[0]?.id ?? '', true);
    }
    expect((await read(id, null)).carers).toEqual({ usernames: ['cuatro', 'tres'], others: 2 });
    const [uno, dos, tres, cuatro] = people as [Viewer, Viewer, Viewer, Viewer];
    await world.database.prisma.user.update({ where: { id: cuatro.id }, data: { suspendedAt: new Date() } });
    await world.database.prisma.user.delete({ where: { id: dos.id } });
    await world.callAs(ana).blocks.block({ userId: tres.id });
    expect((await read(id, ana)).carers).toEqual({ usernames: ['uno'], others: 0 });
    expect((await read(id, null)).carers).toEqual({ usernames: ['tres', 'uno'], others: 0 });
    await world.callAs(uno).blocks.block({ userId: ana.id });
    const told = await read(id, ana);
    expect(told.carers).toBeNull();
    expect(told.transcript).toMatch(/^voz0 voz1 voz2 voz3 la/);
  });
});

it('shows listeners which words are doubtful, but not how much, and only outside of lists', async () => {
  const id = await tell();
  for (const viewer of [null, ana]) {
    const told = await read(id, viewer);
    expect(told.doubts).toEqual([5]);
    expect(JSON.stringify(told)).not.toContain('confidence');
  }
  expect((await read(id)).doubts).toEqual([5]);
  await propose(author, id, 'balsa.');
  expect((await read(id, ana)).doubts).toEqual([]);
  const [listed] = await world.callAs(ana).stories.byIds({ ids: [id] });
  for (const part of ['doubts', 'carers', 'corrections', 'transcriptWords'])
    expect(listed).not.toHaveProperty(part);
});
