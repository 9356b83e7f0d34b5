import { randomUUID } from 'node:crypto';
import { commentId, recordingId, storyId, userId, type ErrorCode } from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { createTranscriber } from '@relato/speech';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listPolicies, type ProcedurePath } from '../app-router.ts';
import type { Viewer } from './context.ts';
import type { Policy } from './enforce-policy.ts';
import { listProcedures } from '../testing/fuzz-calls.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld({
  // Nothing listens at this address: the queued jobs are never worked off.
  transcriber: createTranscriber({
    provider: 'assemblyai',
    assemblyaiApiKey: 'x',
    assemblyaiBaseUrl: 'http://127.0.0.1:9',
  }),
});
let people: Readonly<Record<Actor, Viewer | null>>;
beforeAll(async () => {
  people = await createPeople();
});

const actors = ['visitor', 'nameless', 'owner', 'other', 'moderator', 'administrator'] as const;
type Actor = (typeof actors)[number];

async function createPeople(): Promise<Readonly<Record<Actor, Viewer | null>>> {
  const nameless = await world.addUser('nameless');
  return {
    visitor: null,
    nameless: { ...nameless, username: null },
    owner: await world.addUser('owner'),
    other: await world.addUser('other'),
    moderator: await world.addUser('moderator', 'moderator'),
    administrator: await world.addUser('administrator', 'administrator'),
  };
}

/** The targets of a call, which all belong to `owner`. */
interface Things {
  readonly story: ReturnType<typeof storyId.parse>;
  readonly recording: ReturnType<typeof recordingId.parse>;
  readonly comment: ReturnType<typeof commentId.parse>;
  readonly owner: ReturnType<typeof userId.parse>;
  readonly notice: string;
}

async function createThings(published: boolean): Promise<Things> {
  const { prisma } = world.database;
  const owner = userId.parse(people.owner?.id);
  const story = storyId.parse(await createStory(prisma, { userId: owner, published }));
  if (published) {
    await prisma.profile.update({ where: { id: owner }, data: { postsCount: { increment: 1 } } });
  }
  const comment = commentId.parse(randomUUID());
  await prisma.comment.create({
    data: { id: comment, storyId: story, userId: owner, content: 'Hola', authorName: 'owner' },
  });
  await prisma.story.update({ where: { id: story }, data: { commentsCount: 1 } });
  const recording = recordingId.parse(await createRecording(prisma, { userId: owner }));
  const notice = randomUUID();
  const about = { targetId: story, storyId: story, subject: 'Título', reason: 'Spam' };
  await prisma.notice.create({ data: { id: notice, userId: owner, kind: 'story_hidden', ...about } });
  return { story, recording, comment, owner, notice };
}

interface Row {
  readonly input?: (things: Things) => object;
  /** The code that an authorized caller gets because the input is wrong. */
  readonly answer?: ErrorCode;
}

const story = ({ story: id }: Things) => ({ id });
const recording = ({ recording: id }: Things) => ({ id });
const nobody = () => ({ userId: randomUUID(), reason: 'Spam' });
const address = () => ({ email: `${randomUUID()}@example.org` });
const name = () => ({ username: `u_${randomUUID().slice(0, 12)}` });

