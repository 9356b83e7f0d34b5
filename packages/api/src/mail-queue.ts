import type { OauthProvider } from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Mail } from '@relato/mail';
import type { Services } from './context.ts';

/**
 * What a mail that is still to be sent is about. Links that open something are made when it is sent: a secret lies in no
 * table, and a mail that comes late has a link that is good.
 */
export type PromisedMail =
  | { readonly kind: 'confirm-again' | 'recover'; readonly email: string }
  | { readonly kind: 'suspended'; readonly userId: string }
  | {
      readonly kind: 'add-email';
      readonly userId: string;
      readonly email: string;
      readonly provider: OauthProvider;
    }
  | { readonly kind: 'ready'; readonly mail: HarmlessMail };

/** Mails whose link opens nothing by itself. */
type HarmlessMail = Extract<
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

/** The mail will be sent, or shown to administrators as undeliverable, exactly if `transaction` is committed. */
export const promiseMail = (
  { jobs, database }: Pick<Services, 'jobs' | 'database'>,
  mail: PromisedMail,
  transaction: Prisma.TransactionClient = database.prisma,
): Promise<void> => jobs.enqueue(transaction, 'send-mail', mail);

export const promiseReady = (
  services: Pick<Services, 'jobs' | 'database'>,
  mail: HarmlessMail,
  transaction?: Prisma.TransactionClient,
): Promise<void> => promiseMail(services, { kind: 'ready', mail }, transaction);
