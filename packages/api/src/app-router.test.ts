import { describe, expect, it } from 'vitest';
import { listPolicies, type ProcedurePath } from './app-router.ts';

// The matrix of policies proves that each procedure enforces its declared policy; these tests check the declarations.
const policies = listPolicies();

/** Returns the caller levels of these procedures, which are listed by noun. */
const callersOf = (nouns: Readonly<Record<string, readonly string[]>>) =>
  new Set(
    Object.entries(nouns)
      .flatMap(([noun, names]) => names.map((name) => `${noun}.${name}` as ProcedurePath)) // fails below if there is none
      .map((path) => policies[path].caller),
  );
const changes = ['update', 'updateTags', 'publish', 'unpublish', 'delete'] as const;

describe('the roles of the specification', () => {
  it('L10, L283: let visitors browse, listen, see profiles, comment and report', () => {
    const stories = ['feed', 'byId', 'byUser'];
    const open = { stories, profiles: ['byUsername'], comments: ['list', 'create'], reports: ['create'] };
    expect(callersOf(open)).toEqual(new Set(['anyone']));
  });

  it('L10, L266, L283-284, L340, D01: ask visitors for an account to record, save, vote and manage a profile', () => {
    const stories = ['create', 'mine', ...changes, 'vote'];
    const profiles = ['me', 'complete'];
    const closed = { recordings: ['begin'], stories, follows: ['unfollow'], profiles };
    expect(callersOf(closed)).toEqual(new Set(['signedIn']));
  });

  it('L236, L275: ask for a username to follow others and to change it', () => {
    expect(callersOf({ follows: ['follow'], profiles: ['update'] })).toEqual(new Set(['named']));
    expect(policies['comments.create']).toMatchObject({ memberNeedsName: true });
  });

  it('L284, L286: leave stories to their owners, and votes and reports to stories the caller may see', () => {
    for (const name of changes) expect(policies[`stories.${name}`]).toMatchObject({ target: 'own' });
    expect(policies['stories.vote']).toMatchObject({ target: 'visible' });
    expect(policies['reports.create']).toMatchObject({ target: 'others' });
  });

  it('L287: leave reports to moderators', () => {
    const reports = ['next', 'review', 'resolve', 'dismiss'];
    expect(callersOf({ reports, stories: ['hide'] })).toEqual(new Set(['moderator']));
  });
});
