import type { DigestRhythm, OauthProvider } from '@relato/contract';

/** The data of a mail. `link` is the absolute URL of its button. */
export type Mail =
  | {
      readonly kind: 'confirmation';
      readonly to: string;
      readonly link: string;
      /** Null if several sign-ups with the address have different usernames. */
      readonly username: string | null;
    }
  /** Tells the owner of an account that another user signed up with its address. `link`: password reset. */
  | { readonly kind: 'address-in-use'; readonly to: string; readonly link: string }
  /** Tells the mailbox that the address is barred, because a suspended account with it was deleted. `link`: the app. */
  | { readonly kind: 'address-barred'; readonly to: string; readonly link: string }
  | { readonly kind: 'recovery'; readonly to: string; readonly link: string }
  /** `link`: password reset, for an owner who did not cause the change. `unlinked`: the disconnected providers. */
  | {
      readonly kind: 'password-changed';
      readonly to: string;
      readonly link: string;
      readonly unlinked: readonly OauthProvider[];
    }
  /** `link`: the page for an appeal without a sign-in. */
  | {
      readonly kind: 'account-suspended';
      readonly to: string;
      readonly link: string;
      readonly reason: string;
    }
  /** `link`: the page of the appeal, without a sign-in. `answer`: the text of the moderator. */
  | {
      readonly kind: 'appeal-rejected';
      readonly to: string;
      readonly link: string;
      readonly answer: string;
    }
  /** `link`: the sign-in page. */
  | { readonly kind: 'account-restored'; readonly to: string; readonly link: string }
  /** `link`: password reset, for an owner who did not link the identity. */
  | {
      readonly kind: 'identity-linked';
      readonly to: string;
      readonly link: string;
      readonly provider: OauthProvider;
    }
  /** Asks the mailbox to confirm the address of an account whose provider did not verify it. */
  | {
      readonly kind: 'add-email';
      readonly to: string;
      readonly link: string;
      readonly provider: OauthProvider;
    }
  /** Sent to the new address of an account. `link`: its confirmation. */
  | { readonly kind: 'email-change'; readonly to: string; readonly link: string }
  /** Sent to the present address after a request for another. `link`: password reset, for an owner who did not request it. */
  | { readonly kind: 'email-change-asked'; readonly to: string; readonly link: string }
  /** Sent to the previous address. `link`: the app. */
  | { readonly kind: 'email-changed'; readonly to: string; readonly link: string }
  /** `link`: the app. */
  | {
      readonly kind: 'account-deleted';
      readonly to: string;
      readonly link: string;
      readonly wasSuspended: boolean;
    }
  /** Shows an operator that mails arrive. `link`: the app. */
  | { readonly kind: 'trial'; readonly to: string; readonly link: string }
  /** The news since the last such mail. `link`: the bell. `leave`: the page that ends these mails, also by a POST. */
  | {
      readonly kind: 'digest';
      readonly to: string;
      readonly link: string;
      readonly leave: string;
      readonly rhythm: DigestRhythm;
      readonly news: readonly LinkedText[];
      readonly stories: readonly LinkedText[];
    };

interface LinkedText {
  readonly text: string;
  readonly link: string;
}

export type MailKind = Mail['kind'];
