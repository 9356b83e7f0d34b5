import { defaults, type OwnProfile, type UserId } from '@relato/contract';
import type { Services, Viewer } from '../context.ts';

/** The specification's fallbacks; the part of the e-mail is for its owner's eyes only. */
export function toDisplayName(names: {
  readonly username: string | null;
  readonly fullName: string | null;
  readonly email: string | null;
}): string {
  return names.username ?? names.fullName ?? names.email?.split('@')[0] ?? defaults.userName;
}

export async function requireOwnProfile({ database }: Services, viewer: Viewer): Promise<OwnProfile> {
  const profile = await database.prisma.profile.findUniqueOrThrow({
    where: { id: viewer.id },
    select: {
      id: true,
      username: true,
      fullName: true,
      postsCount: true,
      followersCount: true,
      followingCount: true,
    },
  });
  const { email } = viewer;
  return {
    ...profile,
    id: viewer.id satisfies UserId,
    email,
    displayName: toDisplayName({ ...profile, email }),
  };
}
