import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run screenshots`: what the screens look like, with the demo's community in them. */
export default defineConfig({
  ...tests,
  testMatch: '**/*.shots.ts',
  globalSetup: './e2e/serve-demo.ts',
  outputDir: 'test-results/screenshots',
  reporter: 'list',
});
