import { type leftOutInput, serverLimits } from '@relato/contract';
import type { z } from 'zod';
import type { Services, Viewer } from '../../rpc/context.ts';
import { runWrite } from '../../run-write.ts';

type Wish = z.output<typeof leftOutInput>;

/**
 * Leaves a story, an author or a subject out of 'Para ti'; repeating it changes nothing. The last
 * `serverLimits.forMe.maxLeftOut` of each kind are kept. Throws UNAUTHENTICATED.
 */
export async function leaveOut({ database }: Services, viewer: Viewer, { kind, id }: Wish): Promise<void> {
  await runWrite(database, {
    name: 'leave-out',
    text: 'SELECT * FROM leave_out($1::uuid, $2::text, $3::text, $4::int)',
    values: [viewer.id, kind, id, serverLimits.forMe.maxLeftOut],
  });
}

const columns = { story: 'story_id', author: 'author_id', subject: 'tag' } as const;

/** Undoes `leaveOut`. Does nothing if the item is not left out. */
export async function takeBack({ database }: Services, viewer: Viewer, { kind, id }: Wish): Promise<void> {
  await database.sql({
    name: `take-back-${kind}`,
    text: `DELETE FROM left_out WHERE user_id = $1::uuid
      AND ${columns[kind]} = ${kind === 'subject' ? 'search_fold($2::text)' : '$2::uuid'}`,
    values: [viewer.id, id],
    pool: 'write',
  });
}
