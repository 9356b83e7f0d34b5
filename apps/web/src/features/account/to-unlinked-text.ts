import type { OauthProvider } from '@relato/contract/account/types';
import { signInText } from '../../messages/account/sign-in.ts';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** Returns the text after a new password, which names the providers that no longer sign in to the account. */
export function toUnlinkedText(text: string, unlinked: readonly OauthProvider[]): string {
  const { allUnlinked, names } = signInText.oauth;
  return unlinked.length === 0
    ? text
    : `${text} ${allUnlinked(list.format(unlinked.map((each) => names[each])))}`;
}
