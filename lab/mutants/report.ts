import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { numbers as allNumbers } from './numbers.ts'
import {
  type Caught,
  digestOf,
  keyOf,
  type MeasuredNumber,
  type MeasuredScore,
  readResults,
  type Score,
  type Survivor,
} from './results.ts'
import { groupRules, root } from './rules.ts'
import { reasons } from './survivors.ts'

const bar = 95

const reasonOf = (file: string, { from, to }: Survivor): string | undefined =>
  reasons.find((known) => known.file === file && known.from === from && known.to === to)?.why

const share = (killed: number, total: number): string =>
  total === 0 ? '–' : `${((100 * killed) / total).toFixed(1)} %`

const sumOf = (scores: readonly Score[]) => ({
  killed: scores.reduce((sum, score) => sum + score.killed, 0),
  total: scores.reduce((sum, score) => sum + score.total, 0),
})

export function judge(scores: readonly Score[], numbers: readonly Caught[]): string[] {
  const { killed, total } = sumOf(scores)
  if (total > 0) console.log(`${killed} of ${total} mutants of the rules were noticed: ${share(killed, total)}`)
  const unexplained = scores.flatMap(({ file, survivors }) =>
    survivors
      .filter((survivor) => reasonOf(file, survivor) === undefined)
      .map(({ line, from, to }) => `${file}:${line} survives without a reason: ${from} → ${to}`),
  )
  return [
    ...(total > 0 && killed * 100 < bar * total ? [`less than ${bar} % of the mutants were noticed`] : []),
    ...unexplained,
    ...numbers
      .filter(({ isCaught }) => !isCaught)
      .map(({ mutant }) => `no test noticed ${mutant.what}: ${mutant.from} → ${mutant.to}`),
  ]
}

const code = (text: string) => (text === '' ? '(nothing)' : `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``)
const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ')

const ruleRow = (score: MeasuredScore): string =>
  `| \`${score.file}\` | ${score.killed} | ${score.total} | ${share(score.killed, score.total)} | ${minuteOf(score.at)}${score.isQuick ? ', quick' : ''} |`

const survivorRows = ({ file, survivors }: Score): string[] =>
  survivors.map(
    (survivor) =>
      `| \`${file}\`:${survivor.line} | ${code(survivor.from)} → ${code(survivor.to)} | ${reasonOf(file, survivor) ?? '**a test is owed**'} |`,
  )

const numberRow = ({ mutant: { what, file, from, to, test }, isCaught, at }: MeasuredNumber): string =>
  `| ${what} | \`${file}\` | ${code(from)} → ${code(to)} | ${isCaught ? `\`${test[0]}\`` : 'nothing'} | ${minuteOf(at)} |`

const sentence = (what: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${what}: ${names.join(', ')}`]

export async function writeReport(): Promise<string[]> {
  const results = await readResults()
  const files = [...(await groupRules([])).values()].flat()
  const measured = files.flatMap((file) => results.rules[file] ?? [])
  const numbers = allNumbers.flatMap((mutant) => results.numbers[keyOf(mutant)] ?? [])
  const missingFiles = files.filter((file) => !results.rules[file])
  const missingNumbers = allNumbers.filter((mutant) => !results.numbers[keyOf(mutant)])
  const sources = await Promise.all(measured.map(({ file }) => readFile(path.join(root, file), 'utf8')))
  const scores = measured.filter(({ digest }, index) => digest === digestOf(sources[index] ?? ''))
  const staleFiles = measured.filter((score) => !scores.includes(score)).map(({ file }) => file)
  const gaps = [
    ...sentence('never measured', missingFiles),
    ...sentence('changed since they were measured', staleFiles),
    ...sentence(
      'numbers that were not tried',
      missingNumbers.map(({ what }) => what),
    ),
  ]
  const { killed, total } = sumOf(scores)
  const text = [
    '# What tests notice',
    '',
    'Written by `npm run lab -- mutants`, or by `npm run lab -- mutants report` from runs of parts (`npm run lab -- mutants rules PART`,',
    '`npm run lab -- mutants numbers PART`). It changes the code in small ways, one at a time, and runs tests: a change that none of',
    'them notices is listed here with its reason (`lab/mutants/survivors.ts`), or ends the run. A file of which only comments',
    'changed since keeps its measurement. Times are UTC.',
    '',
    ...(gaps.length === 0 ? [] : ['## What this does not show', '', ...gaps.map((gap) => `- ${gap}`), '']),
    '## Rules, by the unit tests of their own folder alone',
    '',
    `${killed} of ${total} mutants are noticed: ${share(killed, total)}. A change after which a test never ends counts as noticed.`,
    'Each property runs twenty times at most here, so this is a lower bound: the suite runs them more often.',
    'quick: constants that are computed once when the file is loaded were left out; those of the specification are among the numbers.',
    '',
    '| File | Noticed | Of | Share | Measured |',
    '|---|---|---|---|---|',
    ...scores.map(ruleRow),
    '',
    '## What survives, and why',
    '',
    '| Place | Change | Reason |',
    '|---|---|---|',
    ...scores.flatMap(survivorRows),
    '',
    '## Numbers of the specification',
    '',
    '| What | Place | Change | Noticed by | Measured |',
    '|---|---|---|---|---|',
    ...numbers.map(numberRow),
    '',
  ].join('\n')
  await writeFile(path.join(root, 'data/mutants.md'), text)
  return [...gaps, ...judge(scores, numbers)]
}
