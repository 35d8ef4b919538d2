import ts from 'typescript'
import type { Column, Description } from './describe-statement.ts'
import type { FoundStatement } from './find-statements.ts'

/** JavaScript type that the driver returns for each PostgreSQL type. Unlisted types must not occur in a row. */
const kinds: Record<string, Kind> = {
  text: 'string',
  varchar: 'string',
  name: 'string',
  uuid: 'string',
  numeric: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  oid: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'anything',
  jsonb: 'anything',
  void: 'anything',
}
type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'anything'

export function compareStatement(checker: ts.TypeChecker, statement: FoundStatement, described: Description): string[] {
  return [...compareParameters(checker, statement, described), ...compareRow(checker, statement, described)]
}

function compareRow(checker: ts.TypeChecker, { row }: FoundStatement, { columns }: Description): string[] {
  if (!row || row.flags & ts.TypeFlags.Never) return []
  if (columns.length === 0) return ['gives no rows, but has a row type']
  const properties = new Map(checker.getPropertiesOfType(row).map((property) => [property.name, property]))
  const problems = columns.flatMap((column) => {
    const property = properties.get(column.name)
    properties.delete(column.name)
    if (!property) return [`column "${column.name}" is not in the row type`]
    return compareColumn(checker, column, checker.getTypeOfSymbol(property))
  })
  const missing = [...properties.keys()].map((name) => `"${name}" of the row type is not among the columns`)
  return [...problems, ...missing]
}

function compareColumn(checker: ts.TypeChecker, column: Column, type: ts.Type): string[] {
  const { name, nullable, allowed } = column
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return []
  const said = checker.typeToString(type)
  const parts = partsOf(type)
  const values = parts.filter((part) => !isNothing(part))
  const saysNull = parts.some((part) => part.flags & ts.TypeFlags.Null)
  const problems: string[] = []
  if (parts.some((part) => part.flags & ts.TypeFlags.Undefined))
    problems.push(`"${name}" is never undefined; a missing value is null`)
  if (nullable === true && !saysNull) problems.push(`"${name}" may be null; its type is ${said}`)
  if (nullable === false && saysNull) problems.push(`"${name}" is never null; its type is ${said}`)
  const kind = kindOf(column.type)
  if (kind === undefined)
    problems.push(`"${name}" is ${column.type}, which rows do not carry: convert it in the statement`)
  else if (!values.every((part) => fits(checker, part, kind)))
    problems.push(`"${name}" is ${column.type}; its type is ${said}`)
  const literals = values.map((part) =>
    part.isStringLiteral() || part.isNumberLiteral() ? String(part.value) : undefined,
  )
  if (allowed && literals.every((literal) => literal !== undefined)) {
    const unsaid = allowed.filter((value) => !literals.includes(value))
    if (unsaid.length > 0) problems.push(`"${name}" may also be ${unsaid.join(', ')}; its type is ${said}`)
  }
  return problems
}

function compareParameters(checker: ts.TypeChecker, { parameters }: FoundStatement, described: Description): string[] {
  return parameters.flatMap((type, index) => {
    const wanted = described.parameters[index]
    // Dates are only allowed as parameters, because as results the driver would convert them to a moment in some time
    // zone.
    const kind = wanted === undefined ? undefined : wanted === 'date' ? 'string' : kindOf(wanted)
    if (kind === undefined)
      return [`parameter $${index + 1} is ${wanted}, which is not passed: convert it in the statement`]
    // Type in which the driver sends a parameter. It sends arrays as PostgreSQL arrays and objects as JSON, so JSON
    // parameters must be passed as text.
    const sent = kind === 'anything' ? 'string' : kind
    const wrong = partsOf(type).filter((part) => !isNothing(part) && !fits(checker, part, sent))
    return wrong.length > 0 ? [`parameter $${index + 1} is ${wanted}, but gets ${checker.typeToString(type)}`] : []
  })
}

const partsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type])
const isNothing = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
/** Converts a PostgreSQL type to a type of ours. PostgreSQL names `text[]` `_text`; here it is `[]text`. */
const kindOf = (type: string): Kind | `[]${Kind}` | undefined => {
  if (!type.startsWith('_')) return kinds[type]
  const element = kinds[type.slice(1)]
  return element && `[]${element}`
}

function fits(checker: ts.TypeChecker, type: ts.Type, kind: string): boolean {
  if (kind === 'anything') return true
  if (kind.startsWith('[]')) {
    const element = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined
    return element !== undefined && partsOf(element).every((part) => fits(checker, part, kind.slice(2)))
  }
  if (type.isIntersection()) return type.types.some((part) => fits(checker, part, kind))
  if (kind === 'string') return (type.flags & ts.TypeFlags.StringLike) !== 0
  if (kind === 'number') return (type.flags & ts.TypeFlags.NumberLike) !== 0
  if (kind === 'boolean') return (type.flags & ts.TypeFlags.BooleanLike) !== 0
  return type.symbol?.name === kind || (kind === 'Buffer' && type.symbol?.name === 'Uint8Array')
}
