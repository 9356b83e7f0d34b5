import { randomUUID } from 'node:crypto';
import { laterId, storyId, type ErrorCode, type StoryId, type UserId } from '@relato/contract';
import { createQuestion, createStory } from '@relato/db/testing/factories';
import { createTranscriber } from '@relato/speech';
import { beforeAll, describe, expect, it } from 'vitest';
import { listPolicies, type ProcedurePath } from '../app-router.ts';
import type { Viewer } from '../rpc/context.ts';
import { listProcedures } from '../testing/fuzz-calls.ts';
import { procedureInputs } from '../testing/procedure-inputs.ts';
import { createThings, type Things } from '../testing/things.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld({
  // No provider listens at this address, because the queued jobs are never run.
  transcriber: createTranscriber({
    provider: 'assemblyai',
    assemblyaiApiKey: 'x',
    assemblyaiBaseUrl: 'http://127.0.0.1:9',
  }),
});

/** The relation between the caller and the owner of the content. */
const relations = ['nothing', 'blocks', 'is blocked', 'mutes', 'is muted'] as const;
type Relation = (typeof relations)[number];

/** The content of the owner, and that of a third user; the two follow each other. */
interface Scene extends Things {
  readonly name: string;
  readonly third: UserId;
  /** A story with a reply of the owner, and a follow-up by the owner. */
  readonly storyOfThird: StoryId;
  /** A follow-up of the owner's story. */
  readonly grownOfThird: StoryId;
  /** A collection with the owner's story. */
  readonly collectionOfThird: string;
  /** A story with a sign and a proposal of the owner. */
  readonly storyOfCaller: StoryId;
  /** A question with an answer of the owner that is shared with the caller. */
  readonly questionOfCaller: string;
}

interface Row {
  /** The answer contains nothing of the owner, or the call is refused. */
  readonly block: 'gone' | ErrorCode;
  /** Set if the answer to a caller who mutes the owner contains nothing of them either. */
  readonly mute?: 'gone';
  /** Set for the list of the users whom the caller blocks and mutes. */
  readonly isOfBlocks?: true;
  /** The input, if it differs from that of the owner's own call. */
  readonly input?: (scene: Scene) => object;
}

const toTag = (name: string): string => `como ${name}`;

const impersonal = 'The procedure shows nothing of any other user.';
const own = 'The procedure works only on what belongs to the caller.';
const staff = 'Moderators work regardless of blocks.';
const ofNames = 'The procedure reveals only whether a name is free.';
/** Procedures that change nothing of the owner. */
const leaving = new Set<unknown>([impersonal, own, ofNames]);

const firstId = '00000000-0000-4000-8000-000000000000';

