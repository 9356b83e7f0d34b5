import { limits } from '../limits.ts';
import { checkRequiredText } from '../text/rules.ts';
import type { StorySummary, StoryVisibility } from './types.ts';

/** The fixed tags in their displayed order. Users may add their own. */
export const fixedTags = [
  'misterio',
  'terror',
  'humor',
  'romance',
  'crimen',
  'comedia',
  'lifestyle',
  'traición',
  'increíble',
  'película',
  'amor',
] as const;

/** Returns why the case number of an authority is refused. */
export const checkCaseNumber = (text: string) =>
  checkRequiredText(text, limits.freeze.caseNumber.maxLength, 'FREEZE_CASE_INVALID', 'FREEZE_CASE_INVALID');

/** Returns who sees a story of the viewer, or will see it after its approval. */
export const visibilityOf = ({
  published,
  isWaiting,
  isShared,
}: Pick<StorySummary, 'published' | 'isWaiting' | 'isShared'>): StoryVisibility =>
  published || isWaiting ? 'published' : isShared ? 'shared' : 'private';

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns the same text for tags that look the same: ignores case, white space, the composition of accents and invisible
 * characters. Accents count: `papá` differs from `papa`.
 */
export const foldTag = (tag: string): string =>
  tag.normalize('NFC').replace(invisible, '').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('es');

/**
 * Returns the spelling of a tag in the address of a subject: the characters of Spanish keyboards, without case and accents.
 * The database folds more, so other spellings have further addresses of the same subject.
 */
export const toSubject = (tag: string): string =>
  tag.replaceAll(/[A-ZÁÉÍÓÚÜÑáéíóúüñ]/gu, (letter) => letter.normalize('NFD').charAt(0).toLowerCase());

/** Returns why the title of a story is refused. */
export const checkTitle = (title: string) =>
  checkRequiredText(title, limits.title.maxLength, 'TITLE_REQUIRED', 'TITLE_TOO_LONG');

/** Returns why a single tag is refused. */
export const checkTag = (tag: string) =>
  checkRequiredText(tag, limits.tag.maxLength, 'TAG_REQUIRED', 'TAG_TOO_LONG');

/** Returns why a list of valid tags is refused as a whole. */
export function checkTagList(tags: readonly string[]): 'TAG_DUPLICATE' | 'TAGS_TOO_MANY' | null {
  if (new Set(tags.map((tag) => foldTag(tag))).size < tags.length) return 'TAG_DUPLICATE';
  return checkTagCount(tags);
}

/** Returns why there are too many tags to save or to search for. */
export const checkTagCount = (tags: readonly string[]): 'TAGS_TOO_MANY' | null =>
  tags.length > limits.tag.maxCount ? 'TAGS_TOO_MANY' : null;

export type TagRefusal = NonNullable<ReturnType<typeof checkTag | typeof checkTagList>>;

const checkEach = (tags: readonly string[]) => tags.map((tag) => checkTag(tag)).find((code) => code !== null);

/** Returns why the tags of a story are refused. */
export const checkTags = (tags: readonly string[]): TagRefusal | null =>
  checkEach(tags) ?? checkTagList(tags);

/** Returns why a list of stories cannot be filtered by tags. A repeated tag counts twice. */
export const checkFilterTags = (tags: readonly string[]) => checkEach(tags) ?? checkTagCount(tags);

/** The orders of public stories: by votes, by age, by both, and the newest ones of the people whom the viewer follows. */
export const storyOrders = ['featured', 'newest', 'rising', 'following'] as const;
export type StoryOrder = (typeof storyOrders)[number];

/** The lists of the community: all stories in an order, or the selection for the viewer. */
export const feedLists = [...storyOrders, 'forMe'] as const;
export type FeedList = (typeof feedLists)[number];

/** Returns the order of a search, which does not cover the selection for the viewer. */
export const toSearchOrder = (list: FeedList): StoryOrder => (list === 'forMe' ? 'featured' : list);

/** The names of the lists in addresses. */
export const orderNames = {
  featured: 'destacadas',
  newest: 'nuevas',
  rising: 'en-alza',
  following: 'siguiendo',
  forMe: 'para-ti',
} as const satisfies Record<FeedList, string>;

/** The results of a search other than stories, by their names in addresses. */
export const searchViews = { people: 'personas', subjects: 'temas' } as const;
export type SearchView = keyof typeof searchViews;

/** The filter of a list of stories, and its order. */
export interface FeedFilter {
  readonly search: string;
  readonly tags: readonly string[];
  readonly order: FeedList;
}

/** Writes tags into the parameter of an address, with commas between. A comma within a tag gets a backslash. */
export const toTagsParameter = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replaceAll(/[\\,]/g, '\\$&')).join(',');

/** Reads the filter from the parameters of an address: `q`, `tags` as `toTagsParameter` writes them, and `orden`. */
export function toFeedFilter({
  q = '',
  tags = '',
  orden,
}: {
  readonly q?: string | undefined;
  readonly tags?: string | undefined;
  readonly orden?: string | undefined;
}): FeedFilter {
  const names = (tags.match(/(?:\\[\\,]|[^,])+/g) ?? [])
    .map((tag) => tag.replaceAll(/\\([\\,])/g, '$1').trim())
    .filter((tag) => tag !== '');
  const isFiltered = q.trim() !== '' || names.length > 0;
  const order = feedLists.find((each) => orderNames[each] === orden) ?? 'featured';
  return {
    search: q.trim(),
    tags: [...new Set(names)],
    order: isFiltered ? toSearchOrder(order) : order,
  };
}
