import { randomUUID } from 'node:crypto';
import { commentId, recordingId, storyId, type ErrorCode, type UserId } from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import type { ProcedurePath } from '../app-router.ts';
import type { Services } from '../rpc/context.ts';

/** The targets of a call, which all belong to one user. */
export interface Things {
  readonly story: ReturnType<typeof storyId.parse>;
  readonly recording: ReturnType<typeof recordingId.parse>;
  readonly comment: ReturnType<typeof commentId.parse>;
  /** Has the story, and is as public as it. */
  readonly collection: string;
  readonly owner: UserId;
  readonly notice: string;
}

/** Creates what belongs to a user, with a public story or a private one. */
export async function createThings(
  { prisma }: Pick<Services['database'], 'prisma'>,
  owner: UserId,
  published: boolean,
): Promise<Things> {
  const transcriptWords = [{ text: 'Llovía,', startMs: 0, endMs: 500, confidence: null }];
  const story = storyId.parse(await createStory(prisma, { userId: owner, published, transcriptWords }));
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
  const collection = randomUUID();
  const name = `Colección ${collection}`;
  // One at a time, because a user has a hundred at most.
  await prisma.collection.deleteMany({ where: { userId: owner } });
  const stories = { create: { storyId: story, position: 1 } };
  await prisma.collection.create({
    data: { id: collection, userId: owner, name, isPublic: published, stories },
  });
  return { story, recording, comment, collection, owner, notice };
}

export interface ProcedureInput {
  readonly input?: (things: Things) => object;
  /** The code that an authorized caller gets because the input is wrong. */
  readonly answer?: ErrorCode;
}

const story = ({ story: id }: Things) => ({ id });
const collection = ({ collection: id }: Things) => ({ id });
const recording = ({ recording: id }: Things) => ({ id });
const nobody = () => ({ userId: randomUUID(), reason: 'Spam' });
const address = () => ({ email: `${randomUUID()}@example.org` });
const name = () => ({ username: `u_${randomUUID().slice(0, 12)}` });

