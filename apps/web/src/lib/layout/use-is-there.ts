import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that says whether the component is still there. A sheet may be closed while its call is out: the answer must not
 * close the one that is open by then, and a refusal has no field any more to be said at.
 */
export function useIsThere(): () => boolean {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  return useCallback(() => isThere.current, []);
}
