/** Returns the change of the address that opens a story, from a given second on. Other parameters stay. */
export const toStory =
  (story: string, seconds?: number) =>
  <Search extends object>(search: Search) => ({
    ...search,
    story,
    t: seconds === undefined ? undefined : String(Math.floor(seconds)),
  });