/** The effect of a block and a mute on every procedure, or why they have none. A missing one does not typecheck. */
const rows: Readonly<Record<ProcedurePath, Row | string>> = {
  'account.session': impersonal,
  'account.signUp': impersonal,
  'account.signIn': impersonal,
  'account.signOut': impersonal,
  'account.verifyEmail': impersonal,
  'account.resendVerification': impersonal,
  'account.requestPasswordReset': impersonal,
  'account.resetPassword': impersonal,
  'account.get': own,
  'account.changePassword': own,
  'account.requestEmailChange': own,
  'account.confirmEmailChange': own,
  'account.sessions': own,
  'account.endSession': own,
  'account.endOtherSessions': own,
  'account.delete': own,
  'account.deleteByLink': own,
  'account.identities': own,
  'account.unlinkIdentity': own,
  'admin.log': staff,
  'admin.stats': staff,
  'admin.overview': staff,
  'admin.register': staff,
  'admin.missingLegal': staff,
  'admin.examine': staff,
  'admin.failedJobs': staff,
  'admin.retryJob': staff,
  'admin.dropJob': staff,
  'admin.verifyCounters': staff,
  'admin.repairCounters': staff,
  'appeals.list': staff,
  'appeals.decide': staff,
  'appeals.statements': staff,
  'appeals.readNotice': own,
  'appeals.create': own,
  'appeals.noticeByLink': own,
  'appeals.createByLink': own,
  'blocks.list': { block: 'gone', isOfBlocks: true },
  'blocks.block': 'Whoever is blocked may block too.',
  'blocks.mute': 'Whoever is blocked may mute too; a mute does not weaken a block.',
  'blocks.undo': own,
  'blocks.words': own,
  'blocks.muteWord': own,
  'blocks.unmuteWord': own,
  'collections.byId': { block: 'COLLECTION_NOT_FOUND' },
  'collections.byUser': { block: 'gone' },
  'collections.mine': own,
  'collections.create': own,
  'collections.update': own,
  'collections.delete': own,
  'collections.setStory': {
    block: 'STORY_NOT_FOUND',
    input: ({ story: storyId }) => ({ id: laterId, storyId, isIn: true }),
  },
  'collections.move': own,
  'comments.list': { block: 'gone', mute: 'gone', input: ({ storyOfThird: storyId }) => ({ storyId }) },
  'comments.create': { block: 'STORY_NOT_FOUND' },
  'comments.delete': own,
  'comments.remove': staff,
  'corrections.propose': { block: 'STORY_NOT_FOUND' },
  'corrections.explain': { block: 'STORY_NOT_FOUND' },
  'corrections.removeExplanation': own,
  'corrections.removeAsModerator': staff,
  'corrections.explainedWords': {
    block: 'gone',
    mute: 'gone',
    // Lists the owner's entry among all others.
    input: ({ name }) => ({
      cursor: Buffer.from(JSON.stringify([name, firstId])).toString('base64url'),
      limit: 2,
    }),
  },
  'corrections.received': { block: 'gone', mute: 'gone', input: ({ storyOfCaller: id }) => ({ id }) },
  'corrections.decide': own,
  'follows.isFollowing': 'The block has ended the follow.',
  'follows.followers': { block: 'gone', input: ({ third: userId }) => ({ userId }) },
  'follows.following': { block: 'gone', input: ({ third: userId }) => ({ userId }) },
  'follows.stats': { block: 'PROFILE_NOT_FOUND' },
  'follows.follow': { block: 'PROFILE_UNAVAILABLE', input: ({ owner: userId }) => ({ userId }) },
  'follows.setTold': 'It does nothing without a follow, which the block has ended.',
  'follows.tags': own,
  'follows.followTag': impersonal,
  'follows.unfollowTag': impersonal,
  'follows.unfollow': 'It ends what a block ends too.',
  'news.list': { block: 'gone', mute: 'gone' },
  'news.unread': { block: 'gone', mute: 'gone' },
  'news.live': 'It tells only what to ask for anew.',
  'news.read': own,
  'news.readAll': own,
  'news.settings': own,
  'news.setSettings': own,
  'news.subscribe': own,
  'news.unsubscribe': own,
  'profiles.me': own,
  'profiles.byUsername': { block: 'PROFILE_UNAVAILABLE', input: ({ name: username }) => ({ username }) },
  'profiles.find': { block: 'gone', input: ({ name: search }) => ({ search }) },
  'profiles.byIds': { block: 'gone' },
  'profiles.usernameAvailable': ofNames,
  'profiles.complete': ofNames,
  'profiles.update': ofNames,
  'profiles.setPodcast': own,
  'profiles.setAbout': own,
  'profiles.setPhoto': own,
  'profiles.removePhoto': own,
  'questions.create': own,
  'questions.mine': 'It names none of those who answer.',
  'questions.withdraw': own,
  'questions.byLink': { block: 'QUESTION_NOT_FOUND', input: ({ question: token }) => ({ token }) },
  'reactions.ofStory': { block: 'STORY_NOT_FOUND' },
  'reactions.set': { block: 'STORY_NOT_FOUND' },
  'reactions.received': { block: 'gone', mute: 'gone', input: ({ storyOfCaller: id }) => ({ id }) },
  'recordings.begin': own,
  'recordings.status': own,
  'recordings.unsaved': own,
  'recordings.discard': own,
  'recordings.failedInspections': staff,
  'recordings.retryInspection': staff,
  'recordings.dropInspection': staff,
  'recordings.verifyStorage': staff,
  'recordings.repairStorage': staff,
  'reports.create': 'It goes to moderators, never to the author: whoever is blocked may ask for help too.',
  'reports.mine': own,
  'reports.queue': staff,
  'reports.queueStats': staff,
  'reports.next': staff,
  'reports.review': staff,
  'reports.resolve': staff,
  'reports.dismiss': staff,
  'reports.watchedLists': staff,
  'reports.saveWatchedList': staff,
  'reports.tryWatchedList': staff,
  'reports.switchWatchedList': staff,
  'reports.deleteWatchedList': staff,
  'settings.get': staff,
  'settings.set': staff,
  'settings.announce': staff,
  'settings.endAnnouncement': staff,
  'settings.public': impersonal,
  'stories.feed': { block: 'gone', mute: 'gone', input: ({ name }) => ({ tags: [toTag(name)] }) },
  'stories.byId': { block: 'STORY_NOT_FOUND' },
  'stories.byIds': { block: 'gone', mute: 'gone' },
  'stories.opening': { block: 'STORY_NOT_FOUND' },
  'stories.similar': { block: 'gone', mute: 'gone', input: ({ storyOfThird: id }) => ({ id }) },
  'stories.subject': { block: 'gone', mute: 'gone', input: ({ name }) => ({ tag: toTag(name) }) },
  'stories.findSubjects': impersonal,
  'stories.byUser': { block: 'gone' },
  'stories.byCollection': { block: 'gone', mute: 'gone', input: ({ collectionOfThird: id }) => ({ id }) },
  'stories.byQuestion': { block: 'gone', input: ({ questionOfCaller: id }) => ({ id }) },
  'stories.replies': { block: 'gone', mute: 'gone', input: ({ storyOfThird: id }) => ({ id }) },
  'stories.grown': { block: 'gone', mute: 'gone', input: ({ storyOfThird: id }) => ({ id }) },
  'stories.ancestors': { block: 'gone', input: ({ grownOfThird: id }) => ({ id }) },
  'stories.setReplies': own,
  'stories.letIn': own,
  'stories.leaveThread': own,
  'stories.count': { block: 'gone' },
  'stories.mine': own,
  'stories.create': own,
  'stories.update': own,
  'stories.transcribeAgain': own,
  'stories.updateTags': own,
  'stories.publish': own,
  'stories.share': own,
  'stories.unpublish': own,
  'stories.vote': { block: 'STORY_NOT_FOUND' },
  'stories.listens': own,
  'stories.setListensKept': own,
  'stories.rememberListens': 'It reveals nothing of the story.',
  'stories.leftOut': { block: 'gone' },
  'stories.leaveOut': 'It only takes away what a block takes away too.',
  'stories.takeBack': own,
  'stories.setAnonymousComments': own,
  'stories.setCommenters': own,
  'stories.setClips': own,
  'stories.setListenersDecide': own,
  'stories.delete': own,
  'stories.freeze': staff,
  'stories.endFreeze': staff,
  'stories.freezes': staff,
  'stories.frozen': staff,
  'stories.hide': staff,
  'stories.restore': staff,
  'stories.hidden': staff,
  'transcription.status': own,
  'transcription.retry': own,
  'transcription.failed': staff,
  'transcription.retryFailed': staff,
  'transcription.repeat': staff,
  'users.list': staff,
  'users.suspend': staff,
  'users.restore': staff,
  'users.clearProfile': staff,
  'users.setRole': staff,
};

