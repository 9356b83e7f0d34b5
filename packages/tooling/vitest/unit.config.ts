import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    // One process for all files, because loading a package costs more than most of its tests. Tests that mock a module
    // ask for `--isolate`.
    isolate: false,
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
