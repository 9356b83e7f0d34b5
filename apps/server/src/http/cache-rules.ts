/**
 * The time for which browsers, proxies and other programs may keep an answer without a request. Content that its author or a
 * moderator can remove is revalidated each time, which costs little if its tag is unchanged. Answers without a rule are not
 * stored.
 */
export const cacheRules = {
  /** The answer is the same for everyone. */
  shared: 'public, no-cache',
  /** The answer depends on the permissions of the caller. */
  own: 'private, no-cache',
  /** The page and the files of the app, whose names do not change with a build. */
  app: 'no-cache',
  /** A file with a hash of its content in its name. */
  build: 'public, max-age=31536000, immutable',
  none: 'no-store',
} as const;

/**
 * Returns whether `If-None-Match` contains this tag. The quotes are part of the tag, so a substring is enough. Ignores marks of
 * weak tags.
 */
export const isKnownTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').includes(tag.replace(/^W\//, ''));
