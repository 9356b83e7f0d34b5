import { limits } from '@relato/contract/limits';
import { checkSearch } from '@relato/contract/text/rules';
import type { ModeratedUser } from '@relato/contract/users/types';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { DecisionSheet, useDecisionCallbacks } from '../../lib/moderation/decision-sheet.tsx';
import { PagedList } from '../../lib/paging/paged-list.tsx';
import { errorText } from '../../messages/errors.ts';
import { moderationText, toPersonName } from '../../messages/moderation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { byCursor } from '../../lib/paging/by-cursor.ts';

const { users: text, actions, presets } = moderationText;

export function UsersTab() {
  const [search, setSearch] = useState('');
  const refusal = checkSearch(search);
  const wanted = useDeferredValue(Array.from(search.trim()).slice(0, limits.search.maxLength).join(''));
  const users = trpc.users.list.useInfiniteQuery({ search: wanted }, byCursor);
  return (
    <>
      <TextField
        label={text.search}
        labelPlace="hidden"
        placeholder={text.search}
        type="search"
        autoComplete="off"
        className="mb-4"
        before={<Search aria-hidden="true" />}
        value={search}
        error={refusal ? errorText[refusal] : undefined}
        onChange={({ target }) => setSearch(target.value)}
      />
      <PagedList
        label={text.label}
        query={users}
        empty={<EmptyState {...text.empty} />}
        render={(user) => <UserCard key={user.id} user={user} />}
      />
    </>
  );
}

function UserCard({ user }: { readonly user: ModeratedUser }) {
  const [asked, setAsked] = useState<'suspend' | 'restoreUser' | 'clearProfile' | null>(null);
  const close = () => setAsked(null);
  const end = (decided: typeof asked) => setAsked((open) => (open === decided ? null : open));
  const suspend = trpc.users.suspend.useMutation(useDecisionCallbacks(() => end('suspend')));
  const restore = trpc.users.restore.useMutation(useDecisionCallbacks(() => end('restoreUser')));
  const clearProfile = trpc.users.clearProfile.useMutation(useDecisionCallbacks(() => end('clearProfile')));
  const decisions = { suspend, restoreUser: restore, clearProfile };
  const standing = user.suspended ? 'restoreUser' : 'suspend';
  return (
    <li className="rounded-card border border-line/60 bg-surface p-4 shadow-card">
      <div className="flex items-start justify-between gap-2">
        <div className="flex min-w-0 items-center gap-2.5">
          <Avatar username={toPersonName(user.username)} photo={user.photo} />
          <h2 className="min-w-0 truncate text-title">{toPersonName(user.username)}</h2>
        </div>
        {user.role !== 'user' && <Badge>{text.roles[user.role]}</Badge>}
      </div>
      {user.about !== '' && (
        <p dir="auto" className="mt-1.5 wrap-anywhere">
          {user.about}
        </p>
      )}
      {user.email !== null && <p className="truncate text-sm text-muted">{user.email}</p>}
      <p className="text-sm text-muted">
        {text.counts(user.storiesCount, user.commentsCount, user.openReportsCount)}
      </p>
      {user.suspended && (
        <p dir="auto" className="mt-1.5 text-sm font-[560] wrap-anywhere">
          {text.suspended(user.suspended.reason ?? '')}
        </p>
      )}
      {user.viewer.canSuspend && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" variant="secondary" onClick={() => setAsked(standing)}>
            {actions[standing]}
          </Button>
          {(user.photo !== undefined || user.about !== '') && (
            <Button size="small" variant="secondary" onClick={() => setAsked('clearProfile')}>
              {actions.clearProfile}
            </Button>
          )}
        </div>
      )}
      {asked !== null && (
        <DecisionSheet
          decision={asked}
          presets={asked === 'restoreUser' ? presets.mercy : presets.harm}
          isSending={decisions[asked].isPending}
          onDecide={(reason, rule) => decisions[asked].mutate({ userId: user.id, reason, rule })}
          onClose={close}
        />
      )}
    </li>
  );
}
