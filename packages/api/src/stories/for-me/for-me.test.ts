import { randomUUID } from 'node:crypto';
import { type LeftOutKind, serverLimits, storyId, type StoryId, type StorySummary } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import { readPages } from '../../testing/read-pages.ts';
import { useTestWorld } from '../../testing/world.ts';
import { maxOfPerson } from './queries.ts';

const world = useTestWorld();
const hourMs = 3_600_000;

let [ana, marisol, luis, eva] = [] as unknown as [Viewer, Viewer, Viewer, Viewer]; // set before each test
beforeEach(async () => {
  await world.database.prisma.story.deleteMany();
  const add = (name: string) => world.addUser(`${name}_${randomUUID().slice(0, 8)}`);
  [ana, marisol, luis, eva] = [await add('ana'), await add('marisol'), await add('luis'), await add('eva')];
});

interface Told {
  readonly by?: Viewer;
  readonly tags?: string[];
  readonly hours?: number;
  readonly votes?: number;
  readonly published?: boolean;
}

/** Publishes a story that does not count as a newcomer, unless it has no votes. */
const tell = async (
  title: string,
  { by = marisol, tags = [], hours = 1, votes = 9, published = true }: Told = {},
) =>
  storyId.parse(
    await createStory(world.database.prisma, {
      userId: by.id,
      title,
      tags,
      published,
      upvotes: votes,
      score: votes,
      publishedAt: new Date(Date.now() - hours * hourMs),
    }),
  );

const mine = () => world.callAs(ana).stories;
const walk = (limit = 20, viewer: Viewer | null = ana): Promise<readonly (readonly StorySummary[])[]> =>
  readPages((cursor) => world.callAs(viewer).stories.feed({ order: 'forMe', limit, cursor }));
const titlesOf = (stories: readonly StorySummary[]) => stories.map(({ title }) => title);
const readTitles = async (): Promise<string[]> => titlesOf((await walk()).flat());
const readReasons = async () =>
  Object.fromEntries((await walk()).flat().map(({ title, reason }) => [title, reason]));
const follow = ({ id: userId }: Viewer) => world.callAs(ana).follows.follow({ userId });
const followTag = (tag: string) => world.callAs(ana).follows.followTag({ tag });
const upvote = (id: StoryId) => mine().vote({ id, direction: 'up' });
async function hear(id: StoryId, positionMs = 10_000) {
  await mine().setListensKept({ isKept: true });
  await mine().rememberListens({ stories: [{ id, positionMs }] });
}

const at = (hours: number, more: Told = {}): Told => ({ tags: ['mar'], hours, ...more });
const leaveOut = (kind: LeftOutKind, id: string) => mine().leaveOut({ kind, id });
const readLeftOut = async () => (await mine().leftOut({})).items.map(({ name }) => name);

