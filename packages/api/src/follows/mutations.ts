import type { UserId } from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from '../rpc/context.ts';
import { runWrite } from '../run-write.ts';
import { requireOther } from './policy.ts';

/**
 * Follows a user; repeating it changes nothing. Throws FOLLOW_SELF, PROFILE_NOT_FOUND if the user has no public profile,
 * ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export async function follow({ database }: Services, viewer: Viewer, id: UserId): Promise<void> {
  requireOther(viewer, id);
  await runWrite(database, {
    name: 'follow',
    text: 'SELECT * FROM follow_user($1::uuid, $2::uuid, $3::uuid)',
    values: [uuidv7(), viewer.id, id],
  });
}

/** Unfollows a user. Does nothing if the viewer does not follow them. */
export async function unfollow({ database }: Services, viewer: Viewer, id: UserId): Promise<void> {
  await runWrite(database, {
    name: 'unfollow',
    text: 'SELECT unfollow_user($1::uuid, $2::uuid)',
    values: [viewer.id, id],
  });
}
