import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { checks } from './check.ts'
import { describeFailures, joinReports, type Report } from './describe-failures.ts'
import { runSteps, type Outcome, type Step } from './run-steps.ts'
import { slowestFiles } from './slowest-files.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { findV2ray } from '../lab/drill/find-cores.ts'

/** `npm test` runs this file: the full set of checks and tests. The last line counts the tests of all runs. */
const root = path.join(import.meta.dirname, '..')
const folder = await makeTemporaryFolder('gate')
const temporary = path.join(folder, 'tmp')
await mkdir(temporary)
await chmod(temporary, 0o711)
/**
 * Environment of all steps. `GOMAXPROCS` and `GOGC` concern lint and type checks, which are Go programs: one thread
 * leaves a core for end-to-end tests, and rarer garbage collection saves CPU time.
 */
const env = { TMPDIR: temporary, GOMAXPROCS: '1', GOGC: '400', GOMEMLIMIT: '3GiB' }
/**
 * Step that runs some test projects. `workers`: more than cores, because end-to-end tests wait half of their time, and
 * tests with a database a quarter of it.
 */
const runTests = (name: string, projects: string, workers: number) => {
  const file = path.join(folder, `${name}.json`)
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file]
  const step: Step = {
    name,
    command: ['vitest', 'run', '--project', projects, '--maxWorkers', String(workers), ...reporters],
  }
  return { step, file }
}
const journeys = runTests('journeys', 'e2e', 3)
const otherTests = runTests('other tests', '!e2e', 3)
/** Step with real VPN tunnels: a purchase, a refund, and failures around them. None without v2ray. */
const drill: readonly Step[] = findV2ray()
  ? [
      {
        name: 'tunnel drill',
        command: ['node', 'lab/drill/main.ts'],
        env: { DRILL_ROUNDS: '1', DRILL_AWAY_SECONDS: '10' },
      },
    ]
  : []
const startedAt = performance.now()
const withoutArchitecture = checks.filter(({ name }) => name !== 'architecture')
const built = await runSteps(
  [
    { name: 'build', command: ['node', 'scripts/build.ts'] },
    { name: 'build of npm start', command: ['node', 'scripts/build.ts', '--start'] },
  ],
  { env },
)
/**
 * Runs everything at once: tests wait for browser and database, so that two cores are busy only with more than two
 * steps, and the checks fill what the tests leave. The drill mostly waits.
 */
const sides = await Promise.all([
  runSteps([journeys.step], { live: true, env }),
  runSteps([otherTests.step], { live: true, env }),
  runSteps(
    [
      ...withoutArchitecture,
      { name: 'secrets in what was built', command: ['node', 'scripts/check-secrets.ts', '--built'] },
    ],
    { env },
  ),
  runSteps(drill, { env }),
])
const outcomes: Outcome[] = [...built, ...sides.flat()]

const report = joinReports(await Promise.all([journeys, otherTests].map(({ file }) => readReport(file))))
// A test file that does not load has no failed test of its own but counts as a failure.
const failed = Math.max(report.numFailedTests, report.success ? 0 : 1)
/** Folders that may stay, because later processes reuse them: compiled code, unpacked browser and database. */
const kept = ['node-compile-cache', 'wayfare-chromium-', 'wayfare-postgres-']
const left = (await readdir(temporary)).filter((name) => !kept.some((start) => name.startsWith(start)))
await rm(folder, { recursive: true, force: true })

console.log('\nThe gate')
for (const { step, ok, seconds } of outcomes)
  console.log(`  ${ok ? '✓' : '✗'} ${step.name.padEnd(32)} ${seconds.toFixed(1).padStart(6)} s`)
if (drill.length === 0)
  console.log('  – tunnel drill: left out, there is no v2ray on this machine (Debian: apt install v2ray)')
console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s in all`)
console.log('\nThe slowest files, each beside others')
for (const line of slowestFiles(report.testResults, root)) console.log(line)
const broken = outcomes.filter(({ ok }) => !ok)
// Prints failures again at the end, where readers of a long log look first.
for (const failure of describeFailures(report, root)) console.log(`\n${failure}`)
if (broken.length > 0) console.log(`Failed: ${broken.map(({ step }) => step.name).join(', ')}`)
if (left.length > 0) console.log(`Failed: left in temporary folders: ${left.join(', ')}`)
if (broken.length > 0 || failed > 0 || left.length > 0) process.exitCode = 1
console.log(`${report.numPassedTests} passed, ${failed} failed`)

async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, success: false, testResults: [] }
  }
}
