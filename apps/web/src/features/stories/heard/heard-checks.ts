import { limits } from '@relato/contract/limits';
import { checkHeard, type HeardDependencies } from './keep-heard.ts';

interface HeardChecks {
  readonly dependencies: HeardDependencies;
  /** Called when the list may have changed. */
  readonly onChange: () => void;
  /** Milliseconds of a clock that is never set. */
  readonly readClock: () => number;
}

/**
 * Returns a function that checks what is kept, at most once in `limits.heard.checkMs`. A check that failed, or that had to
 * wait for the session, does not count.
 */
export function limitHeardChecks({ dependencies, onChange, readClock }: HeardChecks): () => Promise<void> {
  let checkedAtMs = -Infinity;
  let isRunning = false;
  return async () => {
    const startedAtMs = readClock();
    if (isRunning || startedAtMs - checkedAtMs < limits.heard.checkMs) return;
    isRunning = true;
    try {
      const hasChanged = await checkHeard(dependencies);
      if (hasChanged !== null) checkedAtMs = startedAtMs;
      if (hasChanged) onChange();
    } catch (error) {
      console.warn('The kept stories were not checked', error);
    } finally {
      isRunning = false;
    }
  };
}
