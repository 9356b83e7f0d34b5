import { ListMusic } from 'lucide-react';
import { playerText } from '../../../messages/player.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { setQueueOpen } from './queue-sheet-store.ts';

/** Opens the queue. */
export function QueueButton({ className = '' }: { readonly className?: string }) {
  return (
    <IconButton
      label={playerText.queue}
      icon={<ListMusic />}
      className={`text-muted ${className}`}
      onClick={() => setQueueOpen(true)}
    />
  );
}
