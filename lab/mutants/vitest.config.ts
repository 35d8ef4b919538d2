import { defineConfig } from 'vitest/config'

/**
 * Runs the unit tests of a single folder, because the tests of a rule must be beside it. Stryker itself detects endless
 * mutants.
 */
export default defineConfig({
  test: {
    include: [`${process.env['MUTANTS_TESTS'] ?? '{shared,server}'}/**/*.test.ts`],
    environment: 'node',
    setupFiles: [new URL('few-runs.ts', import.meta.url).pathname],
    testTimeout: 300_000,
  },
})
