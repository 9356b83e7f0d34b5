import { trpc } from '../../../lib/calls/trpc.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { useSignOut } from '../../../lib/session/use-sign-out.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { Button } from '../../../ui/buttons/button.tsx';

interface OtherAccountProps {
  readonly text: string;
  /** Called when the user has left the account of this browser. */
  readonly onLeft: () => void;
}

/** For a link that belongs to another account than the one of this browser: offers to leave that one. */
export function OtherAccount({ text, onLeft }: OtherAccountProps) {
  const signOut = useSignOut();
  const { account } = trpc.useUtils();
  const leave = async () => {
    // The hook reports a failure, and ends the session here if only the answer was lost.
    const hasLeft = await signOut.mutateAsync().then(
      () => true,
      () => account.session.getData() === null,
    );
    // Also if the screen no longer shows this part, because the session has ended.
    if (hasLeft) onLeft();
  };
  return (
    <>
      <p className="mt-2 mb-5 text-muted">{text}</p>
      <Button ref={keepFocus} busy={signOut.isPending} onClick={() => void leave()}>
        {signInText.verify.change}
      </Button>
    </>
  );
}
