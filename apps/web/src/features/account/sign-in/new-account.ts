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
export function storeNewAccount(account: NewAccount): void {
  try {
    localStorage.setItem(key, JSON.stringify(account));
  } catch {
    // With a full or forbidden storage the user types the address again.
  }
}

export function readNewAccount(): NewAccount | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { email, wantsToRecord } = value as Partial<NewAccount>; // each part is checked below
    return typeof email === 'string' ? { email, wantsToRecord: wantsToRecord === true } : null;
  } catch {
    return null;
  }
}

export function clearNewAccount(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A storage that cannot be written cannot be read either.
  }
}
