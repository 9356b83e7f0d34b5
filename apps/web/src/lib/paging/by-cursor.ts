/** The option of an infinite query whose pages name the cursor of the next one. */
export const byCursor = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};
