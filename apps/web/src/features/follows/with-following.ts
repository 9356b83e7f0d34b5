import type { Page } from '@relato/contract/paging';
import type { FollowableProfile, PublicProfile } from '@relato/contract/profiles/types';

/** The profile as it is when the viewer follows it or not; the counter moves by one, but never for what already was. */
export function withFollowing(profile: PublicProfile, isFollowing: boolean): PublicProfile {
  if (profile.viewer.isFollowing === isFollowing) return profile;
  const followersCount = Math.max(0, profile.followersCount + (isFollowing ? 1 : -1));
  return { ...profile, followersCount, viewer: { ...profile.viewer, isFollowing } };
}

/** What the cache holds of a list of people. */
export interface PeoplePages {
  readonly pages: readonly Page<FollowableProfile>[];
}

/** The list as it is when the viewer follows this person or not; nobody leaves it under the viewer's finger. */
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
