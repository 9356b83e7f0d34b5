import { vi } from 'vitest';

/** Replaces a storage of the browser until `vi.unstubAllGlobals`. Returns the stored entries. */
export function stubStorage(name: 'localStorage' | 'sessionStorage', stored = new Map<string, string>()) {
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  return stored;
}
