import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkTypes } from './check.ts'
import { choosePlan } from './check-fast.rules.ts'
import { runSteps, type Step } from './run-steps.ts'

/**
 * `npm run check:fast [-- --base REF]`: checks format, lint, types and unit tests for changes since REF (default: last
 * commit), and runs changed integration tests. Takes under a minute; `npm test` still decides.
 */
const root = path.join(import.meta.dirname, '..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
const { base } = parseArgs({ options: { base: { type: 'string', default: 'HEAD' } } }).values
const changed = [
  ...git('diff', '--name-only', '-z', '--diff-filter=d', base, '--'),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
].filter((name) => existsSync(path.join(root, name)))

const { formatted, linted, related, integration, types } = choosePlan(changed)
const vitest = ['vitest', '--run', '--passWithNoTests', '--reporter', 'dot']
const steps: Step[] = [
  ...(formatted.length > 0
    ? [{ name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...formatted] }]
    : []),
  ...(types.server ? [{ name: 'types: server, scripts, tests', command: checkTypes('tsconfig.json') }] : []),
  ...(types.web ? [{ name: 'types: pages and islands', command: checkTypes('tsconfig.web.json') }] : []),
  ...(linted.length > 0 ? [{ name: 'lint', command: ['oxlint', '--deny-warnings', ...linted] }] : []),
  ...(related.length > 0
    ? [{ name: 'unit tests', command: ['vitest', 'related', ...vitest.slice(1), '--project', 'unit', ...related] }]
    : []),
  ...(integration.length > 0
    ? [{ name: 'integration tests', command: [...vitest, '--project', 'integration', ...integration] }]
    : []),
]
if (steps.length === 0) console.log('nothing has changed that this can check')
const failed = (await runSteps(steps, { atOnce: 2 })).filter(({ ok }) => !ok)
if (failed.length > 0) {
  console.log(`failed: ${failed.map(({ step }) => step.name).join(', ')}`)
  process.exitCode = 1
}
