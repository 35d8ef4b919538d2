import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'

const root = path.join(import.meta.dirname, '../..')
const places = ['{shared,server,text,web,console,ui,simulators,scripts,lab}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts']

export async function describePromises(): Promise<string> {
  const files = globSync(places, { cwd: root }).toSorted()
  const lists = await Promise.all(
    files.map(async (file) => {
      const titles = listTitles(await readFile(path.join(root, file), 'utf8'), file)
      return titles.length === 0 ? '' : `## ${file}\n\n${titles.join('\n')}\n`
    }),
  )
  return `# What the tests prove\n\n${lists.filter((list) => list !== '').join('\n')}`
}

/**
 * Titles of tests and test groups in a file, as lines of a Markdown list. Table tests appear once, with their
 * placeholders.
 */
export function listTitles(text: string, file: string): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node, depth: number): void => {
    const title = titleOf(node)
    if (title !== null) titles.push(`${'  '.repeat(depth)}- ${title}`)
    ts.forEachChild(node, (child) => visit(child, title === null ? depth : depth + 1))
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest), 0)
  return titles
}

function titleOf(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !isTest(node.expression)) return null
  const [title] = node.arguments
  return title && ts.isStringLiteralLike(title) ? title.text : null
}

/** True for `it`, `test` and `describe`, also with a table or condition. False for calls of what these return. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text)
  if (ts.isPropertyAccessExpression(callee))
    return ['each', 'for', 'only', 'skip', 'skipIf', 'runIf', 'concurrent', 'sequential'].includes(callee.name.text)
      ? isTest(callee.expression)
      : false
  return ts.isCallExpression(callee) && ts.isPropertyAccessExpression(callee.expression) && isTest(callee.expression)
}