describe("'Para ti'", () => {
  it('offers stories of followed or liked users and subjects, each with its reason', async () => {
    await tell('De otra cosa', { by: luis, tags: ['humor'] });
    const [liked, heard] = [
      await tell('El faro', { tags: ['mar'] }),
      await tell('La mina', { tags: ['túnel'] }),
    ];
    expect(await readTitles()).toEqual([]);
    await follow(eva);
    await followTag('Miedo');
    await upvote(liked);
    await hear(heard);
    await tell('De Eva', { by: eva, tags: ['miedo'] });
    await tell('De miedo', { tags: ['MIEDO', 'mar'], by: luis, hours: 2 });
    await tell('Del mar', { tags: ['Mar'], by: luis, hours: 3 });
    await tell('Del tunel', { tags: ['tunel'], hours: 4 });
    expect(await readReasons()).toEqual({
      'De Eva': { kind: 'author' },
      'De miedo': { kind: 'subject', name: 'Miedo' },
      'Del mar': { kind: 'voted', title: 'El faro' },
      'Del tunel': { kind: 'heard', title: 'La mina' },
    });
  });

  it("derives no subjects from votes against a story, from unfinished stories, or from the user's own", async () => {
    await mine().vote({ id: await tell('Mala', { tags: ['mar'] }), direction: 'down' });
    await hear(await tell('Larga', { tags: ['mar'] }), 5_000);
    const own = await tell('Mía', { by: ana, tags: ['mar'] });
    await upvote(own);
    await hear(own);
    await tell('Del mar', { by: luis, tags: ['mar'] });
    expect(await readTitles()).toEqual([]);
  });

  it('names no story as a reason that is no longer public, or whose author has a block with the user', async () => {
    const [gone, blocked] = [
      await tell('Secreta', { tags: ['mar'] }),
      await tell('Bloqueada', { by: eva, tags: ['mina'] }),
    ];
    await upvote(gone);
    await upvote(blocked);
    await tell('Del mar', { by: luis, tags: ['mar'] });
    await tell('De la mina', { by: luis, tags: ['mina'] });
    expect(await readTitles()).toHaveLength(2);
    await world.database.prisma.story.update({ where: { id: gone }, data: { published: false } });
    await world.callAs(eva).blocks.block({ userId: ana.id });
    expect(await readTitles()).toEqual([]);
  });

  it("omits stories that are voted for, heard to the end, the user's own, private, hidden, blocked or muted", async () => {
    await followTag('mar');
    for (const person of [marisol, luis, eva]) await follow(person);
    await tell('Por oír', at(1));
    const begun = await tell('Empezada', at(2));
    const [voted, against, heard] = [await tell('1', at(3)), await tell('2', at(4)), await tell('3', at(5))];
    await tell('4', at(6, { by: ana }));
    await tell('5', at(7, { published: false }));
    const hidden = await tell('6', at(8));
    await tell('De Luis', at(9, { by: luis }));
    await tell('De Eva', at(10, { by: eva }));
    await hear(begun, 5_000);
    await hear(heard);
    await upvote(voted);
    await mine().vote({ id: against, direction: 'down' });
    await world.database.prisma.story.update({ where: { id: hidden }, data: { hiddenAt: new Date() } });
    expect(await readTitles()).toEqual(['Por oír', 'Empezada', 'De Luis', 'De Eva']);
    await world.callAs(luis).blocks.block({ userId: ana.id });
    await world.callAs(ana).blocks.mute({ userId: eva.id });
    expect(await readTitles()).toEqual(['Por oír', 'Empezada']);
  });

  it('offers at most two stories of an author on a page, and all of them in the end', async () => {
    await follow(marisol);
    await follow(luis);
    for (let hours = 1; hours <= 5; hours += 1) await tell(`Marisol ${hours}`, { hours });
    await tell('Luis 1', { by: luis, hours: 9 });
    expect((await walk()).map(titlesOf)).toEqual([
      ['Marisol 1', 'Marisol 2', 'Luis 1'],
      ['Marisol 3', 'Marisol 4'],
      ['Marisol 5'],
    ]);
  });

  it('adds a newcomer with few votes to every four stories, one of each author', async () => {
    const fans = await Promise.all(
      Array.from({ length: 12 }, () => world.addUser(`de_${randomUUID().slice(0, 8)}`)),
    );
    await tell('Novata', { by: eva, votes: 3 });
    expect(await readTitles()).toEqual([]);
    for (const [index, by] of fans.entries()) {
      await follow(by);
      await tell(`Seguida ${index}`, { by, hours: index + 1, votes: 0 });
    }
    await tell('Novata anterior', { by: eva, votes: 0, hours: 2 });
    await tell('Conocida', { by: luis, votes: 4 });
    await tell('Vieja', { by: luis, votes: 0, hours: 24 * serverLimits.forMe.newcomer.maxDays });
    await tell('Otra novata', { by: marisol, votes: 0, hours: 5 });
    const { newcomer } = serverLimits.forMe;
    const stories = (await walk(10)).flat();
    const news = stories.flatMap(({ reason }, index) => (reason?.kind === 'new' ? [index] : []));
    expect(news).toEqual([newcomer.every - 1, 2 * newcomer.every - 1]);
    expect(news.map((index) => stories[index]?.title)).toEqual(['Novata', 'Otra novata']);
    expect(titlesOf(await walk(5).then((pages) => pages.flat()))).toEqual(titlesOf(stories));
  });

  it('shows each story once, while stories, votes and follows change between the pages', async () => {
    const people = [marisol, luis, eva, await world.addUser(`sol_${randomUUID().slice(0, 8)}`)];
    for (const person of people.slice(0, 3)) await follow(person);
    const ids = new Set<string>();
    for (let turn = 0; turn < 24; turn += 1)
      ids.add(await tell('Suya', { by: people[turn % 3] ?? marisol, hours: 1 + ((turn * 7) % 24) }));
    // The user follows the subject and its author only between the pages.
    await tell('De otra persona', { by: people[3] ?? marisol, hours: 40, tags: ['mar'] });
    // Each has more stories than are candidates.
    const least = 3 * maxOfPerson;
    const seen: StorySummary[] = [];
    let cursor: string | null = null;
    for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
      const page = await mine().feed({ order: 'forMe', limit: 4, cursor });
      expect(new Set(page.items.map(({ author }) => author?.id)).size).toBeGreaterThanOrEqual(
        page.items.length / 2,
      );
      seen.push(...page.items);
      cursor = page.nextCursor;
      for (const { id } of page.items) await (turn % 2 === 0 ? upvote(id) : hear(id));
      for (const by of people) await tell('Nueva', { by, hours: 0, tags: ['mar'] });
      for (const person of people) await follow(person);
      await followTag('mar');
    }
    expect(seen.map(({ id }) => id)).toHaveLength(least);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(least);
    expect(seen.every(({ id }) => ids.has(id))).toBe(true);
  });

  it('is empty for visitors, is not searched, and refuses the cursor of another list', async () => {
    await follow(marisol);
    await tell('El faro', { tags: ['mar'], votes: 20 });
    await tell('La mina', { by: luis, tags: ['mar'], hours: 2 });
    await tell('El tren');
    expect(await walk(20, null)).toEqual([[]]);
    const found = await mine().feed({ order: 'forMe', tags: ['mar'] });
    expect(titlesOf(found.items)).toEqual(['El faro', 'La mina']);
    expect(found.items.map(({ reason }) => reason)).toEqual([undefined, undefined]);
    const featured = await mine().feed({ limit: 1 });
    const chosen = await mine().feed({ order: 'forMe', limit: 1 });
    await expectRefusal(mine().feed({ order: 'forMe', cursor: featured.nextCursor }), 'CURSOR_INVALID');
    await expectRefusal(mine().feed({ cursor: chosen.nextCursor }), 'CURSOR_INVALID');
  });
});

