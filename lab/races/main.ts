import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.join(import.meta.dirname, '../..')
/** Files with race tests, by name: those that ask for a number of rounds. */
const places = new Map(
  globSync('tests/**/*.test.ts', { cwd: root })
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('countRounds('))
    .toSorted()
    .map((file) => [path.basename(file, '.test.ts'), file]),
)

/**
 * `npm run lab -- races groups.races promo-codes`: runs the named files of race tests (default: all) with their full number of rounds, which
 * would take too long in the gate. `--rounds N` runs fewer.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: 'full' } },
})
const unknown = positionals.filter((name) => !places.has(name))
if (unknown.length > 0 || !/^(full|[1-9]\d*)$/.test(values.rounds)) {
  console.error(`Usage: npm run lab -- races [${[...places.keys()].join('] [')}] [--rounds N]`)
  process.exit(1)
}
const limit = String(6 * 3_600_000)
process.exitCode = 0
for (const file of (positionals.length > 0 ? positionals : [...places.keys()]).flatMap(
  (name) => places.get(name) ?? [],
)) {
  const args = ['run', '--project', 'integration', '--testTimeout', limit, '--reporter', 'verbose', file]
  const child = spawn('vitest', args, {
    stdio: 'inherit',
    env: { ...process.env, RACE_ROUNDS: values.rounds },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) process.exitCode = code ?? 1
}
