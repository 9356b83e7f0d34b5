import { limits } from '@relato/contract/limits';
import { trpc } from '../../lib/calls/trpc.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { LoadMore } from '../../lib/paging/load-more.tsx';
import { loadNextPage } from '../../lib/paging/load-next-page.ts';
import { mergePages } from '../../lib/paging/merge-pages.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { formatStories } from '../../messages/stories/subjects.ts';
import { CollectionRows } from './collection-rows.tsx';

interface PublicCollectionsProps {
  readonly userId: string;
  readonly name: string;
}

/**
 * The public collections of a user. Renders nothing without any, and after an error, because the profile is complete without
 * them.
 */
export function PublicCollections({ userId, name }: PublicCollectionsProps) {
  const collections = trpc.collections.byUser.useInfiniteQuery(
    { userId, limit: limits.collection.shownAtFirst },
    byCursor,
  );
  const shown = mergePages(collections.data?.pages);
  if (shown.length === 0) return null;
  const title = collectionsText.of(name);
  return (
    <section aria-label={title}>
      <h2 className="mt-5.5 mb-3 text-title wrap-anywhere">{title}</h2>
      <CollectionRows
        label={title}
        collections={shown}
        toState={({ storiesCount }) => formatStories(storiesCount)}
      />
      {collections.hasNextPage && (
        <div className="mt-2">
          <LoadMore
            isAutomatic={false}
            isLoading={collections.isFetchingNextPage}
            hasFailed={collections.isFetchNextPageError}
            onLoad={() => void loadNextPage(collections)}
          />
        </div>
      )}
    </section>
  );
}
