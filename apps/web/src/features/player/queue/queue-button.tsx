import { ListMusic } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { playerText } from '../../../messages/player.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

const QueueSheet = lazySheet(async () => (await import('./queue-sheet.tsx')).QueueSheet);

/** Opens what comes next. */
export function QueueButton({ className = '' }: { readonly className?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={playerText.queue.title}
        icon={<ListMusic />}
        className={`text-muted ${className}`}
        onClick={() => setOpen(true)}
      />
      {isOpen && <QueueSheet onClose={() => setOpen(false)} />}
    </>
  );
}
