const key = 'relato.new-account';

/** An account that was made on this device and is not confirmed yet. */
interface NewAccount {
  readonly email: string;
  /** Whether it was made in order to record. */
  readonly wantsToRecord: boolean;
}

/** Kept until its person has signed in: the link of the mail opens in another tab, where nobody should type it again. */
export function storeNewAccount(account: NewAccount): void {
  try {
    localStorage.setItem(key, JSON.stringify(account));
  } catch {
    // A full or forbidden storage only costs typing the address again.
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
    // What cannot be read either.
  }
}
