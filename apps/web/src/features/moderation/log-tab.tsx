import { formatDate } from '../../messages/format.ts';
import { moderationText } from '../../messages/moderation.ts';
import { trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from './paged-list.tsx';
import { toPersonName } from './person-name.ts';

const { log: text } = moderationText;

/** What moderators did, newest first. */
export function LogTab() {
  const entries = trpc.moderation.log.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  return (
    <PagedList
      label={text.label}
      query={entries}
      empty={<EmptyState {...text.empty} />}
      render={({ id, action, actor, reason, createdAt, targetId }) => (
        <li key={id} className="rounded-card border border-line/60 bg-surface px-4 py-3">
          <p className="font-[650]">{text.actions[action] ?? action}</p>
          <p className="text-sm text-muted">
            {toPersonName(actor?.username)} ·{' '}
            <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>
          </p>
          {reason !== null && (
            <p dir="auto" className="mt-1 wrap-anywhere">
              {reason}
            </p>
          )}
          <p className="mt-1 text-xs break-all text-muted">{targetId}</p>
        </li>
      )}
    />
  );
}