describe("what 'Para ti' leaves out", () => {
  it('can be a story, an author or a subject, until it is undone', async () => {
    await follow(marisol);
    await follow(luis);
    const faro = await tell('El faro', { tags: ['Mar'] });
    await tell('El tren', { hours: 2 });
    await tell('La mina', { by: luis, hours: 3 });
    await followTag('mar');
    const wishes = [
      ['story', faro, 'El faro', ['El tren', 'La mina']],
      ['author', marisol.id, marisol.username, ['La mina']],
      ['subject', 'MAR', 'MAR', ['El tren', 'La mina']],
    ] as const;
    for (const [kind, id, name, rest] of wishes) {
      await leaveOut(kind, id);
      await leaveOut(kind, id);
      expect([kind, await readTitles()]).toEqual([kind, rest]);
      const { items } = await mine().leftOut({});
      expect(items).toEqual([{ kind, id: kind === 'subject' ? 'mar' : id, name }]);
      await mine().takeBack({ kind, id: items[0]?.id ?? '' });
      expect(await readTitles()).toEqual(['El faro', 'El tren', 'La mina']);
    }
    expect((await mine().leftOut({})).items).toEqual([]);
  });

  it('is missing on the next page too', async () => {
    await follow(marisol);
    await follow(luis);
    for (let hours = 1; hours <= 4; hours += 1)
      await tell(`${hours}`, { hours, tags: hours === 4 ? ['mar'] : [] });
    await tell('De Luis', { by: luis, hours: 5 });
    const { nextCursor } = await mine().feed({ order: 'forMe' });
    await leaveOut('subject', 'mar');
    expect(titlesOf((await mine().feed({ order: 'forMe', cursor: nextCursor })).items)).toEqual(['3']);
  });

  it('is limited to the last of each kind, and lists no stories that the user cannot see', async () => {
    const { maxLeftOut } = serverLimits.forMe;
    Reflect.set(serverLimits.forMe, 'maxLeftOut', 2);
    onTestFinished(() => void Reflect.set(serverLimits.forMe, 'maxLeftOut', maxLeftOut));
    await leaveOut('subject', 'mar');
    for (const title of ['1', '2', '3']) await leaveOut('story', await tell(title));
    await leaveOut('story', await tell('Privada', { published: false }));
    await leaveOut('author', randomUUID());
    expect(await readLeftOut()).toEqual(['3', '2', 'mar']);
    await expect(leaveOut('story', 'mar')).rejects.toThrow('Invalid input');
    await world.callAs(marisol).blocks.block({ userId: ana.id });
    expect(await readLeftOut()).toEqual(['mar']);
    expect((await world.callAs(luis).stories.leftOut({})).items).toEqual([]);
  });

  it("is deleted with the account of its author, and with the user's own", async () => {
    const { leftOut, user } = world.database.prisma;
    await leaveOut('author', marisol.id);
    await leaveOut('subject', 'mar');
    await user.delete({ where: { id: marisol.id } });
    expect(await readLeftOut()).toEqual(['mar']);
    await user.delete({ where: { id: ana.id } });
    expect(await leftOut.count({ where: { userId: ana.id } })).toBe(0);
  });
});
