interface Opened {
  readonly story?: string;
  readonly t?: string | undefined;
}

/** Returns the change of the address after a story has started at its second. Another address, to which the user left, stays. */
export const toStarted =
  (story: string) =>
  <Search extends Opened>(search: Search) =>
    search.story === story ? { ...search, t: undefined } : search;

/** Returns the change of the address that opens a story, from a given second on. Other parameters stay. */
export const toStory =
  (story: string, seconds?: number) =>
  <Search extends object>(search: Search) => ({
    ...search,
    story,
    t: seconds === undefined ? undefined : String(Math.floor(seconds)),
  });
