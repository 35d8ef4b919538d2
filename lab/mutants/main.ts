import { parseArgs } from 'node:util'
import { runNumbers } from './run-numbers.ts'
import { runRules } from './run-rules.ts'
import { judge, writeReport } from './report.ts'

const usage = `npm run lab -- mutants [rules|numbers|report [PART…] [--quick]]

Changes the code in small ways and shows that tests notice it: every rule (by Stryker, unit tests alone), and every number of
the specification. PART: only files or numbers whose name holds it. --quick: not what is computed once when a file is loaded.
Run without arguments, it writes data/mutants.md. report: writes it from what runs of parts measured, with the time of each.`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
const [part, ...only] = positionals
if (values.help || (part !== undefined && part !== 'rules' && part !== 'numbers' && part !== 'report')) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}
const isWhole = part === undefined || part === 'report'
const numbers = part === undefined || part === 'numbers' ? await runNumbers(only) : []
const rules = part === undefined || part === 'rules' ? await runRules(only, values.quick) : []
const faults = isWhole ? await writeReport() : judge(rules, numbers)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
