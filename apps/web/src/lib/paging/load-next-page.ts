/** The part of an infinite query that can load its next page. */
export interface NextPages {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<NextPages>;
}

/** Something that happens again and again must not make a page ask for ever. */
const maxAttempts = 3;

/**
 * Loads the next page. A refetch, such as after a comment of somebody else, takes the place of what a query is loading: the next page is
 * asked for again when that has ended, because somebody pressed a button for it. Never rejects.
 */
export async function loadNextPage(query: NextPages): Promise<void> {
  const count = query.data?.pages.length;
  let now = query;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    now = await now.fetchNextPage();
    if (now.isError || !now.hasNextPage || now.data?.pages.length !== count) return;
  }
}
