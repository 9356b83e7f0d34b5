import { defineConfig } from 'vitest/config';

/** Tests on a real PostgreSQL: one cluster for the run, one database a worker. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['@relato/db/testing/cluster'],
    hookTimeout: 60_000,
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
