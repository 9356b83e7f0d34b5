import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';
import { patience, testProcesses } from './patience.ts';

/** Tests on a real PostgreSQL: one cluster for the run, one database a worker. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['@relato/db/testing/cluster'],
    ...patience,
    ...testProcesses,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
