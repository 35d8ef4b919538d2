import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.join(import.meta.dirname, '../..')
/** Test files that repeat random cases, recognized by their use of `countRounds`. */
const files = globSync('tests/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('countRounds('))
  .toSorted()
const nameOf = (file: string) => path.basename(file, '.test.ts')
/** Finds test files by their name, or by folder and name: `payments/figures`. */
const filesOf = (name: string) => files.filter((file) => `/${file}`.endsWith(`/${name}.test.ts`))

/**
 * `npm run lab -- races groups.races promo-codes`: runs the named race and property tests (default: all) with their
 * full number of rounds, which takes too long for `npm test`. `--rounds N` runs fewer.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: 'full' } },
})
const unknown = positionals.filter((name) => filesOf(name).length === 0)
if (unknown.length > 0 || !/^(full|[1-9]\d*)$/.test(values.rounds)) {
  console.error(`Usage: npm run lab -- races [${files.map(nameOf).join('] [')}] [--rounds N]`)
  process.exit(1)
}
const limit = String(6 * 3_600_000)
process.exitCode = 0
for (const file of positionals.length > 0 ? positionals.flatMap(filesOf) : files) {
  const args = ['run', '--project', 'integration', '--testTimeout', limit, '--reporter', 'verbose', file]
  const child = spawn('vitest', args, {
    stdio: 'inherit',
    env: { ...process.env, RACE_ROUNDS: values.rounds },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) process.exitCode = code ?? 1
}
