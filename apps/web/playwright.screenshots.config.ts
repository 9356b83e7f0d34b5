import { defineConfig } from '@playwright/test';
import type { ServerOptions } from './e2e/testing/fixtures.ts';
import tests from './playwright.config.ts';

/** `npm run screenshots`: takes pictures of the screens with the demo's community. */
export default defineConfig<object, ServerOptions>({
  ...tests,
  testMatch: ['**/*.shots.ts', '**/readme-picture.spec.ts'],
  updateSnapshots: 'all',
  projects: (tests.projects ?? []).filter(({ name }) => name === 'chromium'),
  workers: 1,
  fullyParallel: false,
  outputDir: 'test-results/screenshots',
  reporter: 'list',
  use: { ...tests.use, demo: true },
});
