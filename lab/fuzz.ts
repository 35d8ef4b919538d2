import { spawnSync } from 'node:child_process'

/** Runs the test of generated requests with many more of them than the gate; FUZZ_REQUESTS chooses another number. */
const { status } = spawnSync('vitest', ['run', '--project', 'integration', 'tests/integration/wire/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { FUZZ_REQUESTS: '100000', ...process.env },
})
process.exit(status ?? 1)
