import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const root = path.join(import.meta.dirname, '../..')

/** Name of a declaration at the top of a file, or the path of an API call in a table of handlers. */
function nameOf(node: ts.Node): string | null {
  if (ts.isFunctionDeclaration(node) && node.name) return node.name.text
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && ts.isSourceFile(node.parent.parent.parent))
    return node.name.text
  return ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) && node.name.text.startsWith('/')
    ? node.name.text
    : null
}

/** Declarations and API calls whose code mentions one of these names, other than in imports. */
function usersIn(file: string, text: string, names: ReadonlySet<string>): string[] {
  const users: string[] = []
  const visit = (node: ts.Node, owner: string | null): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && names.has(node.text) && owner !== null && owner !== node.text) users.push(owner)
    const own = nameOf(node)
    ts.forEachChild(node, (child) => visit(child, own ?? owner))
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), null)
  return users
}

/**
 * API calls that reach a server function, directly or through others. Matches by name, so it may list a call too many
 * but misses none.
 */
export function findApiCalls(name: string): string[] {
  const files = globSync('server/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
  const reached = new Set([name])
  let last = [name]
  while (last.length > 0) {
    const names = new Set(last)
    const found = files
      .filter(({ text }) => last.some((each) => text.includes(each)))
      .flatMap(({ file, text }) => usersIn(file, text, names))
    last = [...new Set(found)].filter((each) => !reached.has(each))
    for (const each of last) reached.add(each)
  }
  return [...reached].filter((each) => each.startsWith('/')).toSorted()
}
