import { defineConfig } from 'vitest/config';

/** Only the tests of pure rules, which need no database. The command sets which those are. */
export default defineConfig({
  test: { include: (process.env.MUTATION_TESTS ?? '').split(' ') },
});