/** The input of a call of every procedure. A missing one does not typecheck. */
export const procedureInputs: Readonly<Record<ProcedurePath, ProcedureInput>> = {
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
  'blocks.list': { input: () => ({}) },
  'blocks.block': { input: () => ({ userId: randomUUID() }), answer: 'PROFILE_NOT_FOUND' },
  'blocks.mute': { input: () => ({ userId: randomUUID(), days: 7 }), answer: 'PROFILE_NOT_FOUND' },
  'blocks.undo': { input: () => ({ userId: randomUUID(), kind: 'block' }) },
  'blocks.words': {},
  'blocks.muteWord': { input: () => ({ word: 'lluvia' }) },
  'blocks.unmuteWord': { input: () => ({ word: 'lluvia' }) },
  'collections.byId': { input: collection },
  'collections.byUser': { input: ({ owner }) => ({ userId: owner }) },
  'collections.mine': { input: () => ({}) },
  'collections.create': { input: () => ({ name: randomUUID() }) },
  'collections.update': { input: ({ collection: id }) => ({ id, name: randomUUID(), isPublic: false }) },
  'collections.delete': { input: collection },
  'collections.setStory': { input: ({ collection: id, story: storyId }) => ({ id, storyId, isIn: true }) },
  'collections.move': {
    input: ({ collection: id, story: storyId }) => ({ id, storyId, before: storyId }),
  },
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
  'follows.tags': {},
  'follows.followTag': { input: () => ({ tag: 'humor' }) },
  'follows.unfollowTag': { input: () => ({ tag: 'humor' }) },
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
  'users.clearProfile': { input: nobody, answer: 'PROFILE_NOT_FOUND' },
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
  'news.live': { input: (things) => ({ stories: [things.story] }) },
  'news.read': { input: () => ({ id: randomUUID(), kind: 'comment' }) },
  'news.readAll': {},
  'news.settings': {},
  'news.setSettings': {
    input: () => ({ silenced: ['votes'], quiet: { from: 1_380, until: 480 }, digest: null, timeZone: 'UTC' }),
  },
  'news.subscribe': {
    input: () => ({
      endpoint: 'https://web.push.apple.com/a',
      p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
      auth: 'a'.repeat(22),
    }),
  },
  'news.unsubscribe': { input: () => ({ endpoint: 'https://web.push.apple.com/a' }) },
  'appeals.readNotice': { input: ({ notice: id }) => ({ id }) },
  'appeals.create': { input: ({ notice: id }) => ({ id, text: 'No es spam' }) },
  'appeals.noticeByLink': { input: () => ({ token: 'x' }), answer: 'LINK_INVALID' },
  'appeals.createByLink': { input: () => ({ token: 'x', text: 'No' }), answer: 'LINK_INVALID' },
  'account.identities': {},
  'account.unlinkIdentity': { input: () => ({ provider: 'google' }) },
  'profiles.me': {},
  'profiles.byUsername': { input: () => ({ username: 'owner' }) },
  'profiles.find': { input: () => ({ search: 'own' }) },
  'profiles.byIds': { input: ({ owner }) => ({ ids: [owner] }) },
  'profiles.usernameAvailable': { input: name },
  'profiles.complete': { input: name },
  'profiles.update': { input: name },
  'profiles.setPodcast': { input: () => ({ podcast: false }) },
  'profiles.setAbout': { input: () => ({ about: 'Cuento lo que vi.' }) },
  'profiles.setPhoto': { input: () => ({ image: 'cGhvdG8=' }) },
  'profiles.removePhoto': {},
  'reactions.ofStory': { input: story },
  'reactions.set': {
    input: ({ story: id }) => ({ id, from: 0, to: 0, startMs: 0, endMs: 500, sign: 'heart' }),
  },
  'reactions.received': { input: story },
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
  'stories.opening': { input: story },
  'stories.similar': { input: story },
  'stories.subject': { input: () => ({ tag: 'nadie' }), answer: 'SUBJECT_NOT_FOUND' },
  'stories.findSubjects': { input: () => ({ search: 'hu' }) },
  'stories.byIds': { input: ({ story: id }) => ({ ids: [id] }) },
  'stories.mine': { input: () => ({}) },
  'stories.byUser': { input: ({ owner }) => ({ userId: owner }) },
  'stories.byCollection': { input: collection },
  'stories.count': { input: ({ owner }) => ({ userId: owner }) },
  'stories.create': { input: ({ recording: id }) => ({ recordingId: id, title: 'Título' }) },
  'stories.update': { input: ({ story: id }) => ({ id, title: 'Otro' }) },
  'stories.transcribeAgain': { input: ({ story: id }) => ({ id, replaceEdits: false }) },
  'stories.updateTags': { input: ({ story: id }) => ({ id, tags: ['amor'] }) },
  'stories.publish': { input: story },
  'stories.unpublish': { input: story },
  'stories.vote': { input: ({ story: id }) => ({ id, direction: 'up' }) },
  'stories.listens': {},
  'stories.setListensKept': { input: () => ({ isKept: true }) },
  'stories.rememberListens': { input: ({ story: id }) => ({ stories: [{ id, positionMs: 1_000 }] }) },
  'stories.leftOut': { input: () => ({}) },
  'stories.leaveOut': { input: ({ story: id }) => ({ kind: 'story', id }) },
  'stories.takeBack': { input: ({ story: id }) => ({ kind: 'story', id }) },
  'stories.setAnonymousComments': { input: ({ story: id }) => ({ id, anonymousComments: false }) },
  'stories.setClips': { input: ({ story: id }) => ({ id, clips: false }) },
  'stories.delete': { input: story },
  'transcription.status': { input: ({ recording: id }) => ({ recordingId: id }) },
  'transcription.retry': { input: ({ recording: id }) => ({ recordingId: id }) },
};
