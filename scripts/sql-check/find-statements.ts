import path from 'node:path'
import ts from 'typescript'

/** `sql` template in the sources: text with `$n`, parameter types, and claimed row type. */
export type FoundStatement = {
  readonly place: string
  readonly text: string
  readonly parameters: readonly ts.Type[]
  /** Null if no row type is given because rows are not read. */
  readonly row: ts.Type | null
}

const root = path.join(import.meta.dirname, '../..')
const tagFile = path.join(root, 'server/platform/sql.ts')

/** Cache across programs: parsing the types of Node and the language takes longest. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** Program for `files`; `planted` adds in-memory sources (path → text). */
export function createProgram(files: readonly string[], planted: Readonly<Record<string, string>> = {}): ts.Program {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const sources = new Map(Object.entries(planted).map(([file, text]) => [path.join(root, file), text]))
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  const fileExists = host.fileExists.bind(host)
  host.readFile = (file) => sources.get(file) ?? readFile(file)
  host.fileExists = (file) => sources.has(file) || fileExists(file)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, ...how) => {
    if (sources.has(file)) return getSourceFile(file, ...how)
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...how))
    return parsed.get(file)
  }
  const rootNames = [...files.map((file) => path.join(root, file)), ...sources.keys()]
  return ts.createProgram({ rootNames, options, host })
}

export function findStatements(program: ts.Program): FoundStatement[] {
  const checker = program.getTypeChecker()
  const found: FoundStatement[] = []
  const isOurTag = (tag: ts.Expression): boolean => {
    const symbol = checker.getSymbolAtLocation(tag)
    if (!symbol) return false
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return original.name === 'sql' && original.declarations?.[0]?.getSourceFile().fileName === tagFile
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && isOurTag(node.tag)) found.push(read(node))
    ts.forEachChild(node, visit)
  }
  const read = (node: ts.TaggedTemplateExpression): FoundStatement => {
    const source = node.getSourceFile()
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const { template } = node
    const spans = ts.isTemplateExpression(template) ? template.templateSpans : []
    const head = ts.isTemplateExpression(template) ? template.head.text : template.text
    const rowNode = node.typeArguments?.[0]
    return {
      place: `${path.relative(root, source.fileName)}:${line}`,
      text: spans.reduce((text, span, index) => `${text}$${index + 1}${span.literal.text}`, head),
      parameters: spans.map((span) => checker.getTypeAtLocation(span.expression)),
      row: rowNode ? checker.getTypeFromTypeNode(rowNode) : null,
    }
  }
  for (const source of program.getSourceFiles()) {
    if (!source.isDeclarationFile && !source.fileName.includes('/node_modules/')) visit(source)
  }
  return found
}
