import { readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'

type Pattern = {
  readonly place: string
  readonly source: string
  readonly flags: string
  readonly isSlow: boolean
}

/** True if matching the regular expression can take more than linear time (polynomial or exponential backtracking). */
function isSlow(source: string, flags: string): boolean {
  const options = { reportTypes: { Move: true, Self: true, Trade: true }, maxReports: 1 } as const
  return analyse({ source, flags }, options).reports.length > 0
}

/**
 * Finds regular expressions: literals, `new RegExp('…')`, and `pattern: '…'` of the contract. Misses those that are
 * built from several texts.
 */
export function findPatterns(file: string, text: string): Pattern[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Pattern[] = []
  const add = (node: ts.Node, source: string, flags: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
    found.push({ place: `${file}:${line + 1}`, source, flags, isSlow: isSlow(source, flags) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add(node, node.text.slice(1, end), node.text.slice(end + 1))
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      if (source && ts.isStringLiteralLike(source))
        add(node, source.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '')
    } else if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'pattern' &&
      ts.isStringLiteralLike(node.initializer)
    )
      add(node, node.initializer.text, 'u')
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

export const patternsIn = (root: string, files: readonly string[]): Pattern[] =>
  files.flatMap((file) => findPatterns(file, readFileSync(path.join(root, file), 'utf8')))
