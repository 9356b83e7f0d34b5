import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { embedPlayer } from './build/embed-player.ts';
import { firstLoadBudget, type FirstScreen } from './build/first-load-budget.ts';
import { lateStyles } from './build/late-styles.ts';
import { leaveOut } from './build/leave-out.ts';
import { mergeRuntime } from './build/merge-runtime.ts';
import { plainIcons } from './build/plain-icons.ts';
import { precompressed } from './build/precompressed.ts';
import { reactModules } from './build/react-modules.ts';
import { serverPaths } from './build/server-paths.ts';
import { serviceWorker } from './build/service-worker.ts';
import { smallerFonts } from './build/smaller-fonts.ts';
import { unusedFeatures } from './build/unused-features.ts';

/**
 * The packages of every screen, in one file that stays cached when only our code changes. The part of the router that guards
 * against leaving loads with its guard, because it is rarely needed.
 */
const firstLoadPackages =
  /^\0module:|node_modules[\\/](?:react|react-dom|scheduler|@tanstack|@trpc|superjson|copy-anything|is-what|use-sync-external-store)[\\/](?!.*useBlocker)/;

const stories = ['/features/player/controls/mini-player.tsx'];
const firstScreens: readonly FirstScreen[] = [
  { address: '/', modules: ['/features/recordings/recorder-screen.tsx'] },
  {
    address: '/record',
    modules: ['/routes/record.tsx?tsr-split=component'],
    next: ['/features/recordings/create-recorder.ts', '/features/recordings/capture/recording-view.tsx'],
  },
  { address: '/search', modules: [...stories, '/routes/search.tsx?tsr-split=component'] },
  {
    address: '/?story=',
    modules: [
      ...stories,
      '/features/stories/story/story-screen.tsx',
      '/features/comments/comments-block.tsx',
    ],
  },
];

/** The modules from the first press to the saved story. */
const toRecord = [
  '/features/recordings/recorder-screen.tsx',
  '/features/recordings/create-recorder.ts',
  '/features/recordings/review/review-view.tsx',
  '/features/recordings/drafts/saving/save-drafts-after-sign-in.tsx',
];

/** Matches the sources of a chunk: `toSources('ui/badge')` matches `src/ui/badge.tsx`. */
const toSources = (paths: string) => new RegExp(String.raw`/src/(?:${paths})\.tsx?$`);

/** The parts that are needed before a recording has ended. */
const recording = 'features/recordings/(?:create-recorder|capture/recording-view|import/import-audio)';
/** The parts that load during a recording, because the network may be gone at its end. */
const afterRecording =
  'features/recordings/(?:review/review-view|capture/listen-so-far|drafts/saving/(?:save-browser-drafts|saved-text))';
/** The parts that look for unsaved recordings, for signed-in users. */
const unsaved = 'features/recordings/drafts/(?:list/draft-notice|saving/save-drafts-after-sign-in)';

const { PORT = '3000' } = loadEnv('development', fileURLToPath(new URL('../..', import.meta.url)), 'PORT');
/** Uses Vite's address as the host, because the server refuses changes from pages of another one. */
const server = { target: `http://127.0.0.1:${PORT}` };

