import { profilesText } from '../../messages/profiles.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';

export function JoinInvitation() {
  const { title, text, signUp, signIn } = profilesText.join;
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <div className="flex flex-col gap-2.5">
          <Button onClick={() => openAuthSheet({ mode: 'sign-up' })}>{signUp}</Button>
          <Button variant="secondary" onClick={() => openAuthSheet()}>
            {signIn}
          </Button>
        </div>
      }
    />
  );
}
