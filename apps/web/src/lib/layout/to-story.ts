/** Returns the change of the address that opens a story, from a second on if one is given. The rest of the address stays. */
export const toStory =
  (story: string, seconds?: number) =>
  <Search extends object>(search: Search) => ({
    ...search,
    story,
    t: seconds === undefined ? undefined : String(Math.floor(seconds)),
  });
