import { toSubject } from './rules.ts';

interface Start {
  /** Whole seconds from the start of the recording. */
  readonly seconds?: number;
}

/** Returns the link of a story, from a second on if one is given. */
export const toStoryUrl = (origin: string, storyId: string, { seconds = 0 }: Start = {}): string =>
  `${origin}/?story=${storyId}${seconds > 0 ? `&t=${seconds}` : ''}`;

/** Returns the second from which a link plays, as it stands in `t`; undefined for what is no number of up to four digits. */
export const readSeconds = (t: unknown): number | undefined =>
  typeof t === 'string' && /^\d{1,4}$/.test(t) ? Number(t) : undefined;

/** Returns the address of a subject's page; its feed is at `/feed.xml` below it. */
export const toSubjectUrl = (origin: string, tag: string): string =>
  `${origin}/tema/${encodeURIComponent(toSubject(tag))}`;
