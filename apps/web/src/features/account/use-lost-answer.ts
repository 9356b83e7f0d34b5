import type { ErrorCode } from '@relato/contract/errors';
import { useRef } from 'react';
import { getErrorCode, getErrorData, isTransientError } from '../../lib/errors/error-data.ts';

const tooMany = 429;

/**
 * For a call that works once, and is refused with one of these codes afterwards. Returns a function that says of its error
 * whether an earlier call with the same input, whose answer was lost, may have done the work. An error of the server may come
 * after the work, like a lost answer, and a limit comes before it.
 */
export function useLostAnswer(...codes: readonly ErrorCode[]) {
  const lost = useRef<string>(undefined);
  return (error: unknown, input = ''): boolean => {
    if (isTransientError(error)) {
      lost.current = input;
      return false;
    }
    const code = getErrorCode(error);
    if (code === null || getErrorData(error)?.httpStatus === tooMany) return false;
    if (codes.includes(code)) return lost.current === input;
    // Any other answer shows that nothing was done before it.
    lost.current = undefined;
    return false;
  };
}
