import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeTemporaryFolder } from '../temporary-folder.ts'

type Place = { readonly line: number; readonly column: number | null }
type Range = { readonly start: Place; readonly end: Place }
type Counted = {
  readonly path: string
  readonly statementMap: Readonly<Record<string, Range>>
  readonly fnMap: Readonly<Record<string, { readonly loc: Range }>>
  readonly branchMap: Readonly<Record<string, { readonly locations: readonly Range[] }>>
  readonly s: Readonly<Record<string, number>>
  readonly f: Readonly<Record<string, number>>
  readonly b: Readonly<Record<string, readonly number[]>>
}
/** True if the code at this position ran; lines from 1, columns from 0, as in Istanbul. */
export type DidRun = (file: string, line: number, column: number) => boolean

export const testFile = 'tests/integration/journeys/plain.test.ts'

export async function runPlainly(root: string, title: string): Promise<DidRun> {
  const folder = await makeTemporaryFolder('rooms')
  const coverage = ['enabled', 'provider=v8', 'reporter=json', 'include=server/**/*.ts', `reportsDirectory=${folder}`]
  const child = spawn(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'integration', testFile, '-t', title, ...coverage.map((option) => `--coverage.${option}`)],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const code = await new Promise((resolve) => void child.once('close', resolve))
  if (code !== 0) throw new Error(`the journey "${title}" failed; run ${testFile}`)
  const text = await readFile(path.join(folder, 'coverage-final.json'), 'utf8')
  await rm(folder, { recursive: true, force: true })
  const files = Object.values(JSON.parse(text) as Record<string, Counted>)
  const parts = new Map(files.map((file) => [path.relative(root, file.path), partsOf(file)]))
  return (file, line, column) => {
    const holding = parts.get(file)?.filter(({ range }) => isWithin(range, line, column)) ?? []
    const smallest = holding.reduce<Part | null>((a, b) => (a && sizeOf(a.range) <= sizeOf(b.range) ? a : b), null)
    return (smallest?.count ?? 0) > 0
  }
}

type Part = { readonly range: Range; readonly count: number }
const partsOf = ({ statementMap, fnMap, branchMap, s, f, b }: Counted): Part[] => [
  ...Object.entries(statementMap).map(([id, range]) => ({ range, count: s[id] ?? 0 })),
  ...Object.entries(fnMap).map(([id, { loc }]) => ({ range: loc, count: f[id] ?? 0 })),
  ...Object.entries(branchMap).flatMap(([id, { locations }]) =>
    locations.map((range, index) => ({ range, count: b[id]?.[index] ?? 0 })),
  ),
]

const lineLength = 10_000
const endOf = ({ line, column }: Place) => line * lineLength + (column ?? lineLength - 1)
const sizeOf = ({ start, end }: Range) => endOf(end) - endOf(start)
const isWithin = ({ start, end }: Range, line: number, column: number) =>
  endOf(start) <= line * lineLength + column && line * lineLength + column <= endOf(end)
