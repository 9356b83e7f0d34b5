import { feedLists, fixedTags, foldTag, storyOrders } from '@relato/contract/stories/rules';
import { limits } from '@relato/contract/limits';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useOnline } from '../../../lib/online.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { shellText } from '../../../messages/shell.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Chip } from '../../../ui/chip.tsx';
import { hasTag, isSameTag } from '../tags/tag-rules.ts';
import { FeedStories } from './feed-stories.tsx';
import { RefreshButton } from './feed-top.tsx';
import { OrderTabs } from './order-tabs.tsx';
import { SearchBox } from './search-box.tsx';
import { People, SearchViews } from './search-parts.ts';
import { useFeed, usePeople } from './use-feed.ts';
import { useFeedFilter } from './use-feed-filter.ts';

export function FeedScreen() {
  const { filter, view, setFilter, setOrder, setView } = useFeedFilter();
  const community = useFeed(filter, { isShown: view === null });
  const people = usePeople(filter, { isShown: view === null });
  const { data, isError, isFetching, isPending, isPlaceholderData } = community.feed;
  const isOnline = useOnline();
  const { search } = filter;
  const isSearching = isFetching && (isPending || isPlaceholderData);
  const isForOne = useSession().status === 'signed-in' && search === '' && filter.tags.length === 0;
  return (
    <>
      <h1 className="sr-only">{shellText.community}</h1>
      {/* Without a network and a list there is nothing to search. */}
      <div hidden={view === null && !isOnline && data === undefined}>
        <div className="flex flex-wrap items-center justify-end gap-1">
          {/* The first letter of a search adds a history entry; the next ones replace it. */}
          <SearchBox
            search={search}
            isSearching={search !== '' && isSearching}
            onSearch={(text) => setFilter({ search: text }, { replace: search !== '' })}
          />
          {view === null && (
            <RefreshButton
              isRefreshing={community.isStartingAnew}
              onRefresh={() => void community.refresh()}
            />
          )}
        </div>
        {/* While no list is there, its placeholder says that it loads. */}
        <output className="sr-only">
          {view === null &&
            data &&
            !isError &&
            (isSearching || community.isStartingAnew
              ? storiesText.loading
              : !isPlaceholderData &&
                storiesText.found(
                  // The same number while further pages arrive.
                  Math.min(data.items.length, limits.page.defaultSize),
                  data.nextCursor !== null,
                ))}
        </output>
        {(search !== '' || view !== null) && <SearchViews view={view} search={search} onChange={setView} />}
        {view === null && (
          <>
            <OrderTabs lists={isForOne ? feedLists : storyOrders} order={filter.order} onChange={setOrder} />
            <TagFilter
              tags={filter.tags}
              onToggle={(tag) => setFilter(({ tags }) => ({ tags: toToggled(tags, tag) }))}
            />
          </>
        )}
      </div>
      {view === null && (
        <>
          {people.length > 0 && <People people={people} />}
          <FeedStories
            {...community}
            filter={filter}
            onRefresh={() => void community.refresh()}
            onClear={() => setFilter({ search: '', tags: [] })}
            onOrder={setOrder}
          />
        </>
      )}
    </>
  );
}

interface TagFilterProps {
  readonly tags: readonly string[];
  readonly onToggle: (tag: string) => void;
}

const toToggled = (tags: readonly string[], tag: string): readonly string[] =>
  hasTag(tags, tag) ? tags.filter((each) => !isSameTag(each, tag)) : [...tags, tag];

function TagFilter({ tags, onToggle }: TagFilterProps) {
  // On arrival the pressed tags come first, so that they are visible, then the followed ones; afterwards nothing moves.
  const [pressed] = useState(tags);
  const known = [...pressed, ...useFollowedTags(), ...fixedTags];
  const others = tags.filter((tag) => !hasTag(known, tag));
  const shown = new Map([...others, ...known].map((tag) => [foldTag(tag), tag]));
  return (
    <>
      <fieldset
        aria-label={storiesText.tags}
        className="-mx-5 my-2 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:flex-wrap"
      >
        {[...shown.values()].map((tag) => (
          <Chip key={tag} pressed={hasTag(tags, tag)} onClick={() => onToggle(tag)}>
            {tag}
          </Chip>
        ))}
      </fieldset>
      {tags.length > 0 && (
        <p className="mb-2.5 text-sm text-muted">
          {storiesText.filteringBy} <b className="text-ink">{tags.join(', ')}</b>
        </p>
      )}
    </>
  );
}

function useFollowedTags(): readonly string[] {
  const isSignedIn = useSession().status === 'signed-in';
  const { data = [] } = trpc.follows.tags.useQuery(undefined, {
    enabled: isSignedIn,
    staleTime: limits.refresh.intervalMs,
  });
  return isSignedIn ? data : [];
}
