import type { MouseEvent } from 'react';

/** Returns whether a click opens its link in this tab. */
export const opensHere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  !ctrlKey && !metaKey && !shiftKey;
