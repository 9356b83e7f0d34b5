import type { ModerationLogEntry } from '@relato/contract/admin/types';
import { Link } from '@tanstack/react-router';
import { toStory } from '../../lib/layout/to-story.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { PagedList } from '../../lib/paging/paged-list.tsx';
import { formatDate } from '../../messages/format.ts';
import { moderationText, toPersonName } from '../../messages/moderation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toLogReason } from './log-reason.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';

const { log: text } = moderationText;

export function LogTab() {
  const entries = trpc.admin.log.useInfiniteQuery({}, byCursor);
  return (
    <PagedList
      label={text.label}
      query={entries}
      empty={<EmptyState {...text.empty} />}
      render={(entry) => <LogLine key={entry.id} entry={entry} />}
    />
  );
}

function LogLine({ entry }: { readonly entry: ModerationLogEntry }) {
  const { action, actor, createdAt, targetType, targetId, targetUsername } = entry;
  const reason = toLogReason(entry);
  return (
    <li className="rounded-card border border-line/60 bg-surface px-4 py-3">
      <p className="font-[650]">
        {text.actions[action] ?? action}
        {targetUsername !== null && ` · ${toPersonName(targetUsername)}`}
      </p>
      <p className="text-sm text-muted">
        {toPersonName(actor?.username)} ·{' '}
        <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>
      </p>
      {reason !== null && (
        <p dir="auto" className="mt-1 wrap-anywhere">
          {reason}
        </p>
      )}
      {targetType === 'story' && (
        <Link
          to="."
          search={toStory(targetId)}
          className="touch mt-1 inline-block text-sm font-[650] text-voice-strong"
        >
          {text.story}
        </Link>
      )}
    </li>
  );
}
