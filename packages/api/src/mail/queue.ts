import type { OauthProvider } from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Mail } from '@relato/mail';
import type { Services } from '../rpc/context.ts';

/**
 * The content of a queued mail. Links that grant access are created when the mail is sent, so that no table holds a
 * secret and a late mail has a valid link.
 */
export type QueuedMail =
  | { readonly kind: 'confirm-again' | 'recover'; readonly email: string }
  | { readonly kind: 'suspended'; readonly userId: string }
  | {
      readonly kind: 'add-email';
      readonly userId: string;
      readonly email: string;
      readonly provider: OauthProvider;
    }
  | { readonly kind: 'ready'; readonly mail: WrittenMail };

/** Mails whose link grants no access by itself. */
type WrittenMail = Extract<
  Mail,
  {
    readonly kind:
      | 'password-changed'
      | 'email-change-asked'
      | 'email-changed'
      | 'account-deleted'
      | 'account-restored'
      | 'identity-linked';
  }
>;

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
