import { trpc } from '../../lib/calls/trpc.ts';
import { BackHeader } from '../../lib/layout/back-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { PagedList } from '../../lib/paging/paged-list.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { noticesText } from '../../messages/appeals.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoticeCard } from './notice-card.tsx';

/** The moderators' decisions about the viewer and the viewer's content. */
export function NoticesScreen() {
  const session = useSession();
  const { title, text, action } = noticesText.visitor;
  return (
    <Screen label={noticesText.title} header={<BackHeader title={noticesText.title} />}>
      {session.status === 'signed-in' && <NoticesList />}
      {session.status === 'signed-out' && (
        <EmptyState
          title={title}
          text={text}
          action={<Button onClick={() => openAuthSheet({ purpose: 'notices' })}>{action}</Button>}
        />
      )}
    </Screen>
  );
}

function NoticesList() {
  const notices = trpc.appeals.notices.useInfiniteQuery(
    {},
    // Asked for anew each time: a card that was read since would be marked as new again.
    { getNextPageParam: ({ nextCursor }) => nextCursor, gcTime: 0 },
  );
  return (
    <PagedList
      label={noticesText.title}
      query={notices}
      failureTitle={noticesText.loadFailed}
      empty={<EmptyState {...noticesText.empty} />}
      render={(notice) => <NoticeCard key={notice.id} notice={notice} />}
    />
  );
}
