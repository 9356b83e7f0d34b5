import { retention } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/** Deletes news that are too old to be shown. */
export async function forgetNews({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.prisma.$executeRaw`DELETE FROM news WHERE id IN (
    SELECT id FROM news WHERE created_at < statement_timestamp() - make_interval(days => ${retention.news.days}::int)
    FOR UPDATE SKIP LOCKED)`;
}

/** Deletes messages that every server has read by now. */
export async function forgetLiveMessages({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.background(`DELETE FROM live_messages
    WHERE created_at < statement_timestamp() - make_interval(mins => ${retention.liveMessage.minutes})`);
}
