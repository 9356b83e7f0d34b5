import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { takeFirstData } from './app/first-data.ts';
import { preloadScreen } from './app/lazy-screens.ts';
import { createAppRouter } from './app/router.ts';
import { nextTask } from './lib/after-paint.ts';
import { createQueryClient } from './lib/calls/query-client.ts';
import { handleChunkLoadErrors } from './lib/lazy/chunk-load-error.ts';
import './styles/app.css';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');
const root = createRoot(container);

handleChunkLoadErrors();

const queryClient = createQueryClient();
const router = createAppRouter();
takeFirstData(queryClient);
// Rendered once, with everything that the page brought. Until then the placeholder of index.html shows. Not with a
// top-level `await`: the chunks that are awaited import this one, and would wait for it.
void start();

async function start(): Promise<void> {
  const screen = preloadScreen(queryClient);
  // Each step is a task of its own, because together they are a long one on a slow phone.
  await nextTask();
  await Promise.allSettled([router.load(), screen]);
  await nextTask();
  startTransition(() =>
    root.render(
      <StrictMode>
        <App queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  );
}
