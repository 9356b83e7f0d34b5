import type { Prisma } from '@relato/db';
import type { Services } from '../rpc/context.ts';
import type { QueuedMail, WrittenMail } from './queued-mail.ts';

/**
 * Queues a mail. It is sent, or listed as undeliverable for administrators, if and only if `transaction` commits. Digests
 * have a low priority, because thousands are due at once, while a user waits for a mail such as a confirmation.
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
