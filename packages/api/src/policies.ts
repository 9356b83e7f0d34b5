import type { RateLimitName } from '@relato/contract';

/** Who may call, each including those after it: a visitor, who signed in, who has a username as well, and so on. */
export const callers = ['anyone', 'signedIn', 'named', 'moderator', 'administrator'] as const;
export type Caller = (typeof callers)[number];

export interface Policy {
  readonly caller: Caller;
  /**
   * Whose thing it must be. `own`: the caller's; another's that they may see is FORBIDDEN, one that they may not see is
   * not found. `visible`: one that the caller may see. `others`: such a one, but not their own. `related`: their own, or
   * one on a story of theirs. `ownIfAny`: the caller's; whatever else is left alone without a word.
   */
  readonly target?: 'own' | 'visible' | 'others' | 'related' | 'ownIfAny';
  /** Visitors may, but who signed in needs a username: what others see of them needs a name. */
  readonly memberNeedsName?: true;
  /** All of them count each call. Without any it counts as `read` for a query and as `write` for a mutation. */
  readonly limits?: readonly RateLimitName[];
  /** Instead of `limits` for who did not sign in. */
  readonly visitorLimits?: readonly RateLimitName[];
  /** Besides `limits`, for a call that searches for a text. */
  readonly searchLimits?: readonly RateLimitName[];
}

