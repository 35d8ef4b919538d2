import { glob, readFile } from 'node:fs/promises'
import ts from 'typescript'
import { expect, it } from 'vitest'

/**
 * Files that may contain English sentences outside `text/`: tests, texts for customers, errors of external services and
 * of the command line, and texts that are only written to files.
 */
const apart = [
  /\.test(?:-support)?\.ts$/,
  /^server\/modules\/outbox\//,
  /^server\/modules\/payments\/providers\//,
  /derive-address\.ts$/,
  /^server\/workflows\/accounts\/privacy\/export-data\.ts$/,
]

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

const isSentence = (text: string): boolean =>
  /^(?:[A-Z"“]|\{\w*\}|[0-9])/.test(text) &&
  /[.:]$/.test(text) &&
  /[a-z]{2,} [a-z{"0-9]/.test(text) &&
  !text.includes('\n')

/** True for `throw new Error(…)`, which indicates a bug and is never shown to operators. */
const isPlainError = (node: ts.Node): boolean =>
  ts.isThrowStatement(node) && ts.isNewExpression(node.expression) && node.expression.expression.getText() === 'Error'

/** False if no text of the code can end like a sentence. Spares most files the parser, which is slow. */
const mayHoldSentence = (code: string): boolean => /[.:]['"`]|\\[xu\n]/.test(code)

function findSentences(path: string, code: string): string[] {
  if (!mayHoldSentence(code)) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isPlainError(node)) return
    const text = textOf(node)
    if (text !== null && isSentence(text)) found.push(`${path}: ${text}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true))
  return found
}

it('server code holds no English sentence for operators', async () => {
  const found: string[] = []
  let files = 0
  for await (const file of glob('server/{operator,workflows,modules}/**/*.ts')) {
    const path = file.replaceAll('\\', '/')
    if (apart.some((pattern) => pattern.test(path))) continue
    files += 1
    found.push(...findSentences(path, await readFile(file, 'utf8')))
  }
  expect(files).toBeGreaterThan(300)
  expect(found).toEqual([])
})

it.each([
  [`const why = 'This cannot be done now.'`, 1],
  [String.raw`const why = 'This cannot be done now\x2e'`, 1],
  ['const why = `User ${uid} is blocked already.`', 1],
  [`throw new Error('This cannot happen at all.')`, 0],
  [`sentence('user.isBlocked', { uid })`, 0],
  [`const state = 'waits for the money'`, 0],
])('finds the right number of English sentences in the code %s: %i', (code, count) => {
  expect(findSentences('planted.ts', code)).toHaveLength(count)
})
