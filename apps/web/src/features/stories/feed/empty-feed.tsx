import type { ErrorCode } from '@relato/contract/errors';
import type { FeedFilter, FeedList } from '@relato/contract/stories/rules';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { sessionText } from '../../../messages/account/session.ts';
import { errorText } from '../../../messages/errors.ts';
import { forMeText } from '../../../messages/stories/for-me.ts';
import { searchText } from '../../../messages/stories/search.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RecordInvitation } from '../record-invitation.tsx';

export interface EmptyFeedProps {
  readonly filter: FeedFilter;
  /** The reason why the filter is refused, if it is. */
  readonly refusal: ErrorCode | null;
  /** Shows all stories. */
  readonly onClear: () => void;
  readonly onOrder: (order: FeedList) => void;
}

/** Replaces the list of a feed without stories. */
export function EmptyFeed({ filter, refusal, onClear, onOrder }: EmptyFeedProps) {
  const isVisitor = useSession().status === 'signed-out';
  const { community, followed } = searchText.empty;
  const isFiltered = filter.search !== '' || filter.tags.length > 0;
  const isForOne = filter.order === 'following' || filter.order === 'forMe';
  if (refusal === null && isForOne && (isVisitor || !isFiltered)) {
    const { title, text, visitorText } = filter.order === 'forMe' ? forMeText.empty : followed;
    return (
      <EmptyState
        title={title}
        text={isVisitor ? visitorText : text}
        action={
          isVisitor ? (
            <Button onClick={() => openAuthSheet()}>{sessionText.signIn}</Button>
          ) : (
            <Button ref={keepFocus} onClick={() => onOrder('newest')}>
              {searchText.showNewest}
            </Button>
          )
        }
      />
    );
  }
  if (refusal === null && !isFiltered) return <RecordInvitation {...community} />;
  return (
    <EmptyState
      title={community.title}
      text={refusal === null ? community.filteredText : errorText[refusal]}
      action={
        <Button ref={keepFocus} onClick={onClear}>
          {searchText.clearFilters}
        </Button>
      }
    />
  );
}
