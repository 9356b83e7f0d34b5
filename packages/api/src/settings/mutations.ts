import type { Flags, SetFlagsInput } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';
import { allRows, writeLog } from '../moderation-log.ts';
import { requireActiveModerator } from '../locks.ts';
import { getFlags } from './queries.ts';

/** Changes the given flags for all users at once. Returns all flags. */
export async function setFlags(
  { database }: Services,
  viewer: Viewer,
  { flags }: SetFlagsInput,
): Promise<Flags> {
  return database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    // Serializes concurrent changes, so that two calls that change one flag each both take effect.
    await tx.$executeRaw`INSERT INTO settings (key, value, updated_at) VALUES ('flags', '{}', now())
      ON CONFLICT (key) DO UPDATE SET key = excluded.key`;
    const { showDownvotes, recordOnly } = await getFlags(tx);
    const value = {
      showDownvotes: flags.showDownvotes ?? showDownvotes,
      recordOnly: flags.recordOnly ?? recordOnly,
    };
    await tx.setting.update({ where: { key: 'flags' }, data: { value, updatedBy: viewer.id } });
    const reason = JSON.stringify(value);
    await writeLog(tx, viewer, { action: 'set-flags', target: 'settings', id: allRows, reason });
    return value;
  });
}
