import type { ProfileSummary } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/** Returns a user as lists show them, from the row of a profile or a wider one. */
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
  /** The WebP; null if only its existence was checked. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Returns the picture of a user in a size. Null for a former picture, and for a suspended user. */
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
