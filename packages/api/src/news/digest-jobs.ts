import { Prisma } from '@relato/db';
import type { Services } from '../rpc/context.ts';
import { queueMail } from '../mail/queue.ts';
import { toKnownZone } from './settings-queries.ts';

/** The number of mails that one transaction queues. */
const atOnce = 200;

interface DueDigest {
  readonly userId: string;
  readonly since: Date;
  readonly until: Date;
}

/**
 * Queues the due mails, each for the time since the previous one, and sets when the next is due. So no time is reported
 * twice, however many workers run, and after a standstill one mail covers all of it. A time zone that the database no longer
 * knows delays no other mail.
 */
export async function queueDigests(services: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  let count = atOnce;
  while (count === atOnce) {
    count = await services.database.prisma.$transaction(async (tx) => {
      const due = await tx.$queryRaw<DueDigest[]>`
        WITH due AS (
          SELECT user_id, digested_at FROM news_settings WHERE digest_due_at <= statement_timestamp()
          ORDER BY digest_due_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
        UPDATE news_settings w SET digested_at = clock_timestamp(),
          digest_due_at = next_digest(w.digest, ${Prisma.raw(toKnownZone('w.time_zone'))})
        FROM due WHERE w.user_id = due.user_id
        RETURNING w.user_id AS "userId", due.digested_at AS since, w.digested_at AS until`;
      for (const { userId, since, until } of due) {
        const period = { since: since.toISOString(), until: until.toISOString() };
        await queueMail(services, { kind: 'digest', userId, ...period }, tx);
      }
      return due.length;
    });
  }
}
