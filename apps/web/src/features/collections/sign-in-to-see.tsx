import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const { title, text, signIn } = collectionsText.signedOut;

/** Replaces the viewer's own collections while the viewer is signed out. */
export function SignInToSee() {
  return (
    <EmptyState
      title={title}
      text={text}
      action={<Button onClick={() => openAuthSheet()}>{signIn}</Button>}
    />
  );
}
