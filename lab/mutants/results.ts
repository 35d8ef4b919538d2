import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './rules.ts'
import type { NumberMutant } from './numbers/change.ts'
import { createHash } from 'node:crypto'
import ts from 'typescript'

/** Mutant (changed code) that no unit test detected. `covered`: true if a test runs this line. */
export type Survivor = {
  readonly line: number
  readonly from: string
  readonly to: string
  readonly covered: boolean
}
export type Score = {
  readonly file: string
  readonly killed: number
  readonly total: number
  readonly survivors: readonly Survivor[]
}
export type Caught = { readonly mutant: NumberMutant; readonly isCaught: boolean }

/**
 * Mutation score of a file. `digest`: hash of the measured code. `isQuick`: measured without static code that runs once
 * at load.
 */
export type MeasuredScore = Score & { readonly at: string; readonly digest: string; readonly isQuick: boolean }
export type MeasuredNumber = Caught & { readonly at: string }

type Results = {
  readonly rules: Readonly<Record<string, MeasuredScore>>
  readonly numbers: Readonly<Record<string, MeasuredNumber>>
}

export const folder = path.join(root, 'data/mutants')
const place = path.join(folder, 'results.json')

export async function readResults(): Promise<Results> {
  const text = await readFile(place, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{"rules":{},"numbers":{}}'
    throw error
  })
  return JSON.parse(text) as Results
}

async function save(change: Partial<Results>): Promise<void> {
  const { rules, numbers } = await readResults()
  await mkdir(folder, { recursive: true })
  const all: Results = { rules: { ...rules, ...change.rules }, numbers: { ...numbers, ...change.numbers } }
  await writeFile(place, JSON.stringify(all, null, 1))
}

const now = () => new Date().toISOString()

export const saveScore = (score: Score, source: string, isQuick: boolean): Promise<void> =>
  save({ rules: { [score.file]: { ...score, at: now(), digest: digestOf(source), isQuick } } })

/** Key of a changed number. The replacement is part of it, because one number may be replaced in several ways. */
export const keyOf = ({ file, from, to }: NumberMutant): string => `${file}: ${from} → ${to}`
export const saveNumber = (outcome: Caught): Promise<void> =>
  save({ numbers: { [keyOf(outcome.mutant)]: { ...outcome, at: now() } } })

/** Hash of a file's code, ignoring comments, layout and import paths. */
export function digestOf(source: string): string {
  const hash = createHash('sha256')
  const visit = (node: ts.Node): void => {
    hash.update(`${node.kind}(`)
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) hash.update(node.text)
    else if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node)) hash.update(JSON.stringify(node.text))
    ts.forEachChild(node, (child) => {
      if (!(ts.isImportDeclaration(node) && child === node.moduleSpecifier)) visit(child)
    })
    hash.update(')')
  }
  visit(ts.createSourceFile('rule.ts', source, ts.ScriptTarget.Latest))
  return hash.digest('hex')
}
