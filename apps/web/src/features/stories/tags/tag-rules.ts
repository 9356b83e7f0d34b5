import { checkTags, fixedTags, foldTag, type TagRefusal } from '@relato/contract/stories/rules';
import { toStoredText } from '@relato/contract/text/rules';

export const isSameTag = (one: string, other: string): boolean => foldTag(one) === foldTag(other);

export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((each) => isSameTag(each, tag));

/** Returns why `tag` cannot be added to `tags`. */
export const checkNewTag = (tags: readonly string[], tag: string): TagRefusal | null =>
  checkTags([...tags, tag]);

/** Normalizes a tag. A fixed tag gets its own spelling. */
export const toTag = (text: string): string =>
  fixedTags.find((fixed) => isSameTag(fixed, text)) ?? toStoredText(text);

/** Removes a selected tag or adds another one; null at the limit. */
export function toggleTag(tags: readonly string[], tag: string): readonly string[] | null {
  if (hasTag(tags, tag)) return tags.filter((each) => !isSameTag(each, tag));
  return checkNewTag(tags, tag) === null ? [...tags, toTag(tag)] : null;
}
