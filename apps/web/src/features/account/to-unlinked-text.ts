import type { OauthProvider } from '@relato/contract/account/types';
import { formatList } from '../../messages/lists.ts';
import { signInText } from '../../messages/account/sign-in.ts';

/** Returns the text after a new password, which names the providers that no longer sign in to the account. */
export function toUnlinkedText(text: string, unlinked: readonly OauthProvider[]): string {
  const { allUnlinked, names } = signInText.oauth;
  return unlinked.length === 0
    ? text
    : `${text} ${allUnlinked(formatList(unlinked.map((each) => names[each])))}`;
}
