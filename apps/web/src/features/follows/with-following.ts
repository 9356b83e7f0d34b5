import type { Page } from '@relato/contract/paging';
import type { FollowableProfile, PublicProfile } from '@relato/contract/profiles/types';

/** Returns the profile with `isFollowing` set. The counter moves by one, unless nothing changes. */
export function withFollowing(profile: PublicProfile, isFollowing: boolean): PublicProfile {
  if (profile.viewer.isFollowing === isFollowing) return profile;
  const followersCount = Math.max(0, profile.followersCount + (isFollowing ? 1 : -1));
  return { ...profile, followersCount, viewer: { ...profile.viewer, isFollowing } };
}

/** The cached pages of a list of users. */
export interface PeoplePages {
  readonly pages: readonly Page<FollowableProfile>[];
}

/** Returns the list with `isFollowing` set for one user; no item leaves the list while the viewer looks at it. */
export function withFollowingIn<People extends PeoplePages>(
  people: People,
  id: string,
  isFollowing: boolean,
): People {
  const toPerson = (person: FollowableProfile): FollowableProfile =>
    person.id === id ? { ...person, viewer: { ...person.viewer, isFollowing } } : person;
  return {
    ...people,
    pages: people.pages.map((page) => ({ ...page, items: page.items.map((item) => toPerson(item)) })),
  };
}
