import type { ErrorCode } from '@relato/contract/errors';
import { useRef } from 'react';
import { getErrorCode, isUnanswered } from '../../lib/errors/error-data.ts';

/**
 * For a call that works once, and is refused with one of these codes afterwards. Returns a function that says of its error
 * whether an earlier call with the same input, whose answer was lost, may have done the work.
 */
export function useLostAnswer(...codes: readonly ErrorCode[]) {
  const lost = useRef<string>(undefined);
  return (error: unknown, input = ''): boolean => {
    if (isUnanswered(error)) lost.current = input;
    const code = getErrorCode(error);
    if (code === null) return false;
    if (codes.includes(code)) return lost.current === input;
    // Any other answer shows that nothing was done before it.
    lost.current = undefined;
    return false;
  };
}
