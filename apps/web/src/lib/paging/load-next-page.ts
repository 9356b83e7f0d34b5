/** The part of an infinite query that can load its next page. */
export interface NextPages {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<NextPages>;
}

/** Limits the attempts, because refetches may repeat without an end. */
const maxAttempts = 3;

/**
 * Loads the next page. A refetch, for example after another user's comment, replaces the running request of a query. The
 * next page is then requested again after it, because a user has pressed a button for it. Never rejects.
 */
export async function loadNextPage(query: NextPages): Promise<void> {
  const count = query.data?.pages.length;
  let now = query;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    now = await now.fetchNextPage();
    if (now.isError || !now.hasNextPage || now.data?.pages.length !== count) return;
  }
}
