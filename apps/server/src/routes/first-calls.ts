import { toFeedFilter, type FirstCall } from '@relato/contract';
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

/** Paths on which `?story=` opens a story. */
const storyPaths = /^\/(?:|search|home|record|profile|avisos|moderacion|u\/[^/]+)$/;

/**
 * Returns the queries that the web app makes first at an address, with the inputs that it sends. Null for an address
 * whose screen shows no data of the server at first. A query that the app would not make costs time, and one that is
 * missing here is made by the app.
 */
export function listFirstCalls({ pathname, searchParams }: URL): FirstCalls | null {
  const { story, ...search }: Readonly<Record<string, string>> = Object.fromEntries(searchParams);
  if (story && storyPaths.test(pathname)) return { calls: [...always, ...callsOfStory(story)] };
  const { search: text, tags } = toFeedFilter({ q: search.q, tags: search.tags });
  const feed: FirstCall = { path: 'stories.feed', input: { search: text, tags }, type: 'query' };
  const username = /^\/u\/([^/]+)$/.exec(pathname)?.[1];
  if (username) return callsOfProfile(decodeURIComponent(username));
  switch (pathname) {
    case '/search':
      return { calls: [...always, feed] };
    case '/home':
      return { calls: always, more: ([settings]) => (isRecordOnly(settings) ? [] : [feed]) };
    case '/':
      // The landing page shows the first story of the feed, the recorder none.
      return {
        calls: always,
        more: ([settings]) =>
          isRecordOnly(settings) ? [] : [{ path: 'stories.feed', input: { limit: 1 }, type: 'query' }],
      };
    case '/record':
    case '/profile':
      return { calls: always };
    default:
      return null;
  }
}

function callsOfStory(story: string): readonly FirstCall[] {
  // As the app reads it: a program that passed the link on may have changed the case.
  const id = story.toLowerCase();
  return [
    { path: 'stories.byId', input: { id }, type: 'query' },
    { path: 'comments.list', input: { storyId: id }, type: 'infinite' },
  ];
}

const callsOfProfile = (username: string): FirstCalls => ({
  calls: [...always, { path: 'profiles.byUsername', input: { username }, type: 'query' }],
  more: ([_settings, _session, profile]) => {
    const found = profileAnswer.safeParse(profile);
    if (!found.success) return [];
    const { id: userId } = found.data.result.data.json;
    return [{ path: 'stories.byUser', input: { userId }, type: 'infinite' }];
  },
});

const answerOf = <Output extends z.ZodType>(output: Output) =>
  z.object({ result: z.object({ data: z.object({ json: output }) }) });
const profileAnswer = answerOf(z.object({ id: z.string() }));
const recordOnlyAnswer = answerOf(z.object({ flags: z.object({ recordOnly: z.literal(true) }) }));

/** Also true without an answer: the app then asks itself, and knows which screen it shows. */
const isRecordOnly = (settings: unknown): boolean =>
  recordOnlyAnswer.safeParse(settings).success || !answerOf(z.unknown()).safeParse(settings).success;
