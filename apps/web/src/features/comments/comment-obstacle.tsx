import type { FollowableProfile } from '@relato/contract/profiles/types';
import type { StorySummary } from '@relato/contract/stories/types';
import { useIsMutating } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { trpc } from '../../lib/calls/trpc.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { commentersText as text } from '../../messages/stories/commenters.ts';
import { followsText } from '../../messages/follows.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFollow } from '../follows/public.ts';
import type { Obstacle } from './find-obstacle.ts';

interface CommentObstacleProps {
  readonly obstacle: Obstacle;
  readonly story: StorySummary;
  readonly isVisitor: boolean;
  /** True if the form below holds a typed text. */
  readonly hasText: boolean;
}

/** Says why the viewer cannot comment, and offers the step that would let them. */
export function CommentObstacle({ obstacle, story, isVisitor, hasText }: CommentObstacleProps) {
  const author = toAuthorName(story.author);
  const lines = {
    account: [text.membersOnly, text.membersOnlyDraft],
    follow: [text.followersOnly(author), text.followersOnlyDraft(author)],
    closed: [text.closed, text.closedDraft],
  } as const;
  return (
    <div className="mt-3 mb-2 flex items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere text-muted">{lines[obstacle][hasText ? 1 : 0]}</p>
      {obstacle !== 'closed' &&
        (isVisitor ? (
          <Button variant="secondary" size="small" onClick={() => openAuthSheet({ purpose: 'comment' })}>
            {text.signIn}
          </Button>
        ) : (
          story.author?.username && <FollowToComment id={story.author.id} username={story.author.username} />
        ))}
    </div>
  );
}

function FollowToComment({ id, username }: Pick<FollowableProfile, 'id' | 'username'>) {
  const follow = useFollow({ id, username, viewer: { isFollowing: false } });
  const sending = useIsMutating({ mutationKey: getMutationKey(trpc.follows.follow) });
  return (
    <Button variant="secondary" size="small" busy={sending > 0} onClick={follow}>
      {followsText.follow}
    </Button>
  );
}