interface Pair {
  readonly relation: Relation;
  readonly caller: Viewer;
  readonly owner: Viewer;
  readonly third: Viewer;
}
let pairs: Readonly<Record<'user' | 'administrator', readonly Pair[]>>;
beforeAll(async () => {
  pairs = { user: await addPairs('user'), administrator: await addPairs('administrator') };
});

const addPairs = (role: Viewer['role']): Promise<Pair[]> =>
  Promise.all(
    relations.map(async (relation) => {
      const caller = await world.addUser(`quien_${randomUUID().slice(0, 8)}`, role);
      const owner = await world.addUser(`otra_${randomUUID().slice(0, 8)}`);
      const third = await world.addUser(`tercera_${randomUUID().slice(0, 8)}`);
      await world.callAs(owner).follows.follow({ userId: third.id });
      await world.callAs(third).follows.follow({ userId: owner.id });
      // The follow is news for the caller, which a block and a mute hide.
      await world.callAs(owner).follows.follow({ userId: caller.id });
      const [mine, theirs] = [world.callAs(caller).blocks, world.callAs(owner).blocks];
      if (relation === 'blocks') await mine.block({ userId: owner.id });
      if (relation === 'is blocked') await theirs.block({ userId: caller.id });
      if (relation === 'mutes') await mine.mute({ userId: owner.id });
      if (relation === 'is muted') await theirs.mute({ userId: caller.id });
      return { relation, caller, owner, third };
    }),
  );

