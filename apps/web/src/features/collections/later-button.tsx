import { laterId } from '@relato/contract/collections/types';
import { Clock } from 'lucide-react';
import { trpc } from '../../lib/calls/trpc.ts';
import { useRequireSession } from '../../lib/session/use-require-session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { showCollectionError, useCollectionsRefresh } from './use-collect.ts';

interface LaterButtonProps {
  readonly storyId: string;
  /** Called once the button was pressed, also while the visitor still signs in. */
  readonly onDone: () => void;
}

const text = collectionsText.menu;

/** Adds a story to 'Escuchar más tarde' or removes it in one press. A visitor signs in first. */
export function LaterButton({ storyId, onDone }: LaterButtonProps) {
  const isSignedIn = useSession().status === 'signed-in';
  const utils = trpc.useUtils();
  const refresh = useCollectionsRefresh();
  const requireSession = useRequireSession();
  const later = trpc.collections.byId.useQuery(
    { id: laterId, storyId },
    { enabled: isSignedIn, staleTime: 0 },
  );
  const isKept = isSignedIn && later.data?.hasStory === true;
  const set = async (isIn: boolean) => {
    try {
      // A hook would end with the sheet, which may be closed by then.
      await utils.client.collections.setStory.mutate({ id: laterId, storyId, isIn });
      showToast({ title: isIn ? text.kept : text.dropped });
    } catch (error) {
      showCollectionError(error);
    }
    void refresh();
  };
  const press = () => {
    requireSession(() => void set(!isKept), { purpose: 'collect' });
    onDone();
  };
  return (
    // Busy until the state is known, so that a press never does the opposite of the label.
    <Button variant="secondary" busy={isSignedIn && later.isLoading} onClick={press}>
      <Clock aria-hidden="true" />
      {isKept ? text.drop : text.keep}
    </Button>
  );
}
