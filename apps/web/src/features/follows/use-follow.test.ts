import type { UserId } from '@relato/contract/ids';
import type { PublicProfile } from '@relato/contract/profiles/types';
import { expect, it } from 'vitest';
import { withFollowing, withFollowingIn } from './use-follow.ts';

const profile: PublicProfile = {
  id: 'id' as UserId, // any id does
  username: 'marisol',
  podcast: true,
  about: '',
  postsCount: 18,
  followersCount: 1203,
  followingCount: 86,
  viewer: { isSelf: false, isFollowing: false, isMuted: false, isTold: false },
};

it('L241: moves the counter by one with each change, and back', () => {
  const followed = withFollowing(profile, true);
  expect(followed).toMatchObject({ followersCount: 1204, viewer: { isFollowing: true } });
  expect(withFollowing(followed, false)).toEqual(profile);
});

it('counts nothing if the state does not change', () => {
  expect(withFollowing(profile, false)).toBe(profile);
  const followed = withFollowing(profile, true);
  expect(withFollowing(followed, true)).toBe(followed);
});

it('never shows a negative counter', () => {
  const stale = { ...withFollowing(profile, true), followersCount: 0 };
  expect(withFollowing(stale, false).followersCount).toBe(0);
});

it('changes one user of a list, and keeps all users in it', () => {
  const { id, username, viewer } = profile;
  const other = { id: 'other' as UserId, username: 'tono', viewer }; // any id does
  const people = {
    pages: [
      { items: [{ id, username, viewer }], nextCursor: 'next' },
      { items: [other], nextCursor: null },
    ],
  };
  const followed = withFollowingIn(people, id, true);
  expect(followed.pages.map(({ items }) => items.map((item) => item.viewer.isFollowing))).toEqual([
    [true],
    [false],
  ]);
  expect(withFollowingIn(followed, id, false)).toEqual(people);
});
