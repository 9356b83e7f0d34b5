/** Returns the address of a user's podcast. */
export const toFeedUrl = (origin: string, username: string): string =>
  `${origin}/u/${encodeURIComponent(username)}/feed.xml`;
