import { checkAnonymousName, checkComment } from '@relato/contract/comments/rules';
import type { Comment } from '@relato/contract/comments/types';
import type { ErrorCode } from '@relato/contract/errors';
import type { Commenters, StorySummary } from '@relato/contract/stories/types';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { StoryId } from '@relato/contract/ids';
import { toStoredText } from '@relato/contract/text/rules';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { lazyPart } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { commentsText } from '../../messages/comments.ts';
import { fieldClass, useField, FieldMessage } from '../../ui/fields/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { findObstacle } from './find-obstacle.ts';
import { useDraft, writeDraft, beginSending, endSending, failSending } from './comment-drafts.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { useErrorTexts } from '../../lib/errors/use-error-texts.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { showCommentError, useCommentsCache } from './use-comments.ts';
import { readLocal, storeLocal } from '../../lib/local-storage.ts';

/** The choice of the story's author that each refusal reveals. */
const commentersByRefusal: Partial<Record<ErrorCode, Commenters>> = {
  COMMENTS_MEMBERS_ONLY: 'members',
  COMMENTS_FOLLOWERS_ONLY: 'followers',
  COMMENTS_CLOSED: 'nobody',
};
const toNarrowed = (code: ErrorCode | null): Commenters | null => (code && commentersByRefusal[code]) ?? null;

const CommentObstacle = lazyPart(async () => (await import('./comment-obstacle.tsx')).CommentObstacle);

interface CommentFormProps {
  readonly story: StorySummary;
  readonly onAdded: (comment: Comment) => void;
}

export function CommentForm({ story, onAdded }: CommentFormProps) {
  const session = useSession();
  const isVisitor = session.status === 'signed-out';
  const { content, isSending, error } = useDraft(story.id);
  const [name, setName] = useVisitorName();
  const send = useAddComment(story.id, onAdded);
  const field = useRef<HTMLTextAreaElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const asMember = session.status === 'loading' ? undefined : !isVisitor;
  const obstacle = findObstacle(story, isVisitor);
  // A visitor can sign in on the way; all others must change something else first.
  const isBarred = obstacle !== null && !(isVisitor && obstacle !== 'closed');
  const nameRefusal = isVisitor ? checkAnonymousName(name) : null;
  // Only the server knows the names of members.
  const isNameTaken = isVisitor && getErrorCode(error) === 'ANONYMOUS_NAME_TAKEN';
  const refusal = checkComment(content);
  const isMissing = refusal === 'COMMENT_REQUIRED';
  // An empty field shows no error: its button is disabled.
  const wrong = refusal && !isMissing ? refusal : null;
  const { toErrorText, toCodeText } = useErrorTexts(
    (wrong ?? nameRefusal ?? error) !== null,
    commentsText.errors.unexplained,
  );
  // The obstacle above the form shows this error.
  const isObstacle = toNarrowed(getErrorCode(error)) !== null;
  const failure =
    typeof error === 'string' ? error : error === null || isObstacle ? undefined : toErrorText(error);
  const problem = wrong ? toCodeText(wrong) : isNameTaken ? undefined : failure;
  const { control, messageId } = useField({ error: problem, hint: undefined });

  // The button that removes the obstacle disappears with it, and its focus would be lost.
  const obstacleBefore = useRef(obstacle);
  useEffect(() => {
    const isGone = obstacleBefore.current !== null && obstacle === null;
    obstacleBefore.current = obstacle;
    if (isGone && document.activeElement === document.body) field.current?.focus();
  }, [obstacle]);

  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    (nameRefusal === null ? field : nameField).current?.focus();
    if (refusal !== null || nameRefusal !== null || isBarred) return;
    if (obstacle !== null) openAuthSheet({ purpose: 'comment' });
    else send({ content, asMember, visitorName: isVisitor ? name.trim() : '' });
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // During IME composition Enter chooses a word. Shift+Enter makes a new line.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };

  const notice = obstacle !== null && (
    <CommentObstacle obstacle={obstacle} story={story} isVisitor={isVisitor} hasText={!isMissing} />
  );
  if (notice && isMissing) return notice;
  return (
    <form className="mt-3.5" onSubmit={submit}>
      {notice}
      {isVisitor && obstacle === null && (
        <TextField
          ref={nameField}
          label={commentsText.namePlaceholder}
          labelPlace="hidden"
          placeholder={commentsText.namePlaceholder}
          className="mb-2"
          dir="auto"
          autoComplete="nickname"
          value={name}
          error={nameRefusal ? toCodeText(nameRefusal) : isNameTaken ? failure : undefined}
          onChange={({ target }) => {
            setName(target.value);
            if (isNameTaken) writeDraft(story.id, content);
          }}
        />
      )}
      <div className="flex items-end gap-2">
        <textarea
          {...control}
          ref={field}
          aria-label={commentsText.placeholder}
          placeholder={commentsText.placeholder}
          dir="auto"
          rows={Math.min(content.split('\n').length, 5)}
          enterKeyHint="send"
          className={`${fieldClass} field-sizing-content max-h-40 min-h-13 resize-none scroll-mb-28 py-3.5`}
          value={content}
          onChange={({ target }) => writeDraft(story.id, target.value)}
          onKeyDown={sendOnEnter}
        />
        <button
          type="submit"
          aria-label={commentsText.send}
          aria-busy={isSending}
          disabled={isMissing || isBarred}
          className="mb-0.5 grid size-12 shrink-0 place-items-center rounded-pill border-2 border-transparent bg-voice text-on-voice transition-[opacity,transform] active:scale-95 disabled:opacity-50 disabled:active:scale-100 [&_svg]:size-5"
          // The field keeps the focus, so that a phone keeps its keyboard open.
          onPointerDown={(event) => event.preventDefault()}
        >
          {isSending ? <Spinner /> : <SendHorizontal aria-hidden="true" />}
        </button>
      </div>
      <FieldMessage id={messageId} error={problem} />
    </form>
  );
}

const key = 'relato.visitor-name';

function useVisitorName() {
  const [name, setName] = useState(() => readLocal(key) ?? '');
  const change = (next: string) => {
    setName(next);
    storeLocal(key, next);
  };
  return [name, change] as const;
}

interface NewComment {
  readonly content: string;
  /** The author as the viewer; undefined while the session loads. */
  readonly asMember: boolean | undefined;
  /** Blank for none; members do not need one. */
  readonly visitorName: string;
}

/** Sends a comment. The result goes to the draft, which outlives the card. */
function useAddComment(storyId: StoryId, onAdded: (comment: Comment) => void) {
  const utils = trpc.useUtils();
  const cache = useCommentsCache(storyId);
  const create = trpc.comments.create.useMutation({
    onSuccess: (comment, sent) => {
      endSending(storyId, sent.content);
      showToast(commentsText.added);
      return cache.add(comment);
    },
    onError: (error) => {
      const code = getErrorCode(error);
      // The server sees another session than this page, or none; nothing was published under the wrong name.
      const isSessionChanged = code === 'UNAUTHENTICATED' || code === 'CONFLICT';
      failSending(storyId, isSessionChanged ? commentsText.sessionChanged : error);
      showCommentError(commentsText.errors.add);
      if (isSessionChanged) void utils.account.session.invalidate();
      const commenters = toNarrowed(code);
      if (commenters) cache.narrow(commenters);
    },
  });
  return ({ content, ...signature }: NewComment) => {
    const id = beginSending(storyId, JSON.stringify([toStoredText(content), signature]));
    if (id === null) return;
    const { asMember, visitorName } = signature;
    create.mutate({ id, storyId, content, asMember, authorName: visitorName }, { onSuccess: onAdded });
  };
}
