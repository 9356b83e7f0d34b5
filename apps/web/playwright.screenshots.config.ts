import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** `npm run screenshots`: takes pictures of the screens. */
export default defineConfig({
  ...tests,
  testMatch: ['**/*.shots.ts', '**/readme-picture.spec.ts'],
  updateSnapshots: 'all',
  projects: (tests.projects ?? []).filter(({ name }) => name === 'chromium'),
  workers: 1,
  fullyParallel: false,
  outputDir: 'test-results/screenshots',
  reporter: 'list',
});
