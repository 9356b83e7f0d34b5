import { fileURLToPath } from 'node:url';
import { defineConfig, type Project } from '@playwright/test';
import { patience } from './e2e/testing/slowness.ts';

const speech = fileURLToPath(new URL('../../packages/testing/fixtures/audio/speech.wav', import.meta.url));
const { RELATO_CHROMIUM: chromium, RELATO_FIREFOX: firefox } = process.env;
/** `npm test -- --long` also measures time, and runs journeys in Firefox that have never differed there. */
const isLong = process.env.RELATO_LONG === '1';

const chromiumUse: Project['use'] = {
  browserName: 'chromium',
  permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
  launchOptions: {
    ...(chromium ? { executablePath: chromium } : {}),
    args: [
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live too short to gain what the optimizing compilers cost. Measurements of time have them.
      ...(isLong ? [] : ['--js-flags=--no-opt --no-maglev']),
      // One process for all pages, which stays between tests. Slow pages have a slow processor each.
      ...(patience === 1 ? ['--renderer-process-limit=1'] : []),
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${speech}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
};

/** Playwright's own build, or an installed one, which speaks WebDriver BiDi (docs/decisions/0026). */
const firefoxUse: Project['use'] = {
  browserName: 'firefox',
  ...(firefox ? { channel: 'moz-firefox' } : {}),
  launchOptions: {
    ...(firefox ? { executablePath: firefox } : {}),
    firefoxUserPrefs: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'media.autoplay.default': 0,
      'ui.prefersReducedMotion': 1,
      // Silent sound follows the clock; any other sound needs a sound card to play at all.
      'media.default_volume': '0.0',
      // Without a window Firefox reports no mouse, so this declares a fine pointer that can hover.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      // One process for all pages, which stays between tests, and none in advance, because each takes a second of the
      // processor to start.
      'dom.ipc.processCount': 1,
      'dom.ipc.keepProcessesAlive.web': 1,
      'dom.ipc.processPrelaunch.enabled': false,
      // The process of the video encoder has five seconds to start, which a busy machine exceeds.
      'media.rdd-process.startup_timeout_ms': 60_000,
      // Frames of other sites share the process of their page, because WebDriver BiDi cannot click inside the frame of
      // another process.
      'fission.webContentIsolationStrategy': 0,
      // A proxy that does not exist resolves the names; loopback bypasses it.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
    },
  },
};

/** Tests that measure time have the machine to themselves. */
const alone: Project = {
  name: 'alone',
  use: chromiumUse,
  grep: /@alone/,
  workers: 1,
  dependencies: ['chromium', 'firefox'],
};

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  // Screens that must not change; `npm run screenshots` renews their pictures.
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  // Each worker has its own server and database (fixtures.ts). The tests wait a third of the time, so three keep two cores
  // busy.
  workers: 3,
  fullyParallel: true,
  timeout: 180_000 * patience,
  expect: { timeout: 30_000 * patience },
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // A run that is completely broken ends early.
  maxFailures: 20 * patience,
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 390, height: 844 },
    screenshot: 'only-on-failure',
    // Its own tests allow it, because the others intercept requests, and would miss those of a service worker.
    serviceWorkers: 'block',
    // A trace costs a fifth of the time; use `--trace on` for failed tests.
    trace: 'off',
  },
  projects: [
    // Motion is off, because a moving sheet may leave the mouse between press and release.
    {
      name: 'chromium',
      use: { ...chromiumUse, contextOptions: { reducedMotion: 'reduce' } },
      grepInvert: /@alone/,
    },
    {
      name: 'firefox',
      use: firefoxUse,
      grep: isLong ? /@firefox/ : /@firefox(?!-long)/,
      grepInvert: /@alone/,
    },
    ...(isLong ? [alone] : []),
  ],
});
