import type { PublicProfile } from '@relato/contract/profiles';

/** The profile as it is when the viewer follows it or not; the counter moves by one, but never for what already was. */
export function withFollowing(profile: PublicProfile, isFollowing: boolean): PublicProfile {
  if (profile.viewer.isFollowing === isFollowing) return profile;
  const followersCount = Math.max(0, profile.followersCount + (isFollowing ? 1 : -1));
  return { ...profile, followersCount, viewer: { ...profile.viewer, isFollowing } };
}
