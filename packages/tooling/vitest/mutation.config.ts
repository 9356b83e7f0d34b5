import { defineConfig } from 'vitest/config';

/** Only the tests of pure rules, which need no database: the command names them. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    // Code that Stryker has prepared is slower, so tests that measure time would fail.
    testNamePattern: /^(?!.*\bless than \d+ ms\b)/,
  },
});
