/** The browser's database of the stories that can be heard without a network. */
export const heardDatabase = 'relato-heard';

/** Removes them: the next user must not see what was heard, and recordings come first when there is no room. */
export function forgetHeard(): void {
  try {
    indexedDB.deleteDatabase(heardDatabase);
  } catch {
    // A browser without such a database has kept nothing.
  }
}
