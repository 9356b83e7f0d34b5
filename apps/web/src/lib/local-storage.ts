/** Returns the stored text; null without one, undefined if the storage is forbidden. */
export function readLocal(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Returns the stored value; null if it is not JSON. The caller validates it, because an older page may have written it. */
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
