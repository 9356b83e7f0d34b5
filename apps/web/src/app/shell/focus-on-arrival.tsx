import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A new page without a page load: the focus goes to its content, so that it is read out and Tab starts there. */
export function FocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
  return null;
}
