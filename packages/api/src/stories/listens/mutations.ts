import { limits, type rememberListensInput } from '@relato/contract';
import type { z } from 'zod';
import type { Services, Viewer } from '../../rpc/context.ts';
import { runWrite } from '../../run-write.ts';

/**
 * Sets whether the server stores the viewer's listening history. Switching it off deletes the history. Throws
 * UNAUTHENTICATED.
 */
export async function setListensKept({ database }: Services, viewer: Viewer, isKept: boolean): Promise<void> {
  await runWrite(database, {
    name: 'listens-kept',
    text: 'SELECT * FROM set_listens_kept($1::uuid, $2::boolean)',
    values: [viewer.id, isKept],
  });
}

/**
 * Stores the viewer's positions in public stories, of which the last `limits.listens.maxCount` are kept. Does nothing unless
 * the viewer allows it. Throws UNAUTHENTICATED.
 */
export async function rememberListens(
  { database }: Services,
  viewer: Viewer,
  { stories }: z.output<typeof rememberListensInput>,
): Promise<void> {
  const { finishedRatio, maxCount } = limits.listens;
  await runWrite(database, {
    name: 'listens',
    text: 'SELECT * FROM remember_listens($1::uuid, $2::uuid[], $3::int[], $4::float8, $5::int)',
    values: [
      viewer.id,
      stories.map(({ id }) => id),
      stories.map(({ positionMs }) => positionMs),
      finishedRatio,
      maxCount,
    ],
  });
}
