import type { OriginKind, Story } from '@relato/contract/stories/types';
import { useNavigate } from '@tanstack/react-router';
import { trpc } from '../../../lib/calls/trpc.ts';
import type { Answerable } from '../../../lib/kept-question.ts';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The story that the recorder answers. */
    readonly parent?: Answerable;
  }
}

/**
 * Returns a function that opens the recorder with a story to answer. The story travels in the state of the navigation, so
 * that the recorder has it only this way. A visitor who leaves the page to sign in returns to the story.
 */
export function useAnswer(): (story: Story, kind: OriginKind) => void {
  const requireSession = useRequireSession();
  const navigate = useNavigate();
  const { account } = trpc.useUtils();
  return ({ id, title, author, replies, viewer }, kind) => {
    const parent: Answerable = {
      token: id,
      kind,
      text: title,
      asker: author?.username ?? '',
      ...(author?.photo !== undefined && { photo: author.photo }),
      ...(replies === 'first' && !viewer.canEdit && { isFirst: true }),
    };
    const open = () => void navigate({ to: '/record', state: { parent } });
    // The recorder itself waits for an unknown session.
    if (account.session.getData() === undefined) open();
    else requireSession(open, { mode: 'sign-up', purpose: 'record' });
  };
}
