import { isObject } from '../../../lib/errors/error-data.ts';
import { readLocalJson, storeLocal } from '../../../lib/local-storage.ts';

const key = 'relato.new-account';

/** An account that was created on this device and is not confirmed yet. */
interface NewAccount {
  readonly email: string;
  /** True if the user signed up in order to record. */
  readonly wantsToRecord: boolean;
}

/**
 * Stores the account until its owner signs in: the link of the mail opens in another tab, where the address should not
 * have to be typed again.
 */
export const storeNewAccount = (account: NewAccount): void => void storeLocal(key, JSON.stringify(account));

export function readNewAccount(): NewAccount | null {
  const value = readLocalJson(key);
  if (!isObject(value)) return null;
  const { email, wantsToRecord } = value as Partial<NewAccount>; // each part is checked below
  return typeof email === 'string' ? { email, wantsToRecord: wantsToRecord === true } : null;
}

export const clearNewAccount = (): void => void storeLocal(key, null);
