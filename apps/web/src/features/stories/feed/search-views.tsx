import { mayBeginName } from '@relato/contract/profiles/name-beginning';
import { toSubject, type SearchView } from '@relato/contract/stories/rules';
import { checkSearch } from '@relato/contract/text/rules';
import { Link } from '@tanstack/react-router';
import { Hash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../lib/avatar/avatar.tsx';
import { trpc } from '../../../lib/calls/trpc.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import type { Listed } from '../../../lib/paging/merge-pages.ts';
import { Paged, type PagedQuery } from '../../../lib/paging/paged.tsx';
import { errorText } from '../../../messages/errors.ts';
import { searchText } from '../../../messages/stories/search.ts';
import { countStories, formatStories } from '../../../messages/stories/subjects.ts';
import { storiesText } from '../../../messages/stories.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RowSkeletons } from '../../../lib/paging/row-skeletons.tsx';

interface SearchViewsProps extends SearchTabsProps {
  readonly search: string;
}

/** The choice between stories and the other results of a search. */
export function SearchViews({ view, search, onChange }: SearchViewsProps) {
  const refusal = checkSearch(search);
  return (
    <>
      <SearchTabs view={view} onChange={onChange} />
      {view !== null && refusal !== null && (
        <EmptyState title={searchText.failed} text={errorText[refusal]} />
      )}
      {view === 'people' && refusal === null && <FoundPeople search={search} />}
      {view === 'subjects' && refusal === null && <FoundSubjects search={search} />}
    </>
  );
}

interface SearchTabsProps {
  /** Null for stories. */
  readonly view: SearchView | null;
  readonly onChange: (view: SearchView | null) => void;
}

function SearchTabs({ view, onChange }: SearchTabsProps) {
  return (
    <fieldset
      aria-label={searchText.views.label}
      // Large text wraps instead of overlapping.
      className="mt-2 flex flex-wrap rounded-pill bg-sunken p-1"
    >
      {([null, 'people', 'subjects'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          className="min-h-11 flex-[1_1_5.5rem] rounded-pill text-[0.9375rem] font-semibold text-muted aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card forced-colors:aria-pressed:outline-2"
          onClick={() => onChange(each)}
        >
          {searchText.views[each ?? 'stories']}
        </button>
      ))}
    </fieldset>
  );
}

function FoundPeople({ search }: { readonly search: string }) {
  const isName = mayBeginName(search);
  const people = trpc.profiles.find.useInfiniteQuery({ search }, { ...byCursor, enabled: isName });
  if (!isName) return <EmptyState {...searchText.noName} />;
  return (
    <Found query={people} label={searchText.people} texts={searchText.noPeople}>
      {({ id, username, photo, postsCount }) => (
        <li key={id}>
          <Link to="/u/$username" params={{ username }} preload={false} className={rowClass}>
            <Avatar username={username} photo={photo} />
            <Row name={storiesText.author(username)} stories={formatStories(postsCount)} />
          </Link>
        </li>
      )}
    </Found>
  );
}

function FoundSubjects({ search }: { readonly search: string }) {
  const subjects = trpc.stories.findSubjects.useInfiniteQuery({ search }, byCursor);
  return (
    <Found query={subjects} label={searchText.views.subjects} texts={searchText.noSubjects}>
      {({ id, name, storiesCount }) => (
        <li key={id}>
          <Link to="/tema/$tag" params={{ tag: toSubject(name) }} preload={false} className={rowClass}>
            <span className="grid size-9 shrink-0 place-items-center rounded-pill bg-voice-soft text-voice-strong">
              <Hash aria-hidden="true" className="size-4.5" />
            </span>
            <Row name={name} stories={countStories(storiesCount)} />
          </Link>
        </li>
      )}
    </Found>
  );
}

const rowClass = '-mx-2 flex min-h-14 items-center gap-3 rounded-field px-2 hover:bg-sunken';

function Row({ name, stories }: { readonly name: string; readonly stories: string }) {
  return (
    <>
      <bdi className="min-w-0 flex-1 truncate font-[650]">{name}</bdi>
      <span className="num shrink-0 text-sm text-muted">{stories}</span>
    </>
  );
}

interface FoundProps<Item> {
  readonly query: PagedQuery<Item>;
  readonly label: string;
  readonly texts: { readonly title: string; readonly text: string };
  readonly children: (item: Item) => ReactNode;
}

function Found<Item extends Listed>({ query, label, texts, children }: FoundProps<Item>) {
  const first = query.data?.pages[0];
  return (
    <>
      <output className="sr-only">
        {first && searchText.found(first.items.length, first.nextCursor !== null)}
      </output>
      <Paged
        query={query}
        skeleton={<RowSkeletons label={searchText.searching} />}
        failureTitle={searchText.failed}
        empty={<EmptyState {...texts} />}
      >
        {(items) => (
          <ul aria-label={label} className="mt-3">
            {items.map((item) => children(item))}
          </ul>
        )}
      </Paged>
    </>
  );
}
