import { Rss } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { podcastsText } from '../../../messages/podcasts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { SubscribeSheetProps } from './subscribe-sheet.tsx';

const SubscribeSheet = lazySheet(async () => (await import('./subscribe-sheet.tsx')).SubscribeSheet);

export function Subscribe(podcast: Omit<SubscribeSheetProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" className="mx-auto mt-2 flex" onClick={() => setOpen(true)}>
        <Rss aria-hidden="true" />
        {podcastsText.title}
      </Button>
      {isOpen && <SubscribeSheet {...podcast} onClose={() => setOpen(false)} />}
    </>
  );
}
