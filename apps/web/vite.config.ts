import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoadBudget, type FirstScreen } from './build/first-load-budget.ts';
import { plainIcons } from './build/plain-icons.ts';
import { precompressed } from './build/precompressed.ts';

/**
 * Packages of every screen, in one file that stays cached when only our code changes. Leaving is guarded only while
 * there is something to lose, so that part of the router comes with its guard.
 */
const firstLoadPackages =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|@trpc|superjson|copy-anything|use-sync-external-store)[\\/](?!.*useBlocker)/;

/** Modules that every screen loads at once besides the entry. */
const onEveryScreen = ['/features/recordings/drafts/save-drafts-after-sign-in.tsx'];
/** Budgets for their JavaScript in brotli, without headers. */
const firstScreens: readonly FirstScreen[] = [
  {
    address: '/',
    modules: [...onEveryScreen, '/features/recordings/drafts/draft-notice.tsx'],
    maxBytes: 125_000,
    maxRequests: 8,
  },
  {
    address: '/search',
    modules: [...onEveryScreen, '/routes/search.tsx?tsr-split=component', '/features/player/mini-player.tsx'],
    maxBytes: 150_000,
    maxRequests: 8,
  },
  {
    address: '/?story=',
    modules: [
      ...onEveryScreen,
      '/features/stories/story/story-screen.tsx',
      '/features/player/mini-player.tsx',
    ],
    maxBytes: 150_000,
    maxRequests: 8,
  },
];

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    plainIcons(),
    tanstackRouter(),
    react(),
    tailwindcss(),
    precompressed(),
    firstLoadBudget(firstScreens),
  ],
  build: {
    target: 'es2022',
    // The content security policy allows only scripts from our origin, so nothing may be inlined as data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: firstLoadPackages, priority: 4 },
            // Each group takes all its imports: otherwise every module shared by two screens is a file of its own,
            // forty in all.
            { name: 'shell', test: /src\/main\.tsx$/, priority: 3 },
            {
              name: 'start',
              test: /src\/features\/recordings\/drafts\/(?:save-drafts-after-sign-in|draft-notice)\.tsx/,
              priority: 2,
            },
            {
              name: 'stories',
              test: /src\/(?:app\/community-screen|features\/stories\/story\/story-screen|features\/player\/mini-player)\.tsx/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/trpc': server, '/upload': server, '/audio': server, '/auth': server },
  },
});
