import type { ReactNode } from 'react';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { SignedIn } from '../../lib/session/signed-in.tsx';
import { questionsText } from '../../messages/questions/questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const { title, text, signIn } = questionsText.signedOut;

/** Shows its children once the viewer is signed in. */
export const SignedInAsker = ({ children }: { readonly children: ReactNode }) => (
  <SignedIn
    loading={<RowSkeletons label={questionsText.loading} />}
    failureTitle={questionsText.loadFailed}
    visitor={
      <EmptyState
        title={title}
        text={text}
        action={<Button onClick={() => openAuthSheet()}>{signIn}</Button>}
      />
    }
  >
    {children}
  </SignedIn>
);
