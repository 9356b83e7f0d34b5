import { escapeMarkup } from '@relato/contract';
import type { FirstData } from '@relato/contract';
import { z } from 'zod';

/** The contents of the page's placeholder until the app has started. */
interface StartParts {
  /** The values of `data-start` of the templates in index.html that the page shows. */
  readonly names: readonly ('recorder' | 'landing' | 'feed' | 'card')[];
  /** The story of the card. */
  readonly story?: z.infer<typeof storyOutput>;
}

const storyOutput = z.object({
  title: z.string(),
  transcript: z.string(),
  transcriptStatus: z.string(),
  /** The sentences in which a search was found. */
  moments: z.array(z.unknown()).optional(),
});
const feedOutput = z.object({ items: z.tuple([storyOutput], z.unknown()) });
const settingsOutput = z.object({ flags: z.object({ recordOnly: z.boolean() }) });
const answer = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) });

/** Returns the parts with which the first screen of an address begins; none if its data do not tell. */
export function findStartParts({ pathname, searchParams }: URL, data: readonly FirstData[]): StartParts {
  const read = (wanted: string): unknown => {
    for (const { calls, answers } of data) {
      const index = calls.findIndex(({ path }) => path === wanted);
      if (index >= 0) return answer.safeParse(answers[index]).data?.result.data.json;
    }
    return undefined;
  };
  if (searchParams.get('story')) {
    const story = storyOutput.safeParse(read('stories.byId')).data;
    return story ? { names: ['card'], story } : { names: [] };
  }
  const settings = settingsOutput.safeParse(read('settings.public')).data;
  if (!settings) return { names: [] };
  if (pathname === '/') return { names: [settings.flags.recordOnly ? 'recorder' : 'landing'] };
  if (pathname === '/record') return { names: ['recorder'] };
  const [story] = feedOutput.safeParse(read('stories.feed')).data?.items ?? [];
  if (!story) return { names: [] };
  // The app shows those sentences instead of the text.
  return story.moments?.length ? { names: ['feed'] } : { names: ['feed', 'card'], story };
}

const template = /<template data-start="(\w+)">(.*?)<\/template>/gs;

/** Shows these parts in the page, filled in, and takes the others out. */
export const fillStart = (page: string, { names, story }: StartParts): string =>
  page.replace(template, (_template, name: string, html: string) =>
    names.some((shown) => shown === name)
      ? html
          .replace('{title}', () => escapeMarkup(story?.title ?? ''))
          .replace('{text}', () => escapeMarkup(story?.transcriptStatus === 'ready' ? story.transcript : ''))
      : '',
  );
