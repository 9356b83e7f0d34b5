import { defineConfig } from '@playwright/test';
import type { ServerOptions } from './e2e/testing/fixtures.ts';
import tests from './playwright.config.ts';

/** `npm run screenshots`: what the screens look like, with the demo's community in them. */
export default defineConfig<object, ServerOptions>({
  ...tests,
  testMatch: '**/*.shots.ts',
  projects: (tests.projects ?? []).filter(({ name }) => name === 'chromium'),
  // One after the other: the last test puts pictures of the others side by side.
  workers: 1,
  fullyParallel: false,
  outputDir: 'test-results/screenshots',
  reporter: 'list',
  use: { ...tests.use, demo: true },
});
