import type { Comment } from '@relato/contract/comments/types';
import type { StorySummary } from '@relato/contract/stories/types';
import { memo, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { keepFocus } from '../../lib/layout/keep-focus.ts';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { LoadMore } from '../../lib/paging/load-more.tsx';
import { loadNextPage } from '../../lib/paging/load-next-page.ts';
import { commentsText, toCommenterName } from '../../messages/comments.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PersonMenu } from '../blocks/public.ts';
import { CommentForm } from './comment-form.tsx';
import { useComments } from './use-comments.ts';
import { formatDate } from '../../messages/format.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const DeleteCommentSheet = lazySheet(
  async () => (await import('./delete-comment-sheet.tsx')).DeleteCommentSheet,
);

export function CommentsBlock({ id, story }: { readonly id: string; readonly story: StorySummary }) {
  const { query, comments } = useComments(story);
  const [added, setAdded] = useState<readonly Comment[]>([]);
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const list = useRef<HTMLElement>(null);

  // Scrolls the viewer's own new comment into sight, however long the list is.
  useEffect(() => {
    if (added.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [added]);

  // Keeps the focus when a comment that holds it disappears with its author.
  const shownBefore = useRef(0);
  useEffect(() => {
    const isLess = comments.length < shownBefore.current;
    shownBefore.current = comments.length;
    if (isLess && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [comments.length]);

  const forget = (comment: Comment) =>
    setAdded((others) => others.filter((other) => other.id !== comment.id));
  const leaveSheet = () => {
    // The focused button disappears with the comment, so the focus moves first.
    flushSync(() => setDeleting(null));
    list.current?.focus();
  };
  const toItem = (comment: Comment) => (
    <CommentItem key={comment.id} comment={comment} onDelete={setDeleting} />
  );

  return (
    <div id={id} className="mt-1 border-t border-line/60 pt-3 pb-2">
      <section
        ref={list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box needs the focus, or the keyboard could not scroll it
        tabIndex={comments.length > 0 ? 0 : -1}
        aria-label={commentsText.list(story.title)}
        aria-busy={query.isPending}
        className="max-h-[min(26rem,60dvh)] scroll-shades overflow-y-auto rounded-[0.375rem]"
      >
        {query.isPending && <CommentSkeletons count={story.comments} />}
        {query.isError && query.data === undefined && (
          <CommentsFailure isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {query.data !== undefined && comments.length === 0 && (
          <p className="py-2 text-muted">{commentsText.empty}</p>
        )}
        <ul className="flex flex-col gap-3.5 empty:hidden">{comments.map(toItem)}</ul>
        {query.hasNextPage && (
          <>
            <LoadMore
              label={commentsText.loadMore}
              // Automatic loading would push the viewer's own comment out of sight.
              isAutomatic={added.length === 0}
              isLoading={query.isFetchingNextPage}
              hasFailed={query.isFetchNextPageError}
              onLoad={() => void loadNextPage(query)}
            />
            <ul className="mt-3.5 flex flex-col gap-3.5 empty:hidden">
              {added.filter(({ id: own }) => comments.every((shown) => shown.id !== own)).map(toItem)}
            </ul>
          </>
        )}
      </section>
      <CommentForm story={story} onAdded={(comment) => setAdded((others) => [...others, comment])} />
      {deleting && (
        <DeleteCommentSheet
          comment={deleting}
          onDeleted={forget}
          onDone={leaveSheet}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  );
}

interface CommentsFailureProps {
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

function CommentsFailure({ isRetrying, onRetry }: CommentsFailureProps) {
  return (
    <div className="flex items-center justify-between gap-3 py-1">
      <p className="text-muted">{commentsText.errors.load}</p>
      <Button ref={keepFocus} variant="secondary" size="small" busy={isRetrying} onClick={onRetry}>
        {commentsText.retry}
      </Button>
    </div>
  );
}

const maxRows = 5;

/** The placeholder of the list. It is as high as `count` comments, so that the form below does not move. */
function CommentSkeletons({ count }: { readonly count: number }) {
  return (
    <>
      <output className={`block text-muted ${count === 0 ? 'py-2' : 'text-sm'}`}>
        {commentsText.loading}
      </output>
      {Array.from({ length: Math.min(count, maxRows) }, (_, row) => (
        <div key={row} aria-hidden="true" className="mt-3 flex items-start gap-2.5">
          <Skeleton className="size-9 shrink-0 rounded-pill!" />
          <div className="flex-1">
            <Skeleton className="mt-0.5 mb-2 h-[11px] w-40" />
            <Skeleton className="h-[13px] w-[70%]" />
          </div>
        </div>
      ))}
    </>
  );
}

interface CommentItemProps {
  readonly comment: Comment;
  readonly onDelete: (comment: Comment) => void;
}

/**
 * User content is isolated from the interface: in its own text direction and inside its own box, however long a word
 * is.
 */
const CommentItem = memo(function CommentItem({ comment, onDelete }: CommentItemProps) {
  const deletion = comment.viewer.canDelete && (
    <IconButton
      label={commentsText.delete(toCommenterName(comment))}
      icon={<Trash2 />}
      className="-mt-1 text-muted [&_svg]:size-4.5!"
      onClick={() => onDelete(comment)}
    />
  );
  if (comment.viewer.isFolded)
    return (
      <li className="flex items-start gap-2.5 text-sm text-muted">
        <p className="min-w-0 flex-1 py-1.5">{commentsText.folded}</p>
        {deletion}
      </li>
    );
  return (
    <li className="flex items-start gap-2.5">
      <Avatar
        username={comment.author?.username ?? comment.authorName}
        photo={comment.author?.photo}
        visitor={!comment.author}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <bdi className="min-w-0 font-bold wrap-anywhere">
            <Commenter comment={comment} />
          </bdi>
          {!comment.author && <Badge tone="quiet">{commentsText.visitor}</Badge>}
          <time dateTime={comment.createdAt.toISOString()} className="text-muted">
            {formatDate(comment.createdAt)}
          </time>
        </p>
        <p dir="auto" className="overflow-hidden wrap-anywhere whitespace-pre-line">
          {withoutGaps(comment.content)}
        </p>
      </div>
      <PersonMenu person={comment.author} />
      {deletion}
    </li>
  );
});

/** Links to the profile of a member; a visitor's name is plain text. */
function Commenter({ comment }: Pick<CommentItemProps, 'comment'>) {
  const name = toCommenterName(comment);
  const username = comment.author?.username;
  if (!username) return name;
  return (
    <Link to="/u/$username" params={{ username }} className="text-voice-strong hover:underline">
      {name}
    </Link>
  );
}

/** Collapses blank lines: a thousand of them would push the other comments away. */
const withoutGaps = (content: string): string => content.replaceAll(/\n(?:[^\S\n]*\n){2,}/g, '\n\n');
