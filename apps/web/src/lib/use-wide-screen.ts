import { useSyncExternalStore } from 'react';

/** From where the navigation stands at the side: the breakpoint `lg` of the styles. */
const wide = matchMedia('(min-width: 64rem)');

const subscribe = (onChange: () => void): (() => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};

/** For what a wide screen shows elsewhere; what it only shows otherwise is a matter of styles. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
