// Separate from the rules of new names, which a search does not load.

/** Returns whether a search may be the beginning of a username, which has no spaces. */
export const mayBeginName = (search: string): boolean => search !== '' && !/\s/u.test(search);
