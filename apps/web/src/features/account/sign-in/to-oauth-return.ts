import { isErrorCode } from '@relato/contract/errors';
import { signInText } from '../../../messages/account/sign-in.ts';
import { errorText } from '../../../messages/errors.ts';

interface OauthReturnResult {
  readonly toast: {
    readonly title: string;
    readonly text?: string;
    readonly tone: 'plain' | 'destructive';
  };
  readonly changesSession: boolean;
  /** An account with this e-mail exists; its password is the way in. */
  readonly asksForPassword: boolean;
}

const done = (title: string, text?: string): OauthReturnResult => ({
  toast: { title, ...(text !== undefined && { text }), tone: 'plain' },
  changesSession: true,
  asksForPassword: false,
});

/**
 * Returns the message for the fragment `#auth={result}.{provider}`; null for a fragment that the server never writes.
 */
export function toOauthReturn(hash: string): OauthReturnResult | null {
  const [, result, provider] = /^#auth=([\w-]+)\.(google|facebook)$/.exec(hash) ?? [];
  if (result === undefined || (provider !== 'google' && provider !== 'facebook')) return null;
  const { welcome, oauth, errors } = signInText;
  if (result === 'signed-in') return done(welcome);
  if (result === 'confirm-email') return done(welcome, oauth.confirmEmail);
  if (result === 'linked') return done(oauth.linked, oauth.linkedText(oauth.names[provider]));
  if (!isErrorCode(result)) return null;
  // These codes say no more than that the sign-in failed.
  const isPlain = result === 'OAUTH_FAILED' || result === 'INTERNAL';
  return {
    toast: {
      title: errors.title,
      text: isPlain ? errors[provider] : errorText[result],
      tone: 'destructive',
    },
    changesSession: false,
    asksForPassword: result === 'OAUTH_EMAIL_IN_USE',
  };
}