export default defineConfig({
  plugins: [
    plainIcons(),
    leaveOut(unusedFeatures),
    reactModules(),
    tanstackRouter(),
    react(),
    tailwindcss(),
    lateStyles(),
    mergeRuntime('vendor'),
    embedPlayer(),
    smallerFonts(),
    serviceWorker(fileURLToPath(new URL('src/app/worker/service-worker.ts', import.meta.url)), toRecord),
    precompressed(),
    firstLoadBudget(firstScreens),
  ],
  resolve: {
    // React has had `useSyncExternalStore` since version 18, so the shim for older versions is not needed.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2022',
    // The content security policy allows only scripts from our origin, so nothing may be inlined as data:.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Reading a property has no effect in our imports, so unused parts of React's exports can be dropped.
      treeshake: { propertyReadSideEffects: false },
      // React reads exports that only some of its builds have. TypeScript reports those that we misspell.
      checks: { importIsUndefined: false },
      output: {
        codeSplitting: {
          // The bundler truncates the priority, and the first of equal ones counts.
          groups: [
            { name: 'vendor', test: firstLoadPackages, priority: 20 },
            // Each group includes all its imports, because otherwise every module that two screens share would be a file of
            // its own, a hundred in all. It also has the code that the recorder and the cards share, so that neither loads
            // for the other, and what starts at rest shares with a later screen.
            {
              name: 'shell',
              test: /src\/(?:main|messages\/format|lib\/(?:refresh-interval|saves-data|with-timeout)|text\/(?:rules|defaults)|stories\/rules|recordings\/(?:waveform|audio-formats)|features\/recordings\/drafts\/list\/draft-requests)\.tsx?$|[\\/]icons[\\/]pause\.\w+$/,
              priority: 19,
            },
            { name: 'recorder', test: toSources('features/recordings/recorder-screen'), priority: 18 },
            {
              name: 'card',
              // The feed and the comments share the rest, and neither loads with the other.
              test: toSources(
                'features/(?:stories/(?:story/story-card|story-skeleton|list/unless-muted|tags/tag-rules|feed/feed-filter)|player/(?:controls/mini-player|queue/listed-tracks)|blocks/use-muted-words)|lib/(?:layout/not-found-state|paging/load-more)|ui/(?:chip|fields/text-field)',
              ),
              priority: 16,
            },
            // The feed needs it only after a failure; the comments check the input with it.
            { name: 'errors', test: toSources('messages/errors|lib/errors/error-text'), priority: 17.5 },
            {
              name: 'feed',
              test: /src\/(?:app\/community-screen\.tsx$|routes\/search\.tsx\?)/,
              priority: 15,
            },
            {
              name: 'story',
              test: toSources('features/(?:stories/story/story-screen|comments/comments-block)'),
              priority: 14,
            },
            { name: 'unsaved', test: toSources(unsaved), priority: 12 },
            {
              name: 'reactions',
              test: toSources(
                'features/(?:reactions/(?:warmth|word-reactions)|corrections/(?:word-corrections|thanks|explained/word-explanations))',
              ),
              priority: 12,
            },
            // Later parts share it, and no first screen needs it. Before the reactions, which a recording would load for it.
            {
              name: 'parts',
              test: /src\/lib\/(?:layout\/|transcript\/|calls\/(?:is-last-change|use-shown-ahead))|[\\/]node_modules[\\/]idb[\\/]|features\/recordings\/drafts\/(?:store\/drafts|saving\/saving-progress)\.|contract\/src\/(?:transcription\/|text\/days\.)/,
              minShareCount: 2,
              priority: 13,
            },
            { name: 'engine', test: toSources(recording), priority: 12 },
            {
              name: 'fields',
              test: toSources('features/(?:stories/tags/tag-editor|transcription/transcript-field)'),
              priority: 11,
            },
            {
              name: 'account',
              test: /src\/(?:features\/account|messages\/(?:account|profiles))/,
              minShareCount: 2,
              priority: 10,
            },
            { name: 'review', test: toSources(afterRecording), priority: 9 },
            { name: 'worker', test: toSources('app/worker/worker-updates'), priority: 8 },
            { name: 'drafts', test: toSources('features/recordings/drafts/list/drafts-list'), priority: 7 },
            {
              name: 'screens',
              test: /src\/(?:ui|lib|features\/player)\/|[\\/]lucide-react[\\/]/,
              minShareCount: 2,
              priority: 11.5,
            },
            { name: 'profile', test: /src\/routes\/(?:profile|u\.\$username)\.tsx\?/, priority: 6 },
          ],
        },
      },
    },
  },
  // The names of these files are a contract: by them the server lets the files run WebAssembly, and the service worker does
  // not store them.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/wasm-worker-[hash].js',
        chunkFileNames: 'assets/wasm-worker-[hash].js',
      },
    },
  },
  server: { proxy: { [serverPaths]: server } },
});
