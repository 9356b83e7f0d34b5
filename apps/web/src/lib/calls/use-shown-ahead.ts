import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isLastChange, type Scope } from './is-last-change.ts';

interface Ahead<Data, Change> {
  /** The scope of the mutations that make the changes. */
  readonly scope: Scope;
  readonly read: () => Data | undefined;
  readonly show: (data: Data) => void;
  readonly apply: (data: Data, change: Change) => Data;
}

/**
 * Callbacks for mutations whose changes of the same data show at once. After a failure, shows the data that the server last
 * confirmed, once no later change waits. The caller also refetches, but that fails without a network.
 */
export function useShownAhead<Data, Change>({ scope, read, show, apply }: Ahead<Data, Change>) {
  const queryClient = useQueryClient();
  /** The data without the changes that wait for the server. */
  const stored = useRef<Data>(undefined);
  return {
    onMutate: (change: Change): void => {
      const shown = read();
      // Other callers' changes of the scope may wait.
      if (stored.current === undefined || isLastChange(queryClient, scope)) stored.current = shown;
      if (shown !== undefined) show(apply(shown, change));
    },
    onSuccess: (_answer: unknown, change: Change): void => {
      if (stored.current !== undefined) stored.current = apply(stored.current, change);
    },
    restore: (): void => {
      if (stored.current !== undefined && isLastChange(queryClient, scope)) show(stored.current);
    },
  };
}
