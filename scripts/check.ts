import { fileURLToPath, pathToFileURL } from 'node:url'
import { runSteps, type Step } from './run-steps.ts'

/**
 * TypeScript 7, used for type checks because it is four times faster. Scripts that need the compiler API use version 6.
 */
const compiler = fileURLToPath(import.meta.resolve('typescript-7/package.json').replace('package.json', 'lib/tsc.js'))
/**
 * Command that checks types in a single thread: four parallel checkers repeat each other's work and use half as much
 * CPU time again.
 */
export const checkTypes = (project: string) => ['node', compiler, '-p', project, '--singleThreaded']

/** All checks that do not run the product. They are independent, so two of them run in parallel. */
export const checks: readonly Step[] = [
  { name: 'lockfile', command: ['node', 'scripts/check-lockfile.ts'] },
  { name: 'licences', command: ['node', 'scripts/check-licences.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'types: server, scripts, tests', command: checkTypes('tsconfig.json') },
  { name: 'types: pages and islands', command: checkTypes('tsconfig.web.json') },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'architecture', command: ['vitest', 'run', '--project', 'architecture', '--reporter', 'dot'] },
  { name: 'unused code and packages', command: ['knip'] },
  { name: 'oldest browsers', command: ['node', 'scripts/browser-floor/main.ts'] },
  { name: 'SQL types', command: ['node', 'scripts/check-sql.ts'] },
  { name: 'secrets in the repository', command: ['node', 'scripts/check-secrets.ts'] },
  { name: 'texts and the terms', command: ['node', 'scripts/check-terms.ts'] },
]

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const outcomes = await runSteps(checks, { atOnce: 2 })
  const failed = outcomes.filter(({ ok }) => !ok)
  console.log(failed.length === 0 ? 'all checks passed' : `failed: ${failed.map(({ step }) => step.name).join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
