import path from 'node:path'
import ts from 'typescript'
import type { DidRun } from './run-plainly.ts'

/** Function: its file, and the name of a declaration or property (of a handler, job or provider). */
export type Entry = readonly [file: string, name: string]
export type Trip = {
  readonly opened: readonly string[]
  readonly files: number
  readonly changes: number
  /** Folder changes including returns to the caller. */
  readonly changesWithReturns: number
}

/** Folders that are not followed: texts, components and platform code without business logic. */
const groundFloor = /^(shared|ui|web\/text|server\/platform|node_modules)\//

/**
 * Follows calls like a reader: from each entry into every function of ours that its body names, in text order, once
 * each. With `didRun`, only the server code that ran is followed.
 */
export function createFollower(root: string): (entries: readonly Entry[], didRun?: DidRun) => Trip {
  const { options } = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.web.json'), {}, host) ?? {}
  const files = ts.sys.readDirectory(
    root,
    ['.ts', '.tsx'],
    ['node_modules', 'dist', '**/*.test.*'],
    ['web/**/*', 'server/**/*', 'shared/**/*'],
  )
  const program = ts.createProgram(files, { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const fileOf = (node: ts.Node) => path.relative(root, node.getSourceFile().fileName)

  function find([file, name]: Entry): ts.Node {
    const source = program.getSourceFile(path.join(root, file))
    if (!source) throw new Error(`no file ${file}`)
    let found: ts.Node | undefined
    const look = (node: ts.Node): void => {
      if (!found && isNamed(node, name) && bodyOf(node)) found = node
      if (!found) ts.forEachChild(node, look)
    }
    look(source)
    if (!found) throw new Error(`no function ${name} in ${file}`)
    return found
  }

  function target(name: ts.Identifier): ts.Node | undefined {
    let symbol = checker.getSymbolAtLocation(name)
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
    return symbol?.declarations?.find((node) => bodyOf(node) && !groundFloor.test(fileOf(node)) && !isLocal(node))
  }

  return (entries, didRun) => {
    const isLeftOut = (node: ts.Node): boolean => {
      if (!didRun) return false
      const { line, character } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart())
      return !didRun(fileOf(node), line + 1, character)
    }
    const seen = new Set<ts.Node>()
    const way: string[] = []
    const walk = (node: ts.Node): void => {
      if (seen.has(node)) return
      seen.add(node)
      const here = fileOf(node)
      step(here)
      const read = (inner: ts.Node): void => {
        const next = ts.isIdentifier(inner) && !isDeclared(inner) && !isLeftOut(inner) ? target(inner) : undefined
        const body = next && bodyOf(next)
        if (next && body && !seen.has(next) && !isLeftOut(body)) {
          walk(next)
          step(here)
        }
        ts.forEachChild(inner, read)
      }
      const body = bodyOf(node)
      if (body) read(body)
    }
    const step = (file: string) => {
      if (way.at(-1) !== file) way.push(file)
    }
    for (const entry of entries) if (!didRun || entry[0].startsWith('server/')) walk(find(entry))
    const opened = [...new Set(way)]
    return { opened, files: opened.length, changes: changesOf(opened), changesWithReturns: changesOf(way) }
  }
}

export const changesOf = (way: readonly string[]): number =>
  way.filter((file, index) => index > 0 && path.dirname(file) !== path.dirname(way[index - 1] ?? '')).length

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
  },
}

const isNamed = (node: ts.Node, name: string) =>
  'name' in node &&
  node.name !== undefined &&
  (ts.isIdentifier(node.name as ts.Node) || ts.isStringLiteral(node.name as ts.Node)) &&
  (node.name as ts.Identifier | ts.StringLiteral).text === name

function bodyOf(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionLike(node) && 'body' in node) return (node as ts.FunctionDeclaration).body
  if ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && node.initializer) {
    const value = node.initializer
    if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value.body
    // Constant that refers to another function or is created by one.
    if (ts.isVariableDeclaration(node) && (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value))) return value
  }
  return undefined
}

/** True inside another function, which is read together with it. */
function isLocal(node: ts.Node): boolean {
  for (let up: ts.Node | undefined = node.parent; up; up = up.parent) if (ts.isFunctionLike(up)) return true
  return false
}

const isDeclared = (name: ts.Identifier) => 'name' in name.parent && name.parent.name === name && bodyOf(name.parent)
