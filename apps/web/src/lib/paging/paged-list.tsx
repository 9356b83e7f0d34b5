import type { ReactNode } from 'react';
import { moderationText } from '../../messages/moderation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Listed } from './merge-pages.ts';
import { Paged, type PagedQuery } from './paged.tsx';

interface PagedListProps<Item> {
  readonly label: string;
  readonly query: PagedQuery<Item>;
  readonly failureTitle?: string;
  readonly empty: ReactNode;
  /** Renders one `<li>`, with a key. */
  readonly render: (item: Item) => ReactNode;
}

export function PagedList<Item extends Listed>({
  label,
  query,
  failureTitle = moderationText.loadFailed,
  empty,
  render,
}: PagedListProps<Item>) {
  return (
    <Paged query={query} skeleton={<CardSkeletons />} failureTitle={failureTitle} empty={empty}>
      {(items) => (
        <ul aria-label={label} className="mb-4 grid grid-cols-1 gap-3">
          {items.map(render)}
        </ul>
      )}
    </Paged>
  );
}

function CardSkeletons() {
  return (
    <output aria-label={moderationText.loading} className="grid gap-3">
      <Skeleton className="h-32 rounded-card!" />
      <Skeleton className="h-32 rounded-card!" />
    </output>
  );
}
