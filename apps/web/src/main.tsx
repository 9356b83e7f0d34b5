import { startTransition, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { takeFirstData } from './app/first-data.ts';
import { preloadScreen } from './app/lazy-screens.ts';
import { createAppRouter, type AppRouter } from './app/router.ts';
import { openPath, type OpenPath } from './app/worker/route-request.ts';
import { openChosenOrder } from './features/stories/feed/feed-filter.ts';
import { nextTask } from './lib/after-paint.ts';
import { createQueryClient } from './lib/calls/query-client.ts';
import { handleChunkLoadErrors } from './lib/lazy/chunk-load-error.ts';
import { createTrpcClient, trpc } from './lib/calls/trpc.ts';
import { ignoreSecondTaps } from './lib/presses/second-taps.ts';
import './styles/app.css';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');
const root = createRoot(container);

handleChunkLoadErrors();
ignoreSecondTaps();

const queryClient = createQueryClient();
openChosenOrder();
const router = createAppRouter();
let starts = 0;
// The user may go back while the first screen loads, which nothing then waits for.
const stopFollowing = router.history.subscribe(() => void start());
// Follows a pressed notification. Registered before the document has loaded: until then the browser keeps the messages of
// the worker.
navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<OpenPath>) => {
  const href = data[openPath];
  if (!href) return;
  ports[0]?.postMessage(true);
  void router.navigate({ href });
});
takeFirstData(queryClient);
// Renders once, with all data of the page; until then the placeholder of index.html shows. A top-level `await` would
// deadlock, because the awaited chunks import this one.
void start();

async function start(): Promise<void> {
  const present = ++starts;
  const screen = preloadScreen(queryClient);
  // Yields between the steps, because together they are a long task on a slow phone.
  await nextTask();
  await Promise.allSettled([router.load(), screen]);
  await nextTask();
  // The user went back meanwhile: the screen of that address is still loading.
  if (present !== starts) return;
  startTransition(() =>
    root.render(
      <StrictMode>
        <App queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  );
}

function App({ queryClient, router }: { readonly queryClient: QueryClient; readonly router: AppRouter }) {
  const [trpcClient] = useState(createTrpcClient);
  // The router follows the history itself from its first render on.
  useEffect(stopFollowing, []);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>
  );
}
