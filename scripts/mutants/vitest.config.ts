import { defineConfig } from 'vitest/config'

/**
 * The unit tests of one folder, because a rule has to be held by tests beside it. A mutant that never ends is found by
 * Stryker, not by a time limit.
 */
export default defineConfig({
  test: {
    include: [`${process.env['MUTANTS_TESTS'] ?? '{shared,server}'}/**/*.test.ts`],
    environment: 'node',
    setupFiles: [new URL('few-runs.ts', import.meta.url).pathname],
    testTimeout: 300_000,
  },
})