/** The input of a call of every procedure. A missing one does not typecheck. */
const rows: Readonly<Record<ProcedurePath, Row>> = {
  'account.session': {},
  'account.signUp': { input: () => ({ ...address(), ...name(), password: 'tortuga-azul-7' }) },
  'account.signIn': { input: () => ({ ...address(), password: 'x' }), answer: 'INVALID_CREDENTIALS' },
  'account.signOut': {},
  'account.verifyEmail': { input: () => ({ token: 'x' }), answer: 'LINK_INVALID' },
  'account.resendVerification': { input: address },
  'account.requestPasswordReset': { input: address },
  'account.resetPassword': {
    input: () => ({ token: 'x', password: 'tortuga-azul-7' }),
    answer: 'LINK_INVALID',
  },
  'account.get': {},
  // No session here is fresh.
  'account.changePassword': { input: () => ({ password: 'tortuga-azul-7' }), answer: 'SESSION_NOT_FRESH' },
  'account.requestEmailChange': { input: address, answer: 'SESSION_NOT_FRESH' },
  'account.confirmEmailChange': { input: () => ({ token: 'x' }), answer: 'LINK_INVALID' },
  'account.sessions': {},
  'account.endSession': { input: () => ({ id: 'x' }) },
  'account.endOtherSessions': {},
  'account.delete': { input: () => ({ confirmation: 'ELIMINAR' }), answer: 'SESSION_NOT_FRESH' },
  'account.deleteByLink': { input: () => ({ token: 'x', confirmation: 'ELIMINAR' }), answer: 'LINK_INVALID' },
  'comments.list': { input: (things) => ({ storyId: things.story }) },
  'comments.create': {
    input: (things) => ({ id: randomUUID(), storyId: things.story, content: 'Otra vez' }),
  },
  'comments.delete': { input: ({ comment: id }) => ({ id }) },
  'follows.isFollowing': { input: ({ owner }) => ({ userId: owner }) },
  'follows.followers': { input: ({ owner }) => ({ userId: owner }) },
  'follows.following': { input: ({ owner }) => ({ userId: owner }) },
  'follows.stats': { input: ({ owner }) => ({ userId: owner }) },
  'follows.follow': { input: () => ({ userId: randomUUID() }), answer: 'PROFILE_NOT_FOUND' },
  'follows.unfollow': { input: ({ owner }) => ({ userId: owner }) },
  'follows.setTold': { input: ({ owner }) => ({ userId: owner, told: true }) },
  'reports.queue': { input: () => ({}) },
  'reports.next': {},
  'reports.review': { input: (things) => ({ storyId: things.story }), answer: 'NOT_FOUND' },
  'reports.resolve': {
    input: (things) => ({ storyId: things.story, story: 'keep', note: 'Nada' }),
    answer: 'NOT_FOUND',
  },
  'reports.dismiss': { input: (things) => ({ storyId: things.story, note: 'Nada' }), answer: 'NOT_FOUND' },
  'stories.hidden': { input: () => ({}) },
  'stories.hide': { input: ({ story: id }) => ({ id, reason: 'Spam' }) },
  'stories.restore': { input: ({ story: id }) => ({ id, reason: 'Error' }), answer: 'CONFLICT' },
  'comments.remove': { input: ({ comment: id }) => ({ id, reason: 'Insulto' }) },
  'users.list': { input: () => ({}) },
  'users.suspend': { input: nobody, answer: 'PROFILE_NOT_FOUND' },
  'users.restore': { input: nobody, answer: 'PROFILE_NOT_FOUND' },
  'users.setRole': { input: () => ({ ...nobody(), role: 'user' }), answer: 'PROFILE_NOT_FOUND' },
  'admin.log': { input: () => ({}) },
  'appeals.list': { input: () => ({}) },
  'appeals.decide': {
    input: () => ({ id: randomUUID(), decision: 'grant', note: 'Sí' }),
    answer: 'NOT_FOUND',
  },
  'admin.stats': {},
  'recordings.failedInspections': { input: () => ({}) },
  'recordings.retryInspection': {
    input: () => ({ recordingId: randomUUID() }),
    answer: 'RECORDING_NOT_FOUND',
  },
  'recordings.dropInspection': {
    input: () => ({ recordingId: randomUUID() }),
    answer: 'RECORDING_NOT_FOUND',
  },
  'recordings.verifyStorage': { input: () => ({ hashes: false }) },
  'recordings.repairStorage': { input: () => ({ hashes: false }) },
  'transcription.failed': { input: () => ({}) },
  'transcription.retryFailed': {
    input: () => ({ recordingId: randomUUID() }),
    answer: 'RECORDING_NOT_FOUND',
  },
  'transcription.repeat': { input: () => ({}) },
  'admin.failedJobs': { input: () => ({}) },
  'admin.retryJob': { input: () => ({ id: randomUUID() }), answer: 'NOT_FOUND' },
  'admin.dropJob': { input: () => ({ id: randomUUID() }), answer: 'NOT_FOUND' },
  'admin.verifyCounters': {},
  'admin.repairCounters': {},
  'news.list': { input: () => ({}) },
  'news.unread': {},
  'news.read': { input: () => ({ id: randomUUID(), kind: 'comment' }) },
  'news.readAll': {},
  'appeals.readNotice': { input: ({ notice: id }) => ({ id }) },
  'appeals.create': { input: ({ notice: id }) => ({ id, text: 'No es spam' }) },
  'appeals.noticeByLink': { input: () => ({ token: 'x' }), answer: 'LINK_INVALID' },
  'appeals.createByLink': { input: () => ({ token: 'x', text: 'No' }), answer: 'LINK_INVALID' },
  'account.identities': {},
  'account.unlinkIdentity': { input: () => ({ provider: 'google' }) },
  'profiles.me': {},
  'profiles.byUsername': { input: () => ({ username: 'owner' }) },
  'profiles.search': { input: () => ({ search: 'own' }) },
  'profiles.byIds': { input: ({ owner }) => ({ ids: [owner] }) },
  'profiles.usernameAvailable': { input: name },
  'profiles.complete': { input: name },
  'profiles.update': { input: name },
  'profiles.setPodcast': { input: () => ({ podcast: false }) },
  'profiles.setAbout': { input: () => ({ about: 'Cuento lo que vi.' }) },
  'profiles.setPhoto': { input: () => ({ image: 'cGhvdG8=' }) },
  'profiles.removePhoto': {},
  'recordings.begin': { input: () => ({ id: randomUUID(), claimedType: 'audio/webm' }) },
  'recordings.status': { input: recording },
  'recordings.unsaved': { input: () => ({}) },
  'recordings.discard': { input: recording },
  'reports.create': { input: (things) => ({ storyId: things.story, reason: 'spam' }) },
  'reports.mine': { input: () => ({}) },
  'settings.get': {},
  'settings.set': { input: () => ({ flags: {} }) },
  'settings.public': {},
  'stories.feed': { input: () => ({}) },
  'stories.byId': { input: story },
  'stories.byIds': { input: ({ story: id }) => ({ ids: [id] }) },
  'stories.mine': { input: () => ({}) },
  'stories.byUser': { input: ({ owner }) => ({ userId: owner }) },
  'stories.count': { input: ({ owner }) => ({ userId: owner }) },
  'stories.create': { input: ({ recording: id }) => ({ recordingId: id, title: 'Título' }) },
  'stories.update': { input: ({ story: id }) => ({ id, title: 'Otro' }) },
  'stories.transcribeAgain': { input: ({ story: id }) => ({ id, replaceEdits: false }) },
  'stories.updateTags': { input: ({ story: id }) => ({ id, tags: ['amor'] }) },
  'stories.publish': { input: story },
  'stories.unpublish': { input: story },
  'stories.vote': { input: ({ story: id }) => ({ id, direction: 'up' }) },
  'stories.setAnonymousComments': { input: ({ story: id }) => ({ id, anonymousComments: false }) },
  'stories.delete': { input: story },
  'transcription.status': { input: ({ recording: id }) => ({ recordingId: id }) },
  'transcription.retry': { input: ({ recording: id }) => ({ recordingId: id }) },
};

