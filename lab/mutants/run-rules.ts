import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { folder, saveScore, type Score } from './results.ts'
import { groupRules, root } from './rules.ts'

type Place = { readonly line: number; readonly column: number }
type StrykerMutant = {
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly coveredBy?: readonly string[]
  readonly location: { readonly start: Place; readonly end: Place }
}
type StrykerReport = {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly StrykerMutant[] }>>
}

const stryker = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')

const memoryOf = (name: string): string => path.join(folder, `${name}.json`)

const configOf = (name: string, files: readonly string[], isQuick: boolean) => ({
  testRunner: 'vitest',
  // Runs all tests of the folder, not only related ones: if there were none, Stryker would abort instead of reporting
  // survivors.
  vitest: { configFile: 'lab/mutants/vitest.config.ts', related: false },
  mutate: files,
  concurrency: 1,
  coverageAnalysis: 'perTest',
  ignoreStatic: isQuick,
  incremental: true,
  incrementalFile: memoryOf(name),
  tempDirName: path.join(folder, `sandbox-${name}`),
  // Generous time limits, so that a mutant does not count as detected because the machine was busy.
  timeoutMS: 60_000,
  timeoutFactor: 10,
  dryRunTimeoutMinutes: 30,
  ignorePatterns: ['docs', 'web', 'ui', 'public', 'dist', 'data', 'failures', 'tests/e2e', '.git'],
  reporters: [],
  allowConsoleColors: false,
})

/**
 * Changes (mutates) the code of rules bit by bit and runs the unit tests of their folder, which should fail. Results
 * for unchanged rules and tests are cached in `data/mutants`. `isQuick` skips static code that runs once at load.
 */
export async function runRules(only: readonly string[], isQuick: boolean): Promise<Score[]> {
  await mkdir(folder, { recursive: true })
  const scores: Score[] = []
  for (const [name, files] of await groupRules(only)) {
    const config = path.join(folder, `${name}.config.json`)
    await writeFile(config, JSON.stringify(configOf(name, files, isQuick)))
    const code = await run([stryker, 'run', config], path.dirname(files[0] ?? ''))
    if (code !== 0) throw new Error(`Stryker ended with ${code} on ${files.join(', ')}`)
    const memory = memoryOf(name)
    const report = JSON.parse(await readFile(memory, 'utf8')) as StrykerReport
    // Deletes the cache if no test covers the file. Stryker then cannot recognise static code, and would reuse its
    // survivors later.
    if (!isCovered(report)) await rm(memory)
    for (const file of files) {
      const score = scoreOf(file, report)
      scores.push(score)
      await saveScore(score, report.files[file]?.source ?? (await readFile(path.join(root, file), 'utf8')), isQuick)
      console.log(`${score.killed} of ${score.total}`.padEnd(14), file)
    }
  }
  return scores
}

const run = (args: readonly string[], testsOf: string) =>
  new Promise<number>((resolve, reject) => {
    const env = { ...process.env, MUTANTS_TESTS: testsOf }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

const isCovered = ({ files }: StrykerReport): boolean =>
  Object.values(files).every(
    ({ mutants }) => mutants.length === 0 || mutants.some(({ coveredBy = [] }) => coveredBy.length > 0),
  )

function scoreOf(file: string, { files }: StrykerReport): Score {
  const { source, mutants } = files[file] ?? { source: '', mutants: [] }
  const lines = source.split('\n')
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const survivors = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location: { start, end }, replacement = '', status }) => {
      const first = lines[start.line - 1] ?? ''
      const from =
        start.line === end.line ? first.slice(start.column - 1, end.column - 1) : first.slice(start.column - 1)
      return { line: start.line, from: oneLine(from), to: oneLine(replacement), covered: status === 'Survived' }
    })
  return { file, killed, total: killed + survivors.length, survivors }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
