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

interface PhotoRow {
  /** A WebP; null if only its existence was asked for. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Returns the picture of a user in a size. Null for one that is no longer theirs, and of a suspended user. */
export async function findPhoto(
  { database }: Services,
  id: string,
  size: 'small' | 'large' | null,
): Promise<PhotoRow | null> {
  const [row] = await database.sql<PhotoRow>({
    name: `photo-${size ?? 'known'}`,
    text: `SELECT ${size === null ? 'NULL' : `ph.${size}`} AS bytes FROM photos ph JOIN users u ON u.id = ph.user_id
      WHERE ph.id = $1::uuid AND u.suspended_at IS NULL`,
    values: [id],
  });
  return row ?? null;
}
