import { limits } from '@relato/contract/limits';
import { type ReportStatus, reportStatuses } from '@relato/contract/reports/types';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useDecisionCallbacks } from '../../../lib/moderation/decision-sheet.tsx';
import { useShortcuts } from '../../../lib/moderation/use-shortcuts.ts';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { PagedList } from '../../../lib/paging/paged-list.tsx';
import { moderationText, toQueueLine } from '../../../messages/moderation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { player } from '../../player/public.ts';
import { CaseCard, CaseHead, toCaseTitle } from './case-card.tsx';
import { CaseDetails, type CaseDetailsProps } from './case-details.tsx';
import { byCursor } from '../../../lib/paging/by-cursor.ts';

const text = moderationText.reports;

/** The reported stories, with the chosen one beside them on a wide screen; `j` and `k` move through the list. */
export function ReportsTab() {
  const [status, setStatus] = useState<ReportStatus | undefined>();
  const [current, setCurrent] = useState<string | null>(null);
  const cases = trpc.reports.queue.useInfiniteQuery(
    { status },
    { ...byCursor, refetchInterval: limits.refresh.intervalMs },
  );
  const isWide = useWideScreen();
  const items = mergePages(cases.data?.pages);
  const chosen = items.find(({ story }) => story.id === current);
  // A wide screen always shows one case; after a decision, the next one takes its place. A case that arrives
  // before it does not replace it, because the reason that a moderator is writing would be lost.
  const [pinned, setPinned] = useState<string | null>(null);
  const shown = chosen ?? (isWide ? (items.find(({ story }) => story.id === pinned) ?? items[0]) : undefined);
  if (shown && shown.story.id !== pinned) setPinned(shown.story.id);
  const move = (step: 1 | -1) => {
    const place = shown ? items.indexOf(shown) + step : 0;
    setCurrent(items[Math.min(Math.max(place, 0), items.length - 1)]?.story.id ?? null);
  };
  const choose = (chosen: ReportStatus | undefined) => {
    setStatus(chosen);
    setCurrent(null);
  };
  const given = useRef<string | null>(null);
  const follow = (storyId: string) => {
    given.current = storyId;
    setStatus(undefined);
    setCurrent(storyId);
  };
  const next = useNextCase(follow);
  // The case that a moderator begins to review leaves a list of those that nobody reviews.
  const onReview = (storyId: string) => {
    if (status !== undefined) follow(storyId);
  };
  // The case from the queue may lie beyond the loaded pages.
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = cases;
  useEffect(() => {
    // After a failure, the next refresh or the moderator tries again.
    if (given.current === null || isFetching || isFetchNextPageError) return;
    const isMissing = given.current === current && !chosen;
    if (isMissing && hasNextPage) void fetchNextPage();
    else given.current = null;
  }, [current, chosen, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  useEffect(() => {
    const { rate } = player.getState();
    player.setRate(limits.report.rate);
    return () => player.setRate(rate);
  }, []);
  useShortcuts({ j: () => move(1), k: () => move(-1), n: next.ask });
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="mb-3"
        aria-keyshortcuts="n"
        busy={next.isAsking}
        onClick={next.ask}
      >
        {text.next}
      </Button>
      <QueueLine />
      <fieldset aria-label={text.filter} className="mb-4 flex flex-wrap gap-2">
        <Chip pressed={status === undefined} onClick={() => choose(undefined)}>
          {text.open}
        </Chip>
        {reportStatuses.map((each) => (
          <Chip key={each} pressed={status === each} onClick={() => choose(each)}>
            {text.filters[each]}
          </Chip>
        ))}
      </fieldset>
      <div className={isWide && shown ? 'grid grid-cols-[19rem_minmax(0,1fr)] items-start gap-6' : ''}>
        <div>
          <PagedList
            label={text.label}
            query={cases}
            empty={<EmptyState {...text.empty} />}
            render={(each) => (
              <CaseCard
                key={each.story.id}
                reportCase={each}
                isCurrent={each === shown}
                takesFocus={each === chosen}
                hasRoom={!isWide}
                onReview={onReview}
                onOpen={() => setCurrent(each === chosen ? null : each.story.id)}
              />
            )}
          />
        </div>
        {isWide && shown && <CasePane key={shown.story.id} reportCase={shown} onReview={onReview} />}
      </div>
    </>
  );
}

/** Shows the state of the queue, but no numbers about single moderators. */
function QueueLine() {
  const { data } = trpc.reports.queueStats.useQuery();
  if (!data) return null;
  return <p className="mb-3 text-sm text-muted">{toQueueLine(data)}</p>;
}

/** Provides the call that assigns the viewer the next case of the queue. */
function useNextCase(onGiven: (storyId: string) => void) {
  const decided = useDecisionCallbacks();
  const next = trpc.reports.next.useMutation({
    ...decided,
    onSuccess: (storyId) => (storyId === null ? showToast({ title: text.noneLeft }) : onGiven(storyId)),
  });
  return { isAsking: next.isPending, ask: () => next.mutate() };
}

function CasePane(props: CaseDetailsProps) {
  const { reportCase } = props;
  const { story } = reportCase;
  return (
    <section
      aria-label={toCaseTitle(story)}
      className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-card border border-line/60 bg-surface p-5 shadow-card"
    >
      <h2 dir="auto" className="text-heading wrap-anywhere">
        {toCaseTitle(story)}
      </h2>
      <CaseHead reportCase={reportCase} />
      <CaseDetails {...props} />
    </section>
  );
}

/** The breakpoint `lg` of the styles, from which the navigation stands at the side. */
const wide = matchMedia('(min-width: 64rem)');

const subscribe = (onChange: () => void): (() => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};

/** Only for content that moves elsewhere on a wide screen; anything else is a matter of CSS. */
const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
