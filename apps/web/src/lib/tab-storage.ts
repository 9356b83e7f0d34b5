import { createListeners } from './listeners.ts';

const kept = new Map<string, unknown>();
const forgetting = createListeners();
const prefix = 'relato.input.';
const ownerKey = 'owner';

/**
 * Stores unsaved input for this tab, across reloads; null removes it. Without a storage it lasts as long as the page.
 */
export function storeInTab(key: string, value: unknown): void {
  kept.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden, so only `kept` has the input.
  }
}

/** Returns the stored value, or null. The caller validates it, because an older page may have written it. */
export function readFromTab(key: string): unknown {
  if (kept.has(key)) return kept.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
}

/** Removes all input, because it belongs to a user who has signed out. */
export function forgetTab(): void {
  kept.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // A forbidden storage holds nothing.
  }
  forgetting.notify();
}

/**
 * Removes the input of another user. The input of a visitor who signs in stays, and so does that of a user whose session has
 * expired.
 */
export function keepTabFor(userId: string): void {
  const owner = readFromTab(ownerKey);
  if (owner !== null && owner !== userId) forgetTab();
  if (owner !== userId) storeInTab(ownerKey, userId);
}

/** Calls the listener when all input was removed; returns a function that unsubscribes. */
export const onTabForgotten = forgetting.subscribe;
