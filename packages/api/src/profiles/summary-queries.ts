import type { ProfileSummary } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/** Returns a user as lists show it, from the row of a profile and maybe more. */
export const toProfileSummary = <Username extends string | null>({
  id,
  username,
  photo,
}: {
  readonly id: ProfileSummary['id'];
  readonly username: Username;
  readonly photo: string | null;
}): ProfileSummary & { readonly username: Username } => ({ id, username, ...(photo !== null && { photo }) });

/** Returns the picture of a user as WebP. Null for one that is no longer theirs, and of a suspended user. */
export async function findPhoto(
  { database }: Services,
  id: string,
  size: 'small' | 'large',
): Promise<Uint8Array<ArrayBuffer> | null> {
  const photo = await database.prisma.photo.findFirst({
    where: { id, user: { suspendedAt: null } },
    select: { [size]: true },
  });
  return photo?.[size] ?? null;
}
