import { createHash } from 'node:crypto'
import ts from 'typescript'

/** Hash of a file's code, without comments, layout and import paths. */
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
