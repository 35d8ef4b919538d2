import Type, { type TSchema } from 'typebox'
import Value from 'typebox/value'

type SchemaFault = { readonly place: string; readonly allowed: string }

type Node = TSchema & Readonly<Record<string, unknown>>

/** Schema of a URL with one of these protocols. Messages never show the wrong value, which may contain a password. */
export const Url = (protocols: readonly string[], notes: object = {}) =>
  Type.Refine(
    Type.String({ allowed: `a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`, ...notes }),
    (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
  )

/**
 * Place of an invalid value in a document. `schema`: the schema that the value violates. `names`: allowed names, if a
 * field has an unknown name; null if any name of the right form is allowed.
 */
type WrongValue =
  | { readonly place: string; readonly schema: TSchema }
  | { readonly place: string; readonly names: readonly string[] | null }

export function findWrongValues(schema: TSchema, value: unknown): WrongValue[] {
  const wrongAt = new Map<string, { schema: TSchema } | { names: readonly string[] | null }>()
  for (const { keyword, instancePath, schemaPath, params } of Value.Errors(schema, value)) {
    const node = nodeAt(schema, schemaPath)
    if (keyword === 'required')
      for (const name of params.requiredProperties)
        wrongAt.set(`${instancePath}/${name}`, { schema: (node.properties as Record<string, Node>)[name] ?? node })
    else if (keyword === 'additionalProperties')
      for (const name of params.additionalProperties)
        wrongAt.set(`${instancePath}/${name}`, { names: node.properties ? Object.keys(node.properties) : null })
    // A union type reports errors of its alternatives first. The error of the union itself follows and describes all of
    // them.
    else wrongAt.set(instancePath, { schema: node })
  }
  return [...wrongAt]
    .filter(([path]) => ![...wrongAt.keys()].some((other) => other.startsWith(`${path}/`)))
    .map(([path, wrong]) => ({ place: placeOf(path), ...wrong }))
}

export const findFaults = (schema: TSchema, value: unknown): SchemaFault[] =>
  findWrongValues(schema, value).map((wrong) => ({
    place: wrong.place,
    allowed:
      'schema' in wrong
        ? allowedBy(wrong.schema)
        : wrong.names
          ? `known; ${wrong.names.join(', ')} are`
          : 'a name that is possible here',
  }))

const nodeAt = (schema: TSchema, path: string): Node =>
  path
    .split('/')
    .slice(1)
    .reduce((node, step) => node[step] as Node, schema as Node)

const placeOf = (path: string): string =>
  path
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')

const article: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
}

export function allowedBy(schema: TSchema): string {
  const { allowed, type, anyOf, minimum, maximum, ...rest } = schema as Node & { minimum?: number; maximum?: number }
  if (typeof allowed === 'string') return allowed
  if (Array.isArray(rest.enum)) return `one of ${rest.enum.join(', ')}`
  if (Array.isArray(anyOf)) return (anyOf as Node[]).map(allowedBy).join(' or ')
  if ('const' in rest) return JSON.stringify(rest.const)
  if (type !== 'integer' && type !== 'number') return article[String(type)] ?? 'allowed'
  const from = minimum === undefined ? '' : ` from ${minimum}`
  return `a ${type === 'integer' ? 'whole ' : ''}number${from}${maximum === undefined ? '' : ` to ${maximum}`}`
}
