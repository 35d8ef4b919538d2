import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

/** Test file of each race, and the title of the test if it is not the whole file. */
const places: Readonly<Record<string, { file: string; tests?: string }>> = {
  groups: { file: 'tests/integration/groups/groups.races.test.ts' },
  undo: { file: 'tests/integration/risk/undo.walk.test.ts' },
  devices: { file: 'tests/integration/tunnels/hostile.test.ts', tests: 'never exceed the purchased device places' },
  payments: { file: 'tests/integration/payments/payments.races.test.ts' },
  redeem: { file: 'tests/integration/orders/redeem-codes.test.ts', tests: 'gives one grant to 200 concurrent users' },
  refunds: { file: 'tests/integration/payments/payments.refunds.test.ts', tests: 'concurrent refunds never exceed' },
  trials: { file: 'tests/integration/membership/trial.test.ts', tests: 'is granted once to an account' },
  promos: { file: 'tests/integration/orders/promo-codes.test.ts', tests: 'is given to exactly one of 200' },
}
const races = Object.keys(places)

/**
 * `npm run lab -- races groups promos`: runs the named race tests (default: all) with their full number of rounds, which
 * would take too long in the gate. `--rounds N` runs fewer.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: 'full' } },
})
const unknown = positionals.filter((name) => !races.includes(name))
if (unknown.length > 0 || !/^(full|[1-9]\d*)$/.test(values.rounds)) {
  console.error(`Usage: npm run lab -- races [${races.join('] [')}] [--rounds N]`)
  process.exit(1)
}
const limit = String(6 * 3_600_000)
process.exitCode = 0
for (const { file, tests } of (positionals.length > 0 ? positionals : races).flatMap((name) => places[name] ?? [])) {
  const args = ['run', '--project', 'integration', '--testTimeout', limit, '--reporter', 'verbose', file]
  const child = spawn('vitest', [...args, ...(tests ? ['-t', tests] : [])], {
    stdio: 'inherit',
    env: { ...process.env, RACE_ROUNDS: values.rounds },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) process.exitCode = code ?? 1
}
