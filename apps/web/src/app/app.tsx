import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createTrpcClient, trpc } from '../lib/calls/trpc.ts';
import type { AppRouter } from './router.ts';

interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: AppRouter;
}

export function App({ queryClient, router }: AppProps) {
  const [trpcClient] = useState(createTrpcClient);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>
  );
}
