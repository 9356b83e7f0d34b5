import { Fragment, type ReactNode } from 'react';
import { LoadFailure } from '../paging/load-failure.tsx';
import { useSession } from './use-session.ts';

interface SignedInProps {
  /** Shown while the session loads. */
  readonly loading: ReactNode;
  /** The title while the server does not answer, and the viewer may be signed in or not. */
  readonly failureTitle: string;
  readonly visitor: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children once the viewer is signed in. */
export function SignedIn({ loading, failureTitle, visitor, children }: SignedInProps) {
  const session = useSession();
  if (session.status === 'loading') return loading;
  // The input of another user goes with their screen.
  if (session.status === 'signed-in') return <Fragment key={session.user.id}>{children}</Fragment>;
  if (!session.unanswered) return visitor;
  const { isRetrying, retry } = session.unanswered;
  return <LoadFailure title={failureTitle} isRetrying={isRetrying} onRetry={retry} />;
}
