import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * `npm run races -- groups promos`: the races of those names (default: all) at their full counts, which the gate has no
 * time for. `--rounds N` runs fewer.
 */
const races = ['groups', 'promos'].filter((name) => existsSync(fileOf(name)))

function fileOf(name: string): string {
  return `tests/integration/${name}.races.test.ts`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: 'full' } },
})
const unknown = positionals.filter((name) => !races.includes(name))
if (unknown.length > 0 || !/^(full|[1-9]\d*)$/.test(values.rounds)) {
  console.error(`Usage: npm run races -- [${races.join('] [')}] [--rounds N]`)
  process.exit(1)
}
const files = (positionals.length > 0 ? positionals : races).map(fileOf)
const args = [
  'run',
  '--project',
  'integration',
  '--testTimeout',
  String(6 * 3_600_000),
  '--reporter',
  'verbose',
  ...files,
]
const child = spawn('vitest', args, { stdio: 'inherit', env: { ...process.env, RACE_ROUNDS: values.rounds } })
child.once('close', (code) => (process.exitCode = code ?? 1))
