import {
  isAppPath,
  limits,
  mayBeginName,
  searchViews,
  toRegion,
  toFeedFilter,
  toSearchOrder,
  type FirstCall,
  type FirstData,
} from '@relato/contract';
import { z } from 'zod';

/** The queries of a first screen. */
export interface FirstCalls {
  readonly calls: readonly FirstCall[];
  /** Returns the queries that depend on the answers to `calls`. */
  readonly more?: (answers: readonly unknown[]) => readonly FirstCall[];
}

const always: readonly FirstCall[] = [
  { path: 'settings.public', type: 'query' },
  { path: 'account.session', type: 'query' },
];

/** The router of the app also accepts an address with a slash at its end. */
export const withoutSlash = (pathname: string): string => pathname.replace(/(?<=.)\/$/, '');

/** For all others than administrators, this address does not exist. */
export const operatorPath = '/operador';

/** Returns the id of the story that an address of any screen opens, as the app reads it, or undefined. */
export function readStoryId({ pathname, searchParams }: URL): string | undefined {
  // A program that forwarded the link may have changed the case.
  return (isAppPath(pathname) && searchParams.get('story')?.toLowerCase()) || undefined;
}

/** Returns a reader of the last part of an address, such as a username. It returns undefined for other addresses. */
const readEnd =
  (pattern: RegExp) =>
  ({ pathname }: URL): string | undefined => {
    const [, text] = pattern.exec(pathname) ?? [];
    return text === undefined ? undefined : decodePath(text);
  };
export const readUsername = readEnd(/^\/u\/([^/]+)$/);
export const readTag = readEnd(/^\/tema\/([^/]+)$/);
export const readCollectionId = readEnd(/^\/coleccion\/([^/]+)$/);
/** Returns the region in the address of a list of words as written, '' for the list of all, and undefined for other addresses. */
export const readWordsRegion = (url: URL): string | undefined =>
  url.pathname === '/palabras' ? '' : readEnd(/^\/palabras\/([^/]+)$/)(url);

