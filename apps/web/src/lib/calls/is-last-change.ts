import type { QueryClient } from '@tanstack/react-query';

/** The mutations with the same id run in order. */
export interface Scope {
  readonly id: string;
}

/** Returns whether no other change of the scope is pending. Otherwise, refetching now would revert it on the screen. */
export const isLastChange = (queryClient: QueryClient, scope: Scope): boolean =>
  queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) <= 1;
