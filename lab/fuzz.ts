import { spawnSync } from 'node:child_process'

/**
 * Runs the test of generated requests with many more requests than `npm test` does. FUZZ_REQUESTS sets another number.
 */
const { status } = spawnSync('vitest', ['run', '--project', 'integration', 'tests/integration/wire/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { FUZZ_REQUESTS: '100000', ...process.env },
})
process.exit(status ?? 1)
