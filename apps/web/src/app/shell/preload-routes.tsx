import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const places = ['/search', '/profile', '/record'] as const;
/** By then the first screen is there. */
const afterMs = 3_000;

/** Loads where the bar leads before it is pressed: by then there may be no network, or a newer program on the server. */
export function PreloadRoutes() {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const to of places) void router.preloadRoute({ to });
    }, afterMs);
    return () => clearTimeout(timer);
  }, [router]);
  return null;
}
