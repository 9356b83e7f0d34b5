import type { Announcement } from '@relato/contract/settings/types';
import { Megaphone, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRecorderPresence } from '../../features/recordings/recorder-presence.ts';
import { readLocal, storeLocal } from '../../lib/local-storage.ts';
import { announcementText as text } from '../../messages/operator/announcement.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

/** The id of the last closed announcement on this device. */
const key = 'relato.closed-announcement';

/** The announcement of an administrator, until a tab closes it. Hidden over the recorder, which needs the space. */
export function AnnouncementBanner({ id, text: words }: Announcement) {
  const [isClosed, setClosed] = useState(() => readLocal(key) === id);
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key && event.newValue === id) setClosed(true);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [id]);
  const hasRecorder = useRecorderPresence() !== null;
  if (isClosed || hasRecorder) return null;
  const close = () => {
    storeLocal(key, id);
    setClosed(true);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return <Strip words={words} onClose={close} />;
}

/** Lies above the bar, so that nothing moves when it comes or goes. */
function Strip({ words, onClose }: { readonly words: string; readonly onClose: () => void }) {
  const strip = useRef<HTMLElement>(null);
  // Adds scroll padding, so that the banner covers neither the end of the page nor the focused element.
  useLayoutEffect(() => {
    const page = document.documentElement;
    const makeRoom = () => {
      const height = `${strip.current?.offsetHeight ?? 0}px`;
      document.body.style.paddingBottom = height;
      page.style.scrollPaddingBottom = `calc(var(--bottom-room) + ${height})`;
    };
    makeRoom();
    // The height changes when the phone is turned or the letters grow.
    const observer = new ResizeObserver(makeRoom);
    if (strip.current) observer.observe(strip.current);
    return () => {
      observer.disconnect();
      document.body.style.paddingBottom = '';
      page.style.scrollPaddingBottom = '';
    };
  }, []);
  return (
    <section
      ref={strip}
      aria-label={text.label}
      className="fixed right-3 bottom-(--bottom-room) left-[calc(var(--rail)+0.75rem)] notice-row z-10 mx-auto max-h-[calc(100dvh-var(--bottom-room)-4.5rem-env(safe-area-inset-top))] max-w-[40rem] animate-rise items-start rounded-[1.25rem] border border-line bg-surface py-1 pr-1 pl-4 shadow-card typing:hidden"
    >
      <Megaphone aria-hidden="true" className="mt-3 size-5 shrink-0 text-voice-strong" />
      <p dir="auto" className="min-w-0 flex-1 py-2.5 text-[0.875rem] font-[560] wrap-anywhere">
        {words}
      </p>
      <IconButton label={text.close} icon={<X />} onClick={onClose} />
    </section>
  );
}
