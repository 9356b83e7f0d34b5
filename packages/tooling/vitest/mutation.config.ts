import { defineConfig } from 'vitest/config';

/** Only the tests of pure rules, which need no database: the command names them. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
    // Code that Stryker has prepared is slower: property tests take longer, and tests that measure time would fail.
    testTimeout: 60_000,
    testNamePattern: /^(?!.*\bless than \d+ ms\b)/,
  },
});