/** A text that is not valid UTF-8 stays as it is, because no user and no story has it. */
function decodePath(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Returns the first queries of the web app at an address, with their inputs, or null if the first screen needs no data. An
 * unneeded query costs time. The app makes a missing one itself.
 */
export function listFirstCalls(url: URL): FirstCalls | null {
  const first = listCallsOf(url);
  return first && showsCards(url) ? { ...first, more: withMutedWords(first.more) } : first;
}

const showsCards = (url: URL): boolean =>
  /^\/(?:search|home|profile|avisos|palabras|(?:u|palabras|tema|coleccion)\/.*)$/.test(
    withoutSlash(url.pathname),
  ) || readStoryId(url) !== undefined;

/** Adds the muted words of a signed-in user, because cards that fold later would move those below. */
const withMutedWords =
  (more: FirstCalls['more']): NonNullable<FirstCalls['more']> =>
  (answers) => [
    ...(more?.(answers) ?? []),
    ...(signedInAnswer.safeParse(answers[1]).success
      ? [{ path: 'blocks.words', type: 'query' } as const]
      : []),
  ];

const firstOfFeed = withMutedWords(() => [{ path: 'stories.feed', input: { limit: 1 }, type: 'query' }]);

function listCallsOf(url: URL): FirstCalls | null {
  const story = readStoryId(url);
  if (story !== undefined) return { calls: [...always, ...callsOfStory(story)] };
  const username = readUsername(url);
  if (username !== undefined) return callsOfProfile(username);
  const collection = readCollectionId(url);
  if (collection !== undefined) return { calls: [...always, ...callsOfCollection(collection)] };
  const words = readWordsRegion(url);
  if (words !== undefined) return callsOfWords(words);
  const { q, tags, orden, ver }: Readonly<Record<string, string>> = Object.fromEntries(url.searchParams);
  const tag = readTag(url);
  if (tag !== undefined) return { calls: [...always, ...callsOfSubject(tag, orden)] };
  const filter = toFeedFilter({ q, tags, orden });
  const feed: FirstCall = { path: 'stories.feed', input: { ...filter }, type: 'query' };
  switch (withoutSlash(url.pathname)) {
    case '/search':
      return ver === searchViews.people || ver === searchViews.subjects
        ? { calls: [...always, ...callsOfView(filter.search, ver)] }
        : { calls: [...always, feed, ...callsOfPeople(filter.search)], more: callsOfMember };
    case '/home':
      return {
        calls: always,
        more: (answers) => (isRecordOnly(answers[0]) ? [] : [feed, ...callsOfMember(answers)]),
      };
    case '/':
      // The landing page shows the first story of the feed. The recorder shows none.
      return {
        calls: always,
        more: (answers) => (isRecordOnly(answers[0]) ? [] : firstOfFeed(answers)),
      };
    case operatorPath:
      return { calls: [...always, { path: 'settings.get', type: 'query' }] };
    case '/record':
    case '/profile':
    case '/avisos':
    case '/colecciones':
    case '/pide':
      return { calls: always };
    default:
      return null;
  }
}

const callsOfPeople = (search: string): readonly FirstCall[] =>
  mayBeginName(search)
    ? [{ path: 'profiles.find', input: { search, limit: limits.search.maxPeople }, type: 'query' }]
    : [];

const callsOfView = (search: string, ver: string): readonly FirstCall[] => {
  if (ver === searchViews.subjects)
    return [{ path: 'stories.findSubjects', input: { search }, type: 'infinite' }];
  return mayBeginName(search) ? [{ path: 'profiles.find', input: { search }, type: 'infinite' }] : [];
};

/** The subjects that a user follows come before the others. */
const callsOfMember = ([_settings, session]: readonly unknown[]): readonly FirstCall[] =>
  answerOf(z.object({ user: z.unknown() })).safeParse(session).success
    ? [{ path: 'follows.tags', type: 'query' }]
    : [];

const callsOfStory = (id: string): readonly FirstCall[] => [
  { path: 'stories.byId', input: { id }, type: 'query' },
  { path: 'comments.list', input: { storyId: id }, type: 'infinite' },
];

const callsOfProfile = (username: string): FirstCalls => ({
  calls: [...always, { path: 'profiles.byUsername', input: { username }, type: 'query' }],
  more: ([_settings, _session, profile]) => {
    const found = profileAnswer.safeParse(profile);
    if (!found.success) return [];
    const { id: userId } = found.data.result.data.json;
    const limit = limits.collection.shownAtFirst;
    return [
      { path: 'stories.byUser', input: { userId }, type: 'infinite' },
      { path: 'collections.byUser', input: { userId, limit }, type: 'infinite' },
    ];
  },
});

const answerOf = <Output extends z.ZodType>(output: Output) =>
  z.object({ result: z.object({ data: z.object({ json: output }) }) });
const profileAnswer = answerOf(z.object({ id: z.string() }));
const signedInAnswer = answerOf(z.object({ user: z.object({}) }));
const recordOnlyAnswer = answerOf(z.object({ flags: z.object({ recordOnly: z.literal(true) }) }));

/** Returns true without an answer too, so that the app asks itself and knows which screen to show. */
const isRecordOnly = (settings: unknown): boolean =>
  recordOnlyAnswer.safeParse(settings).success || !answerOf(z.unknown()).safeParse(settings).success;

/** Returns the filter of the page of a subject, whose name may contain a comma. */
const toFilterOfSubject = (tag: string, orden: string | undefined) => {
  const { search, order } = toFeedFilter({ orden });
  return { search, tags: [tag], order: toSearchOrder(order) };
};

const callsOfSubject = (tag: string, orden: string | undefined): readonly FirstCall[] => [
  { path: 'stories.subject', input: { tag }, type: 'query' },
  { path: 'stories.feed', input: toFilterOfSubject(tag, orden), type: 'query' },
];

const callsOfCollection = (id: string): readonly FirstCall[] => [
  { path: 'collections.byId', input: { id }, type: 'query' },
  { path: 'stories.byCollection', input: { id }, type: 'infinite' },
];

const callsOfWords = (asked: string): FirstCalls => {
  const region = toRegion(asked);
  if (asked !== '' && !region) return { calls: always };
  const input = region ? { region } : {};
  return { calls: [...always, { path: 'corrections.explainedWords', input, type: 'infinite' }] };
};

/** Returns whether the answers contain the story, profile or collection of the address, or the settings of the operator. */
export const showsTarget = ({ calls, answers }: FirstData): boolean =>
  calls.some(
    ({ path }, index) =>
      (path === 'stories.byId' ||
        path === 'profiles.byUsername' ||
        path === 'collections.byId' ||
        path === 'settings.get') &&
      answerOf(z.unknown()).safeParse(answers[index]).success,
  );
