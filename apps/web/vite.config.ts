import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoadBudget } from './build/first-load-budget.ts';
import { plainIcons } from './build/plain-icons.ts';

/**
 * What every screen needs, in one file that stays cached when only our own code changes. Leaving is guarded only while
 * there is something to lose, so that part of the router comes with what guards it.
 */
const firstLoadPackages =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|@trpc|superjson|copy-anything|use-sync-external-store)[\\/](?!.*useBlocker)/;

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    plainIcons(),
    tanstackRouter(),
    react(),
    tailwindcss(),
    firstLoadBudget({ routeFile: '/src/routes/index.tsx', maxBytes: 135_000 }),
  ],
  build: {
    target: 'es2022',
    // The content security policy allows scripts from our origin only, so nothing may be inlined as data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'vendor', test: firstLoadPackages }] } },
    },
  },
  server: {
    proxy: { '/trpc': server, '/upload': server, '/audio': server, '/auth': server },
  },
});
