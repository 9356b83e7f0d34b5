import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';
import { patience, testProcesses } from './patience.ts';

export default defineConfig({
  test: {
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    // One process for all files, because loading a package costs more than most of its tests. Tests that mock a module
    // ask for `--isolate`.
    isolate: false,
    ...patience,
    ...testProcesses,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
