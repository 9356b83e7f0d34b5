// Separate from the links, which are part of the first load of every page.

/** Returns the id of a story from its link, or from the id itself, or null. */
export const readStoryId = (text: string): string | null =>
  /^(?:\S*[?&]story=)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[&#]\S*)?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase() ?? null;
