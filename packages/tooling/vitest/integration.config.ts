import { defineConfig } from 'vitest/config';

/** Tests on a real PostgreSQL: one cluster for the run, one database a worker. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['@relato/db/testing/cluster'],
    hookTimeout: 60_000,
    testTimeout: 20_000,
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
