import { storyId, userId, type StoryId } from '@relato/contract';
import { createQuestion, createStory } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcedurePath } from '../../app-router.ts';
import type { Viewer } from '../../rpc/context.ts';
import { listProcedures } from '../../testing/fuzz-calls.ts';
import { namesThings, procedureInputs } from '../../testing/procedure-inputs.ts';
import { callOn } from '../../testing/call-on.ts';
import { createThings, type Things } from '../../testing/things.ts';
import { useTestWorld } from '../../testing/world.ts';
import { createStoryAudioFinder } from '../audio-queries.ts';

const world = useTestWorld();

const actors = ['visitor', 'asker', 'other', 'moderator', 'administrator'] as const;
let people: Readonly<Record<(typeof actors)[number], Viewer | null>>;
let shared: Things;
let kept: Things;

beforeAll(async () => {
  const { database } = world;
  const asker = await world.addUser('quien_pide');
  const author = await world.addUser('autora');
  people = {
    visitor: null,
    asker,
    other: await world.addUser('otra'),
    moderator: await world.addUser('mod', 'moderator'),
    administrator: await world.addUser('admin', 'administrator'),
  };
  const owner = userId.parse(author.id);
  [kept, shared] = [await createThings(database, owner, false), await createThings(database, owner, false)];
  const questionId = await createQuestion(database.prisma, { userId: asker.id });
  await database.prisma.story.update({ where: { id: shared.story }, data: { questionId } });
  await world.callAs(author).stories.share({ id: shared.story });
  shared = { ...shared, question: questionId };
});

/** The procedures through which the asker sees a story that is shared with them. To all others it is private. */
const ways: ReadonlySet<ProcedurePath> = new Set([
  'stories.byId',
  'stories.byQuestion',
  'news.list',
  'news.unread',
]);

// All procedures whose input may name a story, or that read. Reports are excluded, because the asker's report shows the
// story to moderators.
const procedures = listProcedures().filter(({ path }) => path !== 'reports.create');

/** Returns the answer about the private story, which is the same if the call names no story and finds none. */
const toPromise = async (path: ProcedurePath, viewer: Viewer | null, answer: string): Promise<string> =>
  namesThings(path) || answer === 'there' ? callOn(world, path, viewer, kept) : answer;

describe('a story that is shared with one user', () => {
  it.each(procedures)('is to all but them as a private one: $path', async ({ path, type }) => {
    const input = JSON.stringify(procedureInputs[path].input?.(shared) ?? null);
    if (type !== 'query' && !input.includes(shared.story)) return;
    for (const actor of actors) {
      const answer = await callOn(world, path, people[actor], shared);
      const isWay = actor === 'asker' && ways.has(path);
      const promise = isWay ? 'there' : await toPromise(path, people[actor], answer);
      expect({ path, actor, answer }).toEqual({ path, actor, answer: promise });
    }
  });

  it("is audible to them, is never cached, and does not count as a moderator's access", async () => {
    const find = createStoryAudioFinder(world.services);
    const hear = (viewer: Viewer | null, id: StoryId) =>
      find(viewer, id).then(
        ({ isPublic }) => (isPublic ? 'public' : 'restricted'),
        (error: Error) => error.message,
      );
    expect(await hear(people.asker, shared.story)).toBe('restricted');
    for (const actor of actors.filter((each) => each !== 'asker'))
      expect(await hear(people[actor], shared.story)).toBe('STORY_NOT_FOUND');
    expect(await hear(people.asker, kept.story)).toBe('STORY_NOT_FOUND');
    expect(await world.database.prisma.moderationLog.count({ where: { targetId: shared.story } })).toBe(0);
  });
});

async function newcomer(username: string) {
  const { prisma } = world.database;
  const viewer = await world.addUser(username);
  await prisma.user.update({ where: { id: viewer.id }, data: { voicesAgreedAt: null } });
  const tell = async (fields = {}) =>
    storyId.parse(await createStory(prisma, { userId: viewer.id, ...fields }));
  const agreedAt = async () =>
    (await prisma.user.findUniqueOrThrow({ where: { id: viewer.id } })).voicesAgreedAt;
  return { viewer, tell, agreedAt, stories: world.callAs(viewer).stories };
}

describe('the first publication of a user', () => {
  it('needs their confirmation that the recorded people agree, which counts from then on', async () => {
    const { tell, agreedAt, stories } = await newcomer('primeriza');
    const [id, next] = [
      await tell({ published: false, publishedAt: null }),
      await tell({ published: false, publishedAt: null }),
    ];
    await expectRefusal(stories.publish({ id }), 'VOICES_NOT_AGREED');
    expect(await stories.byId({ id })).toMatchObject({ published: false });
    expect(await agreedAt()).toBeNull();
    await stories.publish({ id, voicesAgreed: true });
    const at = await agreedAt();
    expect(at).toBeInstanceOf(Date);
    await stories.publish({ id: next });
    await stories.unpublish({ id });
    await stories.publish({ id, voicesAgreed: true });
    expect(await agreedAt()).toEqual(at);
  });

  it('needs the confirmation as well if it is an answer to a question', async () => {
    const { agreedAt, stories, viewer } = await newcomer('contestona');
    const token = await createQuestion(world.database.prisma, {
      userId: (await world.addUser('curiosa')).id,
    });
    const input = { recordingId: await world.record(viewer), title: 'En el baile' };
    const answers = { token, visibility: 'published' } as const;
    await expectRefusal(stories.create({ ...input, answers }), 'VOICES_NOT_AGREED');
    expect((await stories.mine({})).items).toEqual([]);
    await stories.create({ ...input, answers: { ...answers, voicesAgreed: true } });
    expect(await agreedAt()).toBeInstanceOf(Date);
    expect((await stories.mine({})).items).toMatchObject([{ published: true }]);
  });

  it('needs no confirmation if they published before it was introduced', async () => {
    const { tell, stories } = await newcomer('veterana');
    await tell({ published: false, publishedAt: new Date('2026-01-01') });
    const id = await tell({ published: false, publishedAt: null });
    await stories.publish({ id });
    expect(await stories.byId({ id })).toMatchObject({ published: true });
  });
});
