import { describe, expect, it } from 'vitest';
import { listPolicies, type ProcedurePath } from './app-router.ts';

// The matrix of policies proves that each procedure keeps the policy it declares; these prove what they declare.
const policies = listPolicies();
const listWith = (caller: string, paths: readonly ProcedurePath[]) =>
  paths.filter((path) => policies[path].caller === caller);

describe('the roles of the specification', () => {
  it('L10, L283: let visitors browse, listen, see profiles, comment and report', () => {
    const open: readonly ProcedurePath[] = [
      'stories.feed',
      'stories.byId',
      'stories.byUser',
      'profiles.byUsername',
      'comments.list',
      'comments.create',
      'reports.create',
    ];
    expect(listWith('anyone', open)).toEqual(open);
  });

  it('L10, L266, L283-284, D01: ask visitors for an account to record, save, vote and manage a profile', () => {
    const closed: readonly ProcedurePath[] = [
      'recordings.begin',
      'stories.create',
      'stories.mine',
      'stories.update',
      'stories.updateTags',
      'stories.publish',
      'stories.unpublish',
      'stories.delete',
      'stories.vote',
      'follows.unfollow',
      'profiles.me',
      'profiles.complete',
    ];
    expect(listWith('signedIn', closed)).toEqual(closed);
  });

  it('L236, L275: ask for a username to follow others and to change it', () => {
    const named: readonly ProcedurePath[] = ['follows.follow', 'profiles.update'];
    expect(listWith('named', named)).toEqual(named);
    expect(policies['comments.create']).toMatchObject({ memberNeedsName: true });
  });

  it('L284, L286: leave stories to their owners, and votes and reports to stories the caller may see', () => {
    const own = ['update', 'updateTags', 'publish', 'unpublish', 'delete'] as const;
    for (const name of own) expect(policies[`stories.${name}`]).toMatchObject({ target: 'own' });
    expect(policies['stories.vote']).toMatchObject({ target: 'visible' });
    expect(policies['reports.create']).toMatchObject({ target: 'others' });
  });

  it('L287: leave reports to moderators', () => {
    const paths: readonly ProcedurePath[] = [
      'reports.next',
      'reports.review',
      'reports.resolve',
      'reports.dismiss',
      'stories.hide',
    ];
    expect(listWith('moderator', paths)).toEqual(paths);
  });
});

it('L340: the API offers each call of the stories service', () => {
  expect(Object.keys(policies)).toEqual(
    expect.arrayContaining([
      'stories.feed',
      'stories.mine',
      'stories.create',
      'stories.delete',
      'stories.updateTags',
      'stories.publish',
      'stories.unpublish',
      'stories.vote',
      'reports.create',
    ]),
  );
});
