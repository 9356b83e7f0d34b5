import type { OauthProvider } from '@relato/contract';
import type { Mail } from '@relato/mail';

/**
 * The content of a queued mail. Links that grant access are created when the mail is sent, so that no table holds a
 * secret and a late mail has a valid link.
 */
export type QueuedMail =
  | { readonly kind: 'confirm-again' | 'recover'; readonly email: string }
  | { readonly kind: 'suspended' | 'appeal-rejected'; readonly userId: string }
  | {
      readonly kind: 'add-email';
      readonly userId: string;
      readonly email: string;
      readonly provider: OauthProvider;
    }
  /** Covers the time between two moments in ISO 8601. */
  | { readonly kind: 'digest'; readonly userId: string; readonly since: string; readonly until: string }
  | { readonly kind: 'ready'; readonly mail: WrittenMail };

/** Mails whose link grants no access by itself. */
export type WrittenMail = Extract<
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
