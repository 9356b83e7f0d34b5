import type { QueryClient } from '@tanstack/react-query';

/** The mutations with the same id run in order. */
export interface Scope {
  readonly id: string;
}

/** Returns whether no later change of the scope waits, which the answer to an earlier one would revert on the screen. */
export const isLastChange = (queryClient: QueryClient, scope: Scope): boolean =>
  queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) <= 1;
