import { defineConfig } from 'vitest/config'

/** Unit tests of the server and of what both sides share. A mutant that never ends is found by Stryker, not by a time limit. */
export default defineConfig({
  test: { include: ['{shared,server}/**/*.test.ts'], environment: 'node', testTimeout: 300_000 },
})
