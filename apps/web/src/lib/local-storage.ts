/** Returns what this browser has stored; null for nothing, undefined if the storage is forbidden. */
export function readLocal(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Returns the stored value; null for what is no JSON. The caller validates it: an older page may have written it. */
export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a text, or removes it with null. Returns false if the storage is full or forbidden. */
export function storeLocal(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
