import type { Notice } from '@relato/contract/appeals/types';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { noticesText } from '../../messages/bell/appeals.ts';
import { newsText } from '../../messages/bell/news.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { toStory } from '../../lib/layout/to-story.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { formatDate } from '../../messages/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { AppealForm, NoticeBody } from './notice-body.tsx';
import { readUnsentAppeal, storeUnsentAppeal } from './unsent-appeals.ts';

/** Marks the notice as read as soon as it shows. */
export function NoticeCard({ notice }: { readonly notice: Notice }) {
  const { storyId } = notice;
  const [isResumed] = useState(() => readUnsentAppeal(notice.id) !== '');
  const [isAppealing, setAppealing] = useState(isResumed);
  // The mark stays while the screen is open.
  const [isNew] = useState(notice.readAt === null);
  const utils = trpc.useUtils();
  const read = trpc.appeals.readNotice.useMutation({
    onSuccess: () => utils.news.unread.invalidate(),
  });
  const markRead = useEffectEvent(() => read.mutate({ id: notice.id }));
  // The answer to an appeal makes the notice unread again.
  const unread = notice.readAt === null ? (notice.appeal?.status ?? 'decided') : null;
  useEffect(() => {
    if (unread !== null) markRead();
  }, [unread]);
  const appeal = trpc.appeals.create.useMutation({
    onSuccess: () => {
      storeUnsentAppeal(notice.id, '');
      showToast(noticesText.appeal.sent);
      setAppealing(false);
    },
    onError: (error) => {
      showToast({ title: noticesText.appeal.failed, text: toErrorText(error), tone: 'destructive' });
      if (getErrorCode(error) === 'UNAUTHENTICATED') openAuthSheet({ purpose: 'notices' });
    },
    onSettled: () => utils.news.list.invalidate(),
  });
  return (
    <li tabIndex={-1} className="rounded-card border border-line/60 bg-surface p-4 shadow-card">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-title">{noticesText.kinds[notice.kind]}</h2>
        {isNew && <Badge>{newsText.isNew}</Badge>}
      </div>
      <time dateTime={notice.createdAt.toISOString()} className="block text-sm text-muted">
        {formatDate(notice.createdAt)}
      </time>
      <NoticeBody notice={notice}>
        <div className="mt-3 flex flex-wrap gap-2">
          {storyId !== null && notice.kind !== 'report_hidden' && notice.kind !== 'report_closed' && (
            <Link to="." search={toStory(storyId)} className={buttonClass('secondary', 'small')}>
              {noticesText.openStory}
            </Link>
          )}
          {notice.canAppeal && !isAppealing && (
            <Button size="small" variant="outline" onClick={() => setAppealing(true)}>
              {noticesText.appeal.open}
            </Button>
          )}
        </div>
        {notice.canAppeal && isAppealing && (
          <AppealForm
            noticeId={notice.id}
            takesFocus={!isResumed}
            isSending={appeal.isPending}
            onSend={(text) => appeal.mutate({ id: notice.id, text })}
          />
        )}
      </NoticeBody>
    </li>
  );
}
