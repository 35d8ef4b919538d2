import path from 'node:path'
import ts from 'typescript'

export type FoundStatement = {
  readonly place: string
  readonly text: string
  readonly parameters: readonly ts.Type[]
  /** Declared row type; null if there is none because the statement's rows are not read. */
  readonly row: ts.Type | null
}

const root = path.join(import.meta.dirname, '../..')
const tagFile = path.join(root, 'server/platform/sql.ts')

/** Source files cached across TypeScript programs, because parsing the types of Node and the language takes longest. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** Creates the TypeScript program for `files`. `planted` adds in-memory sources (path → text). */
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
  const declarationOf = (name: ts.Expression): ts.Declaration | undefined => {
    const symbol = checker.getSymbolAtLocation(name)
    const original = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return original?.valueDeclaration
  }
  const isOurTag = (tag: ts.Expression, name: 'sql' | 'columns'): boolean => {
    const declared = declarationOf(tag)
    return (
      declared !== undefined &&
      (ts.isFunctionDeclaration(declared) || ts.isVariableDeclaration(declared)) &&
      declared.name?.getText() === name &&
      declared.getSourceFile().fileName === tagFile
    )
  }
  const columnsOf = (value: ts.Expression): string | null => {
    const type = checker.getTypeAtLocation(value)
    const parts = type.isUnion() ? type.types : [type]
    if (!parts.some(({ symbol }) => symbol?.name === 'Columns' && sourceOf(symbol) === tagFile)) return null
    const declared = ts.isIdentifier(value) ? declarationOf(value) : undefined
    const list =
      declared && ts.isVariableDeclaration(declared) && isConstantOfModule(declared) ? declared.initializer : undefined
    if (!list || !ts.isTaggedTemplateExpression(list) || !isOurTag(list.tag, 'columns'))
      throw new Error(`${placeOf(value)} columns are not a constant of a module: the text could change between calls`)
    if (!ts.isNoSubstitutionTemplateLiteral(list.template)) throw new Error(`${placeOf(value)} columns take no values`)
    return list.template.text
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && isOurTag(node.tag, 'sql')) found.push(read(node))
    ts.forEachChild(node, visit)
  }
  const read = (node: ts.TaggedTemplateExpression): FoundStatement => {
    const { template } = node
    const spans = ts.isTemplateExpression(template) ? template.templateSpans : []
    const head = ts.isTemplateExpression(template) ? template.head.text : template.text
    const rowNode = node.typeArguments?.[0]
    const parameters: ts.Type[] = []
    const text = spans.reduce((whole, { expression, literal }) => {
      const list = columnsOf(expression)
      if (list === null) parameters.push(checker.getTypeAtLocation(expression))
      return `${whole}${list ?? `$${parameters.length}`}${literal.text}`
    }, head)
    return { place: placeOf(node), text, parameters, row: rowNode ? checker.getTypeFromTypeNode(rowNode) : null }
  }
  for (const source of program.getSourceFiles()) {
    if (!source.isDeclarationFile && !source.fileName.includes('/node_modules/')) visit(source)
  }
  return found
}

const sourceOf = ({ declarations }: ts.Symbol) => declarations?.[0]?.getSourceFile().fileName

const isConstantOfModule = (declared: ts.VariableDeclaration): boolean =>
  (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0 && ts.isSourceFile(declared.parent.parent.parent)

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile()
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  return `${path.relative(root, source.fileName)}:${line}`
}
