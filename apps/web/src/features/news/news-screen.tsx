import { useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { BackHeader } from '../../lib/layout/back-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { PagedList } from '../../lib/paging/paged-list.tsx';
import { refreshIntervalMs } from '../../lib/refresh-interval.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { SignedIn } from '../../lib/session/signed-in.tsx';
import { newsText } from '../../messages/bell/news.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { NoticeCard } from '../appeals/public.ts';
import { NewsCard } from './news-card.tsx';
import { keepFocus } from '../../lib/layout/keep-focus.ts';

export function NewsScreen() {
  const { title, text, action } = newsText.visitor;
  return (
    <Screen label={newsText.title} header={<BackHeader title={newsText.title} />}>
      <SignedIn
        loading={null}
        failureTitle={newsText.loadFailed}
        visitor={
          <EmptyState
            title={title}
            text={text}
            action={<Button onClick={() => openAuthSheet({ purpose: 'notices' })}>{action}</Button>}
          />
        }
      >
        <NewsList />
      </SignedIn>
    </Screen>
  );
}

function NewsList() {
  const news = trpc.news.list.useInfiniteQuery(
    {},
    // Not cached, because a card that was read meanwhile would be marked as new again.
    { ...byCursor, gcTime: 0, refetchInterval: refreshIntervalMs },
  );
  return (
    <>
      <ReadAll />
      <PagedList
        label={newsText.title}
        query={news}
        failureTitle={newsText.loadFailed}
        empty={<EmptyState {...newsText.empty} />}
        render={(item) =>
          'reason' in item ? (
            <NoticeCard key={item.id} notice={item} />
          ) : (
            <NewsCard key={item.id} news={item} />
          )
        }
      />
    </>
  );
}

function ReadAll() {
  const utils = trpc.useUtils();
  const { data: unread = 0 } = trpc.news.unread.useQuery();
  const readAll = trpc.news.readAll.useMutation({
    onSuccess: () => utils.news.invalidate(),
    onError: (error) =>
      showToast({ title: newsText.readFailed, text: toErrorText(error), tone: 'destructive' }),
  });
  const [isKept, setKept] = useState(false);
  if (unread > 0 && !isKept) setKept(true);
  if (!isKept) return null;
  return (
    // Keeps its room, because the news below are read while the user reaches for a button of theirs.
    <div className="mb-2 flex min-h-11 justify-end">
      {unread > 0 && (
        <Button
          ref={keepFocus}
          variant="ghost"
          size="small"
          busy={readAll.isPending}
          onClick={() => readAll.mutate()}
        >
          {newsText.readAll}
        </Button>
      )}
    </div>
  );
}