/** Returns the answer that the policy demands for a target of `owner` that is public or not. */
function toPromise(policy: Policy, actor: Actor, isPublic: boolean): RegExp {
  const level = levels[actor];
  if (policy.caller !== 'anyone' && level === 0) return /^UNAUTHENTICATED$/;
  if (policy.caller !== 'anyone' && policy.caller !== 'signedIn' && level === 1)
    return /^PROFILE_INCOMPLETE$/;
  if (policy.memberNeedsName && level === 1) return /^PROFILE_INCOMPLETE$/;
  if (level < callerLevels[policy.caller]) return /^FORBIDDEN$/;
  if (policy.target === undefined || policy.target === 'ownIfAny') return /^answered$/;
  if (actor === 'owner' && policy.target !== 'others') return /^answered$/;
  if (!isPublic && actor !== 'owner') return /NOT_FOUND$/;
  if (policy.target === 'visible' || (policy.target === 'others' && actor !== 'owner')) return /^answered$/;
  return /^FORBIDDEN$/;
}

const callerLevels = { anyone: 0, signedIn: 1, named: 2, moderator: 3, administrator: 4 } as const;
const levels: Readonly<Record<Actor, number>> = {
  visitor: 0,
  nameless: 1,
  owner: 2,
  other: 2,
  moderator: 3,
  administrator: 4,
};

async function call(path: ProcedurePath, actor: Actor, things: Things, more = {}): Promise<string> {
  let procedure: unknown = world.callAs(people[actor]);
  for (const part of path.split('.')) procedure = Reflect.get(Object(procedure), part);
  if (typeof procedure !== 'function') throw new Error(`${path} is no procedure`);
  const { input, answer } = rows[path];
  try {
    const given = input?.(things);
    await procedure(given && { ...given, ...more });
    return answer === undefined ? 'answered' : 'answered, though it should not';
  } catch (error) {
    const code = error instanceof Error ? error.message : String(error);
    return code === answer ? 'answered' : code;
  }
}

const procedures = listProcedures();
const mutations = new Set(procedures.flatMap(({ path, type }) => (type === 'mutation' ? [path] : [])));

describe('SEC-03: the policy of a procedure', () => {
  it.each(Object.entries(listPolicies()))('L10, L266, L283-284, L286, D01: %s', async (path, policy) => {
    const procedure = path as ProcedurePath; // a key of the table
    const isNeverPublic = /^(appeals|recordings|transcription)\.|^stories\.create$/.test(path);
    for (const isPublic of policy.target === undefined ? [true] : [true, false]) {
      let things = await createThings(isPublic);
      for (const actor of actors) {
        const answer = await call(procedure, actor, things);
        const promise = toPromise(policy, actor, isPublic && !isNeverPublic);
        expect({ actor, isPublic, answer }).toEqual({
          actor,
          isPublic,
          answer: expect.stringMatching(promise),
        });
        if (answer === 'answered' && mutations.has(procedure)) things = await createThings(isPublic);
      }
    }
  });
});

const paged = procedures.flatMap(({ path, inputs }) =>
  inputs.some((input) => input instanceof z.ZodObject && 'cursor' in input.shape) ? [path] : [],
);

it.each(paged)('%s refuses a cursor that the server did not make', async (path) => {
  const things = await createThings(true);
  for (const position of ['abc', '[1]', `[-1,"${things.story}"]`, '[1e99,"x"]']) {
    const cursor = Buffer.from(position).toString('base64url');
    expect(await call(path, 'administrator', things, { cursor })).toBe('CURSOR_INVALID');
  }
});
