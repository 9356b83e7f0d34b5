import { toSubject } from './rules.ts';

interface Start {
  /** Whole seconds from the start of the recording. */
  readonly seconds?: number;
}

/** Returns the link of a story, optionally from a second on. */
export const toStoryUrl = (origin: string, storyId: string, { seconds = 0 }: Start = {}): string =>
  `${origin}/?story=${storyId}${seconds > 0 ? `&t=${seconds}` : ''}`;

/** Returns the second in the parameter `t` of a link, or undefined unless it is a number of up to four digits. */
export const readSeconds = (t: unknown): number | undefined =>
  typeof t === 'string' && /^\d{1,4}$/.test(t) ? Number(t) : undefined;

/** Returns the address of a subject's page. Its feed is at `/feed.xml` below it. */
export const toSubjectUrl = (origin: string, tag: string): string =>
  `${origin}/tema/${encodeURIComponent(toSubject(tag))}`;
