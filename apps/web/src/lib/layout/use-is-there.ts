import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that tells whether the component is still mounted. A user may close a sheet while its call runs. The answer must
 * then not close another sheet that was opened since, and a refusal has no field left to be shown at.
 */
export function useIsThere(): () => boolean {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  return useCallback(() => isThere.current, []);
}
