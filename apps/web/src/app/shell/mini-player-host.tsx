import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';
import { useSettings } from '../../lib/settings/use-settings.ts';

const MiniPlayer = lazyOptional(
  async () => (await import('../../features/player/mini-player.tsx')).MiniPlayer,
);

/** The mini player, loaded with the first screen on which stories can be played; it stays from then on. */
export function MiniPlayerHost() {
  const { flags } = useSettings();
  const showsStories = useLocation({
    select: ({ pathname, search }) =>
      search.story !== undefined || (pathname !== '/record' && !(pathname === '/' && flags.recordOnly)),
  });
  const [isNeeded, setNeeded] = useState(showsStories);
  if (showsStories && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  return <MiniPlayer />;
}
