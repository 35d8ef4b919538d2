import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './rules.ts'
import type { Caught } from './run-numbers.ts'
import type { Score, Survivor } from './run-rules.ts'
import { reasons } from './survivors.ts'

/** Of all mutants of the rules, so many of a hundred must be noticed. */
const bar = 95

const reasonOf = (file: string, { from, to }: Survivor): string | undefined =>
  reasons.find((known) => known.file === file && known.from === from && known.to === to)?.why

const share = (killed: number, total: number): string =>
  total === 0 ? '–' : `${((100 * killed) / total).toFixed(1)} %`

/** What is not as it should be, one sentence each. */
export function judge(scores: readonly Score[], numbers: readonly Caught[]): string[] {
  const killed = scores.reduce((sum, score) => sum + score.killed, 0)
  const total = scores.reduce((sum, score) => sum + score.total, 0)
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

export async function writeReport(scores: readonly Score[], numbers: readonly Caught[]): Promise<void> {
  const killed = scores.reduce((sum, score) => sum + score.killed, 0)
  const total = scores.reduce((sum, score) => sum + score.total, 0)
  const text = [
    '# What tests notice',
    '',
    'Written by `npm run mutants`. It changes the code in small ways, one at a time, and runs tests: a change that none of them',
    'notices is listed here with its reason (`scripts/mutants/survivors.ts`), or ends the run.',
    '',
    '## Rules, by unit tests alone',
    '',
    `${killed} of ${total} mutants are noticed: ${share(killed, total)}.`,
    '',
    '| File | Noticed | Of | Share |',
    '|---|---|---|---|',
    ...scores.map(
      (score) => `| \`${score.file}\` | ${score.killed} | ${score.total} | ${share(score.killed, score.total)} |`,
    ),
    '',
    '## What survives, and why',
    '',
    '| Place | Change | Reason |',
    '|---|---|---|',
    ...scores.flatMap(({ file, survivors }) =>
      survivors.map(
        (survivor) =>
          `| \`${file}\`:${survivor.line} | ${code(survivor.from)} → ${code(survivor.to)} | ${reasonOf(file, survivor) ?? ''} |`,
      ),
    ),
    '',
    '## Numbers of the specification',
    '',
    '| What | Place | Change | Noticed by |',
    '|---|---|---|---|',
    ...numbers.map(
      ({ mutant: { what, file, from, to, test }, isCaught }) =>
        `| ${what} | \`${file}\` | ${code(from)} → ${code(to)} | ${isCaught ? `\`${test[0]}\`` : 'nothing'} |`,
    ),
    '',
  ].join('\n')
  await writeFile(path.join(root, 'docs/mutants.md'), text)
}
