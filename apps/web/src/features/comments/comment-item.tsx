import type { Comment } from '@relato/contract/comments/types';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { commentsText, toCommenterName } from '../../messages/comments.ts';
import { formatDate } from '../../messages/format.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

interface CommentItemProps {
  readonly comment: Comment;
  readonly onDelete: (comment: Comment) => void;
}

/**
 * User content is isolated from the interface: in its own text direction and inside its own box, however long a word
 * is.
 */
export function CommentItem({ comment, onDelete }: CommentItemProps) {
  const name = toCommenterName(comment);
  return (
    <li className="flex items-start gap-2.5">
      <Avatar username={comment.author?.username ?? comment.authorName} visitor={!comment.author} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <bdi className="min-w-0 font-bold wrap-anywhere">
            <Commenter comment={comment} />
          </bdi>
          {!comment.author && <Badge tone="quiet">{commentsText.visitor}</Badge>}
          <time dateTime={comment.createdAt.toISOString()} className="whitespace-nowrap text-muted">
            {formatDate(comment.createdAt)}
          </time>
        </p>
        <p dir="auto" className="overflow-hidden wrap-anywhere whitespace-pre-line">
          {withoutGaps(comment.content)}
        </p>
      </div>
      {comment.viewer.canDelete && (
        <IconButton
          label={commentsText.delete(name)}
          icon={<Trash2 />}
          className="-mt-1 text-muted [&_svg]:size-4.5!"
          onClick={() => onDelete(comment)}
        />
      )}
    </li>
  );
}

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
