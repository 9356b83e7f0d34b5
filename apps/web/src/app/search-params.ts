import { readSeconds } from '@relato/contract/stories/links';

/**
 * Reads search parameters as plain strings. The router would parse `1e5` as a number, which would corrupt the token of
 * a mail link.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

interface OpenedStory {
  /** Opens one story in front of the current route. */
  readonly story?: string;
  /** The second from which the story plays. */
  readonly t?: string | undefined;
}

/**
 * Ids are in lower case, but a program that passed the link on may have changed that. Anything but a number of up to four
 * digits counts as no second.
 */
export const readOpenedStory = ({ story, t }: Record<string, unknown>): OpenedStory =>
  typeof story === 'string' ? { story: story.toLowerCase(), t: readSeconds(t)?.toString() } : {};