/** Every procedure, and who may call it. What is not here cannot be called, and does not typecheck. */
export const policies = {
  'account.session': { caller: 'anyone' },
  'account.signUp': { caller: 'anyone', limits: ['signUp'] },
  'account.signIn': { caller: 'anyone', limits: ['signIn'] },
  'account.signOut': { caller: 'signedIn' },
  'account.verifyEmail': { caller: 'anyone', limits: ['mailLink'] },
  'account.resendVerification': { caller: 'anyone', limits: ['mail', 'mailAccount'] },
  'account.requestPasswordReset': { caller: 'anyone', limits: ['mail', 'mailAccount'] },
  'account.resetPassword': { caller: 'anyone', limits: ['mailLink'] },
  'account.get': { caller: 'signedIn' },
  'account.changePassword': { caller: 'signedIn', limits: ['password'] },
  'account.requestEmailChange': { caller: 'signedIn', limits: ['password', 'mail', 'mailAccount'] },
  'account.confirmEmailChange': { caller: 'signedIn', limits: ['mailLink'] },
  'account.sessions': { caller: 'signedIn' },
  'account.endSession': { caller: 'signedIn' },
  'account.endOtherSessions': { caller: 'signedIn' },
  'account.delete': { caller: 'signedIn', limits: ['password'] },
  'account.deleteByLink': { caller: 'anyone', limits: ['mailLink'] },
  'comments.list': { caller: 'anyone', target: 'visible' },
  'comments.create': {
    caller: 'anyone',
    memberNeedsName: true,
    target: 'visible',
    limits: ['comment'],
    visitorLimits: ['anonymousComment'],
  },
  'comments.delete': { caller: 'signedIn', target: 'related' },
  'follows.isFollowing': { caller: 'signedIn' },
  'follows.followers': { caller: 'anyone' },
  'follows.following': { caller: 'anyone' },
  'follows.stats': { caller: 'anyone' },
  'follows.follow': { caller: 'named', limits: ['follow'] },
  'follows.unfollow': { caller: 'signedIn', limits: ['follow'] },
  'reports.queue': { caller: 'moderator' },
  'reports.review': { caller: 'moderator' },
  'reports.resolve': { caller: 'moderator' },
  'reports.dismiss': { caller: 'moderator' },
  'stories.hidden': { caller: 'moderator' },
  'stories.hide': { caller: 'moderator' },
  'stories.restore': { caller: 'moderator' },
  'comments.remove': { caller: 'moderator' },
  'users.list': { caller: 'moderator' },
  'users.suspend': { caller: 'moderator' },
  'users.restore': { caller: 'moderator' },
  'users.setRole': { caller: 'administrator' },
  'admin.log': { caller: 'moderator' },
  'appeals.list': { caller: 'moderator' },
  'appeals.decide': { caller: 'moderator' },
  'admin.stats': { caller: 'administrator' },
  'recordings.failedInspections': { caller: 'administrator' },
  'recordings.retryInspection': { caller: 'administrator' },
  'recordings.dropInspection': { caller: 'administrator' },
  'transcription.failed': { caller: 'administrator' },
  'transcription.retryFailed': { caller: 'administrator' },
  'admin.failedMails': { caller: 'administrator' },
  'admin.retryMail': { caller: 'administrator' },
  'admin.dropMail': { caller: 'administrator' },
  'admin.verifyCounters': { caller: 'administrator', limits: ['counters'] },
  'admin.repairCounters': { caller: 'administrator', limits: ['counters'] },
  'appeals.notices': { caller: 'signedIn' },
  'appeals.unreadNotices': { caller: 'signedIn' },
  'appeals.readNotice': { caller: 'signedIn', target: 'own' },
  'appeals.create': { caller: 'signedIn', target: 'own', limits: ['appeal'] },
  'appeals.noticeByLink': { caller: 'anyone', limits: ['mailLink'] },
  'appeals.createByLink': { caller: 'anyone', limits: ['mailLink'] },
  'account.identities': { caller: 'signedIn' },
  'account.unlinkIdentity': { caller: 'signedIn', limits: ['password'] },
  'profiles.me': { caller: 'signedIn' },
  'profiles.byUsername': { caller: 'anyone' },
  'profiles.byIds': { caller: 'anyone' },
  'profiles.usernameAvailable': { caller: 'signedIn', limits: ['usernameLookup'] },
  'profiles.complete': { caller: 'signedIn', limits: ['username'] },
  'profiles.update': { caller: 'named', limits: ['username'] },
  'recordings.begin': { caller: 'signedIn', limits: ['recording'] },
  'recordings.status': { caller: 'signedIn', target: 'own' },
  'recordings.suggestPeaks': { caller: 'signedIn', target: 'own' },
  'recordings.discard': { caller: 'signedIn', target: 'ownIfAny' },
  'reports.create': { caller: 'anyone', target: 'others', limits: ['report'] },
  'reports.mine': { caller: 'signedIn' },
  'settings.get': { caller: 'administrator' },
  'settings.set': { caller: 'administrator' },
  'settings.public': { caller: 'anyone' },
  'stories.feed': { caller: 'anyone', searchLimits: ['search'] },
  'stories.byId': { caller: 'anyone', target: 'visible' },
  'stories.byIds': { caller: 'anyone' },
  'stories.mine': { caller: 'signedIn' },
  'stories.byUser': { caller: 'anyone' },
  'stories.count': { caller: 'anyone' },
  'stories.create': { caller: 'signedIn', target: 'own' },
  'stories.update': { caller: 'signedIn', target: 'own' },
  'stories.updateTags': { caller: 'signedIn', target: 'own' },
  'stories.publish': { caller: 'signedIn', target: 'own' },
  'stories.unpublish': { caller: 'signedIn', target: 'own' },
  'stories.vote': { caller: 'signedIn', target: 'visible' },
  'stories.setAnonymousComments': { caller: 'signedIn', target: 'own' },
  'stories.delete': { caller: 'signedIn', target: 'own' },
  'transcription.status': { caller: 'signedIn', target: 'own' },
  'transcription.retry': { caller: 'signedIn', target: 'own', limits: ['transcription'] },
} as const satisfies Readonly<Record<string, Policy>>;

const byPath: Readonly<Record<string, Policy>> = policies;

/** Throws for a procedure that nobody wrote a policy for. */
export function requirePolicy(path: string): Policy {
  const policy = Object.hasOwn(byPath, path) ? byPath[path] : undefined;
  if (!policy) throw new Error(`There is no policy for ${path}`);
  return policy;
}
