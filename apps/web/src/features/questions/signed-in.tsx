import { Fragment, type ReactNode } from 'react';
import { LoadFailure } from '../../lib/paging/load-failure.tsx';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { questionsText } from '../../messages/questions/questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const { title, text, signIn } = questionsText.signedOut;

/** Shows its children once the viewer is signed in. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  // The input of another user goes with their screen.
  if (session.status === 'signed-in') return <Fragment key={session.user.id}>{children}</Fragment>;
  if (session.status === 'loading') return <RowSkeletons label={questionsText.loading} />;
  if (session.unanswered)
    return (
      <LoadFailure
        title={questionsText.loadFailed}
        isRetrying={session.unanswered.isRetrying}
        onRetry={session.unanswered.retry}
      />
    );
  return (
    <EmptyState
      title={title}
      text={text}
      action={<Button onClick={() => openAuthSheet()}>{signIn}</Button>}
    />
  );
}
