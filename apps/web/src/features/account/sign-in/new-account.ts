import { isObject } from '../../../lib/errors/error-data.ts';
import { readLocalJson, storeLocal } from '../../../lib/local-storage.ts';

const key = 'relato.new-account';

/** An account that was created on this device and is not confirmed yet. */
interface NewAccount {
  readonly email: string;
  /** The address of the recorder if the user signed up in order to record, maybe with audio from another app. */
  readonly recorder: string | null;
}

/**
 * Stores the account until its owner signs in: the link of the mail opens in another tab, where the address should not
 * have to be typed again.
 */
export const storeNewAccount = (account: NewAccount): void => void storeLocal(key, JSON.stringify(account));

export function readNewAccount(): NewAccount | null {
  const value = readLocalJson(key);
  if (!isObject(value)) return null;
  const { email, recorder } = value as Partial<NewAccount>; // each part is checked below
  const isRecorder = typeof recorder === 'string' && recorder.startsWith('/record');
  return typeof email === 'string' ? { email, recorder: isRecorder ? recorder : null } : null;
}

export const clearNewAccount = (): void => void storeLocal(key, null);
