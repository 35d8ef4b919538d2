import { defineConfig } from 'vitest/config'

/**
 * Unit tests of one folder only, because a rule must be covered by tests next to it. Endless mutants are detected by
 * Stryker, so there is no time limit.
 */
export default defineConfig({
  test: {
    include: [`${process.env['MUTANTS_TESTS'] ?? '{shared,server}'}/**/*.test.ts`],
    environment: 'node',
    setupFiles: [new URL('few-runs.ts', import.meta.url).pathname],
    testTimeout: 300_000,
  },
})