async function createScene({ owner, caller, third }: Pair): Promise<Scene> {
  const { prisma } = world.database;
  const things = await createThings(world.database, owner.id, true);
  const transcriptWords = [{ text: 'Llovía,', startMs: 0, endMs: 500, confidence: null }];
  const storyOfThird = storyId.parse(
    await createStory(prisma, { userId: third.id, transcript: 'Llovía,', transcriptWords }),
  );
  // A user has at most a hundred.
  await prisma.collection.deleteMany({ where: { userId: third.id } });
  const collectionOfThird = randomUUID();
  await prisma.collection.create({
    data: { id: collectionOfThird, userId: third.id, name: 'Trenes', isPublic: true },
  });
  await prisma.collectionStory.create({
    data: { collectionId: collectionOfThird, storyId: things.story, position: 1 },
  });
  await prisma.comment.create({
    data: { id: randomUUID(), storyId: storyOfThird, userId: owner.id, content: 'Hola', authorName: 'o' },
  });
  await prisma.leftOut.createMany({
    data: { id: randomUUID(), userId: caller.id, authorId: owner.id },
    skipDuplicates: true,
  });
  const storyOfCaller = storyId.parse(await createStory(prisma, { userId: caller.id }));
  await prisma.reaction.create({
    data: {
      id: randomUUID(),
      storyId: storyOfCaller,
      userId: owner.id,
      startMs: 0,
      endMs: 500,
      sign: 'heart',
      text: 'mar',
    },
  });
  const proposed = { startMs: 0, endMs: 500, text: 'Llovía,', said: 'Llueve,' };
  await prisma.correction.create({
    data: { id: randomUUID(), storyId: storyOfCaller, userId: owner.id, ...proposed },
  });
  const word = { headword: 'llovía', headwordKey: owner.username ?? '', regions: ['canarias'] };
  const explained = { ...word, state: 'accepted', decidedAt: new Date() } as const;
  for (const id of [things.story, storyOfThird])
    await prisma.correction.create({
      data: { id: randomUUID(), storyId: id, userId: owner.id, ...proposed, ...explained },
    });
  const questionOfCaller = await createQuestion(prisma, { userId: caller.id });
  const answer = { questionId: questionOfCaller, sharedWithId: caller.id, published: false };
  await createStory(prisma, { userId: owner.id, ...answer });
  const reply = { originKind: 'reply', isLetIn: true, published: false, publishedAt: null } as const;
  await createStory(prisma, { userId: owner.id, originId: storyOfThird, ...reply });
  await createStory(prisma, { userId: owner.id, originId: storyOfThird, originKind: 'grown' });
  const grown = { originId: things.story, originKind: 'grown' } as const;
  const grownOfThird = storyId.parse(await createStory(prisma, { userId: third.id, ...grown }));
  await prisma.profile.updateMany({
    where: { id: { in: [owner.id, third.id] } },
    data: { postsCount: { increment: 1 } },
  });
  const tags = [toTag(owner.username ?? '')];
  await prisma.story.update({ where: { id: things.story }, data: { tags } });
  await prisma.story.update({ where: { id: storyOfThird }, data: { tags, commentsCount: { increment: 1 } } });
  const name = owner.username ?? '';
  return {
    ...things,
    name,
    third: third.id,
    storyOfThird,
    grownOfThird,
    collectionOfThird,
    storyOfCaller,
    questionOfCaller,
  };
}

const mutations = new Set(listProcedures().flatMap(({ path, type }) => (type === 'mutation' ? [path] : [])));
const scenes = new Map<Pair, Scene>();

/** Returns the scene of a pair, which is reused until a call has changed it. */
async function getScene(pair: Pair): Promise<Scene> {
  const scene = scenes.get(pair) ?? (await createScene(pair));
  scenes.set(pair, scene);
  return scene;
}

/** Resolves with the code of the refusal, or with whether the answer contains anything of the owner. */
async function call(path: ProcedurePath, pair: Pair): Promise<string> {
  let procedure: unknown = world.callAs(pair.caller);
  for (const part of path.split('.')) procedure = Reflect.get(Object(procedure), part);
  if (typeof procedure !== 'function') throw new Error(`${path} is no procedure`);
  const row = rows[path];
  const scene = await getScene(pair);
  const input = (typeof row === 'string' ? undefined : row.input) ?? procedureInputs[path].input;
  try {
    const answer: unknown = await procedure(input?.(scene));
    if (mutations.has(path) && !leaving.has(row)) scenes.delete(pair);
    const isThere =
      typeof answer === 'number'
        ? answer > 0
        : [scene.owner, `"${scene.name}"`].some((sign) => JSON.stringify(answer ?? null).includes(sign));
    return isThere ? 'there' : 'gone';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the answers that make a row meaningful if the two have no relation. */
function toUsual(row: Row | string): RegExp {
  if (typeof row === 'string' || row.isOfBlocks) return /./;
  return row.block === 'gone' ? /^there$/ : /^(?:there|gone)$/;
}

function toPromise(row: Row | string, relation: Relation, otherwise: string): string {
  if (typeof row === 'string') return otherwise;
  if (row.isOfBlocks) return relation === 'blocks' || relation === 'mutes' ? 'there' : 'gone';
  if (relation === 'blocks' || relation === 'is blocked') return row.block;
  return (relation === 'mutes' && row.mute) || otherwise;
}

describe('a block and a mute', () => {
  it.each(Object.entries(listPolicies()))('%s', async (path, { caller }) => {
    const procedure = path as ProcedurePath; // a key of the table
    const row = rows[procedure];
    const isOfStaff = caller === 'moderator' || caller === 'administrator';
    const answers: Partial<Record<Relation, string>> = {};
    for (const pair of pairs[isOfStaff ? 'administrator' : 'user'])
      answers[pair.relation] = await call(procedure, pair);
    const otherwise = answers.nothing ?? '';
    // Content that must be gone was there before, and a refused call was possible.
    expect(otherwise).toMatch(toUsual(row));
    expect(answers).toEqual(
      Object.fromEntries(relations.map((relation) => [relation, toPromise(row, relation, otherwise)])),
    );
  });
});
