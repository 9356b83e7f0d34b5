import { defaults, escapeMarkup, hasMutedWord } from '@relato/contract';
import type { FirstData } from '@relato/contract';
import { z } from 'zod';

/** The contents of the page's placeholder until the app has started. */
interface StartParts {
  /** The values of `data-start` of the shown templates in index.html. */
  readonly names: readonly (
    | 'community'
    | 'microphone'
    | 'recorder'
    | 'landing'
    | 'feed'
    | 'card'
    | 'reload'
  )[];
  /** The story of the card. */
  readonly story?: z.infer<typeof storyOutput>;
}

const storyOutput = z.object({
  title: z.string(),
  transcript: z.string(),
  transcriptStatus: z.string(),
  /** The sentences that the search found. */
  moments: z.array(z.unknown()).optional(),
});
const listedOutput = storyOutput.extend({
  tags: z.array(z.string()),
  author: z.object({ username: z.string().nullable() }).nullable(),
  viewer: z.object({ canEdit: z.boolean() }),
});
const feedOutput = z.object({ items: z.tuple([listedOutput], z.unknown()) });
const wordsOutput = z.array(z.string());
const settingsOutput = z.object({ flags: z.object({ recordOnly: z.boolean() }) });
const answer = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) });

/** The paths of links with a token after `#`, which a retry by a link would lose. */
const tokenPaths = /^\/(?:apelar|confirmar|confirmar-correo|cuentame|restablecer)\/?$/;

/** Returns the items of the bar at an address, and the known parts of its first screen. */
export function findStartParts({ pathname, searchParams }: URL, data: readonly FirstData[]): StartParts {
  const read = (wanted: string): unknown => {
    for (const { calls, answers } of data) {
      const index = calls.findIndex(({ path }) => path === wanted);
      if (index >= 0) return answer.safeParse(answers[index]).data?.result.data.json;
    }
    return undefined;
  };
  const isOpened = Boolean(searchParams.get('story'));
  const isRecordOnly = settingsOutput.safeParse(read('settings.public')).data?.flags.recordOnly;
  const community = isRecordOnly === false ? (['community'] as const) : [];
  if (!isOpened && (pathname === '/record' || (pathname === '/' && isRecordOnly)))
    return { names: [...community, 'recorder'] };
  // Without the settings, the page may be the recorder, which has its own microphone.
  if (!isOpened && pathname === '/')
    return { names: isRecordOnly === false ? [...community, 'microphone', 'landing'] : [] };
  const bar = [
    ...community,
    'microphone',
    ...(tokenPaths.test(pathname) ? (['reload'] as const) : []),
  ] as const;
  const [first] = feedOutput.safeParse(read('stories.feed')).data?.items ?? [];
  const story = isOpened ? storyOutput.safeParse(read('stories.byId')).data : first;
  if (!story) return { names: bar };
  if (isOpened) return { names: [...bar, 'card'], story };
  const words = read('account.session') === null ? [] : wordsOutput.safeParse(read('blocks.words')).data;
  // The app shows the sentences that the search found instead of the text.
  return story.moments?.length || !first || !words || isFolded(words, first)
    ? { names: [...bar, 'feed'] }
    : { names: [...bar, 'feed', 'card'], story };
}

/** Returns whether the app folds the story in a list. */
const isFolded = (words: readonly string[], story: z.infer<typeof listedOutput>): boolean =>
  !story.viewer.canEdit &&
  hasMutedWord(words, [
    story.title,
    ...story.tags,
    story.transcript,
    story.author?.username ?? defaults.anonymousName,
  ]);

const template = /<template data-start="(\w+)">(.*?)<\/template>/gs;

/** Fills and shows these parts of the page, and removes the others. */
export const fillStart = (page: string, { names, story }: StartParts): string =>
  page.replace(template, (_template, name: string, html: string) =>
    names.some((shown) => shown === name)
      ? html
          .replace('{title}', () => escapeMarkup(story?.title ?? ''))
          .replace('{text}', () => escapeMarkup(story?.transcriptStatus === 'ready' ? story.transcript : ''))
      : '',
  );
