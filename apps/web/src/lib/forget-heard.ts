/** The database of the stories that can be played without a network. */
export const heardDatabase = 'relato-heard';

/** Deletes the heard stories, because the next user must not see them, and recordings have priority when storage is short. */
export function forgetHeard(): void {
  try {
    indexedDB.deleteDatabase(heardDatabase);
  } catch {
    // A browser without IndexedDB has kept nothing.
  }
}
