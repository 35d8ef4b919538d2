import { glob, readFile } from 'node:fs/promises'
import ts from 'typescript'

/** Message for operators; `{0}`, `{1}` are filled in by the code, `{name}` is an input field. */
export type Sentence = { readonly text: string; readonly file: string; readonly line: number }

/** Excludes messages for customers and of commands, which are translated elsewhere. */
const apart = [
  /\.test(?:-support)?\.ts$/,
  /^server\/modules\/outbox\//,
  /^server\/(?:ops|api|site|db|console|metrics|platform(?!\/rehearse)|main|worker|backup|start-server)\b/,
  /^server\/modules\/payments\/providers\//,
  /derive-address\.ts$/,
]

export async function findSentences(): Promise<Sentence[]> {
  const found: Sentence[] = []
  for await (const file of glob('server/**/*.ts')) {
    const path = file.replaceAll('\\', '/')
    if (apart.some((pattern) => pattern.test(path))) continue
    const source = ts.createSourceFile(path, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      const text = ts.isThrowStatement(node) && isPlainError(node) ? null : textOf(node)
      if (text !== null && isSentence(text)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        found.push({ text, file: path, line: line + 1 })
      }
      if (!(ts.isThrowStatement(node) && isPlainError(node))) ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

/** True for errors that indicate bugs, which operators never see. */
const isPlainError = ({ expression }: ts.ThrowStatement): boolean =>
  ts.isNewExpression(expression) && expression.expression.getText() === 'Error'

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`).join('')
}

const isSentence = (text: string): boolean =>
  /^(?:[A-Z"]|\{\w+\}|[0-9])/.test(text) &&
  /[.:]$/.test(text) &&
  /[a-z]{2,} [a-z{"0-9]/.test(text) &&
  !text.includes('\n')
