import { readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'

/** A regular expression in the sources, and whether a hostile text could make it work out of proportion. */
export type Pattern = {
  readonly place: string
  readonly source: string
  readonly flags: string
  readonly isSlow: boolean
}

/** Superlinear in the length of the text: by a start at each place, by two parts that share it, or exponentially. */
function isSlow(source: string, flags: string): boolean {
  const options = { reportTypes: { Move: true, Self: true, Trade: true }, maxReports: 1 } as const
  return analyse({ source, flags }, options).reports.length > 0
}

/**
 * What a file's patterns are: literals, `new RegExp('…')`, and `pattern: '…'` of a contract. One that is put together from
 * other texts is not seen here.
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

/** Every pattern of these files, by their paths from the root of the project. */
export const patternsIn = (root: string, files: readonly string[]): Pattern[] =>
  files.flatMap((file) => findPatterns(file, readFileSync(path.join(root, file), 'utf8')))
