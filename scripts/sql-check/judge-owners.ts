import type { References } from './find-references.ts'

type OwnedFunction = { readonly owner: string; readonly alsoTouches: readonly string[]; readonly reason: string }
export type Owners = {
  readonly tables: Readonly<Record<string, readonly string[]>>
  readonly views: Readonly<Record<string, { readonly owner: string; readonly reason: string }>>
  readonly functions: Readonly<Record<string, OwnedFunction>>
}
export type Schema = {
  readonly tables: readonly string[]
  readonly views: ReadonlyMap<string, References>
  readonly functions: ReadonlyMap<string, string>
}

const anywhere = 'anywhere'

/** Module to which the SQL statements of a file belong. Demo files may use all tables. */
export function moduleOf(place: string): string | undefined {
  if (place.startsWith('simulators/demo/')) return anywhere
  const [, module, room] = /^server\/(?:modules\/([^/]+)\/|(db|platform)\/)/.exec(place) ?? []
  return module ?? room
}

const ownersOf = ({ tables }: Owners) =>
  new Map(Object.entries(tables).flatMap(([module, names]) => names.map((name) => [name, module] as const)))

export function judgeReferences(
  owners: Owners,
  module: string | undefined,
  { relations, functions }: References,
): string[] {
  if (module === anywhere) return []
  if (module === undefined) return ['stands in no module: SQL belongs to the module that owns its tables']
  const ownerOf = ownersOf(owners)
  const problems: string[] = []
  for (const [name, what] of relations) {
    if (owners.views[name] && what === 'reads') continue
    // Owner of a table or view. Tables of the job queue are in the schema of its library, pg-boss.
    const owner = name.startsWith('pgboss.') ? 'platform' : (owners.views[name]?.owner ?? ownerOf.get(name))
    if (owner === undefined || owner === module) continue
    const kind = owners.views[name] ? 'the view' : 'the table'
    problems.push(
      `${what} ${kind} "${name}" of the module ${owner}: ask its functions, or read a view in server/db/views`,
    )
  }
  for (const name of functions) {
    const owner = owners.functions[name]?.owner
    if (owner !== undefined && owner !== module) problems.push(`calls the function "${name}" of the module ${owner}`)
  }
  return problems
}

export function judgeSchema(owners: Owners, schema: Schema): string[] {
  const ownerOf = ownersOf(owners)
  const problems = Object.values(owners.tables)
    .flat()
    .filter((name, index, all) => all.indexOf(name) !== index)
    .map((name) => `the table "${name}" has two owners`)
  problems.push(...compareNames('table', [...ownerOf.keys()], schema.tables))
  problems.push(...compareNames('view', Object.keys(owners.views), [...schema.views.keys()]))
  problems.push(...compareNames('function', Object.keys(owners.functions), [...schema.functions.keys()]))
  for (const [name, { owner }] of Object.entries(owners.views))
    for (const table of schema.views.get(name)?.relations.keys() ?? [])
      if (ownerOf.get(table) !== owner)
        problems.push(`the view "${name}" of the module ${owner} reads "${table}" of the module ${ownerOf.get(table)}`)
  for (const [name, { owner, alsoTouches }] of Object.entries(owners.functions)) {
    const body = schema.functions.get(name) ?? ''
    const touched = [...ownerOf.keys()].filter((table) => mentions(body, table))
    const foreign = touched.filter((table) => ownerOf.get(table) !== owner)
    for (const unsaid of foreign.filter((table) => !alsoTouches.includes(table)))
      problems.push(
        `the function "${name}" of the module ${owner} touches "${unsaid}" of the module ${ownerOf.get(unsaid)}`,
      )
    for (const idle of alsoTouches.filter((table) => !foreign.includes(table)))
      problems.push(`the function "${name}" does not touch "${idle}" of another module, as server/db/owners.ts says`)
  }
  return problems
}

function compareNames(kind: string, listed: readonly string[], present: readonly string[]): string[] {
  return [
    ...present
      .filter((name) => !listed.includes(name))
      .map((name) => `the ${kind} "${name}" has no owner in server/db/owners.ts`),
    ...listed
      .filter((name) => !present.includes(name))
      .map((name) => `server/db/owners.ts names the ${kind} "${name}", which does not exist`),
  ]
}

/**
 * True if a function's body uses a table. Bodies are not parsed, so a table counts as used if its name occurs as a word
 * outside comments and not as a column (`x.name`).
 */
const mentions = (body: string, table: string): boolean =>
  new RegExp(`(?<![.\\w])${table}(?!\\w)`).test(body.replace(/--.*$/gm, '').replace(/\/\*[^]*?\*\//g, ''))
