import type { Prisma } from '@relato/db';
import type { Services } from '../rpc/context.ts';
import type { QueuedMail, WrittenMail } from './queued-mail.ts';

/**
 * Queues a mail. If and only if `transaction` commits, the mail is sent, or shown to administrators as undeliverable. Thousands of
 * digests are due at once, and nobody waits for one as for a confirmation.
 */
export const queueMail = (
  { jobs, database }: Pick<Services, 'jobs' | 'database'>,
  mail: QueuedMail,
  transaction: Prisma.TransactionClient = database.prisma,
): Promise<void> =>
  jobs.enqueue(transaction, 'send-mail', mail, mail.kind === 'digest' ? { priority: -1 } : {});

export const queueWrittenMail = (
  services: Pick<Services, 'jobs' | 'database'>,
  mail: WrittenMail,
  transaction?: Prisma.TransactionClient,
): Promise<void> => queueMail(services, { kind: 'ready', mail }, transaction);
