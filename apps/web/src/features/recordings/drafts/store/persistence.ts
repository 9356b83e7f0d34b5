/** Asks the browser to keep its storage, because it may delete recordings otherwise when it needs room. */
export async function requestPersistence(): Promise<void> {
  try {
    await navigator.storage?.persist?.();
  } catch (error) {
    console.warn('The browser was not asked to keep the recording', error);
  }
}

/** Returns whether the browser has promised to keep its storage; null if it does not say. */
export async function isPersistent(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persisted?.()) ?? null;
  } catch (error) {
    console.warn('The browser does not say whether it keeps recordings', error);
    return null;
  }
}
