/**
 * How long browsers, proxies and other programs may keep an answer without asking. Whatever its author or a moderator can take
 * away is asked for anew each time, which costs little where a tag says that nothing has changed. Answers that name no rule
 * are not kept.
 */
export const cacheRules = {
  /** The same for everyone. */
  shared: 'public, no-cache',
  /** By what the caller may see. */
  own: 'private, no-cache',
  /** The page and the files of the app, whose names stay in the next build. */
  app: 'no-cache',
  /** A file with a hash of its content in its name. */
  build: 'public, max-age=31536000, immutable',
  none: 'no-store',
} as const;

/** Returns whether one of the tags of `If-None-Match` is this one. Marks of weakness do not count. */
export const isKnownTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((each) => toValue(each) === toValue(tag));

const toValue = (tag: string): string => tag.trim().replace(/^W\//, '');
