import type { Prisma } from '@relato/db';
import type { Services } from '../rpc/context.ts';
import type { QueuedMail, WrittenMail } from './queued-mail.ts';

/**
 * Queues a mail. If and only if `transaction` commits, the mail is sent, or shown to administrators as undeliverable.
 */
export const queueMail = (
  { jobs, database }: Pick<Services, 'jobs' | 'database'>,
  mail: QueuedMail,
  transaction: Prisma.TransactionClient = database.prisma,
): Promise<void> => jobs.enqueue(transaction, 'send-mail', mail);

export const queueWrittenMail = (
  services: Pick<Services, 'jobs' | 'database'>,
  mail: WrittenMail,
  transaction?: Prisma.TransactionClient,
): Promise<void> => queueMail(services, { kind: 'ready', mail }, transaction);
