import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The token of a mail's link, empty when there is none: after `#`, where it reaches no server's log and no
 * `Referer`, or after `?`. Read once, so that a jump to another anchor does not lose it.
 */
export function useMailToken(): string {
  const { hash, searchStr } = useLocation();
  const [token] = useState(
    () => new URLSearchParams(hash).get('token') ?? new URLSearchParams(searchStr).get('token') ?? '',
  );
  return token;
}
