import {
  DomainError,
  type AnnounceInput,
  type EndAnnouncementInput,
  type Flags,
  type SetFlagsInput,
} from '@relato/contract';
import { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from '../rpc/context.ts';
import { allRows, writeLog } from '../moderation-log.ts';
import { requireActiveModerator } from '../locks.ts';
import { getFlags, todayInSpain } from './queries.ts';

/** Changes the given flags for all users at once. Returns all flags. */
export async function setFlags(
  { database }: Services,
  viewer: Viewer,
  { flags }: SetFlagsInput,
): Promise<Flags> {
  return database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    // Serializes concurrent changes, so that two calls that each change one flag both take effect.
    await tx.$executeRaw`INSERT INTO settings (key, value, updated_at) VALUES ('flags', '{}', now())
      ON CONFLICT (key) DO UPDATE SET key = excluded.key`;
    const { showDownvotes, recordOnly, reviewFirstStory } = await getFlags(tx);
    const value = {
      showDownvotes: flags.showDownvotes ?? showDownvotes,
      recordOnly: flags.recordOnly ?? recordOnly,
      reviewFirstStory: flags.reviewFirstStory ?? reviewFirstStory,
    };
    await tx.setting.update({ where: { key: 'flags' }, data: { value, updatedBy: viewer.id } });
    const reason = JSON.stringify(value);
    await writeLog(tx, viewer, { action: 'set-flags', target: 'settings', id: allRows, reason });
    return value;
  });
}

/**
 * Shows a text to all users, replacing the one that the caller saw. Repeating the same text and day changes nothing, so that
 * a call whose answer was lost does not show it again to users who have closed it. Throws ANNOUNCEMENT_PAST for a day in the
 * past, and CONFLICT if the announcement to replace has changed or ended.
 */
export async function announce(
  { database }: Services,
  viewer: Viewer,
  { text, until = null, replaces = null }: AnnounceInput,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const [now] = await tx.$queryRaw<{ today: string }[]>(Prisma.raw(`SELECT ${todayInSpain} AS today`));
    if (until !== null && now && until < now.today) throw new DomainError('ANNOUNCEMENT_PAST');
    const value = { id: uuidv7(), text, until };
    const changed =
      replaces === null
        ? await tx.$executeRaw`
          INSERT INTO settings (key, value, updated_at, updated_by)
          VALUES ('announcement', ${value}::jsonb, now(), ${viewer.id}::uuid) ON CONFLICT DO NOTHING`
        : await tx.$executeRaw`
          UPDATE settings SET value = ${value}::jsonb, updated_at = now(), updated_by = ${viewer.id}::uuid
          WHERE key = 'announcement' AND value ->> 'id' = ${replaces}
            AND value - 'id' IS DISTINCT FROM ${value}::jsonb - 'id'`;
    if (changed === 0) {
      const same = await tx.$queryRaw<unknown[]>`
        SELECT FROM settings WHERE key = 'announcement' AND value - 'id' = ${value}::jsonb - 'id'`;
      if (same.length === 0) throw new DomainError('CONFLICT');
      return;
    }
    const reason = until === null ? text : `${text} (${until})`;
    await writeLog(tx, viewer, { action: 'announce', target: 'settings', id: allRows, reason });
  });
}

/** Ends this announcement, if it is still shown. Throws CONFLICT if another one has replaced it. */
export async function endAnnouncement(
  { database }: Services,
  viewer: Viewer,
  { id }: EndAnnouncementInput,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const ended = await tx.$executeRaw`
      DELETE FROM settings WHERE key = 'announcement' AND value ->> 'id' = ${id}`;
    if (ended === 0) {
      if ((await tx.setting.count({ where: { key: 'announcement' } })) > 0) throw new DomainError('CONFLICT');
      return;
    }
    await writeLog(tx, viewer, { action: 'end-announcement', target: 'settings', id: allRows });
  });
}
