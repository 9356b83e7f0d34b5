import { limits } from '@relato/contract/limits';
import { fixedTags, foldTag } from '@relato/contract/stories/rules';
import { isBlank } from '@relato/contract/text';

export type TagRefusal = 'TAG_REQUIRED' | 'TAG_TOO_LONG' | 'TAG_DUPLICATE' | 'TAGS_TOO_MANY';

export const isSameTag = (one: string, other: string): boolean => foldTag(one) === foldTag(other);

export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((each) => isSameTag(each, tag));

/** Why `tag` cannot be added to `tags`; null when it can. The server holds the same rules. */
export function checkTag(tags: readonly string[], tag: string): TagRefusal | null {
  const name = tag.trim();
  if (isBlank(name)) return 'TAG_REQUIRED';
  if (name.length > limits.tag.maxLength) return 'TAG_TOO_LONG';
  if (hasTag(tags, name)) return 'TAG_DUPLICATE';
  return tags.length >= limits.tag.maxCount ? 'TAGS_TOO_MANY' : null;
}

/** The tag as it is kept: trimmed, and a fixed one in its own spelling, however it was typed. */
export const toTag = (text: string): string =>
  fixedTags.find((fixed) => isSameTag(fixed, text)) ?? text.trim();

/** A selected tag goes, another one comes; null with no room for it. */
export function toggleTag(tags: readonly string[], tag: string): readonly string[] | null {
  if (hasTag(tags, tag)) return tags.filter((each) => !isSameTag(each, tag));
  return checkTag(tags, tag) === null ? [...tags, toTag(tag)] : null;
}
