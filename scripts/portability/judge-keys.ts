import { placements, type Placement } from './placements.ts'
import type { Key, Keys, Reference } from './read-keys.ts'

const spreadBy = (placement: Placement | undefined) => (typeof placement === 'object' ? placement : null)

/**
 * Lists database keys that distributed engines reject or handle differently, one line each. Citus: unique keys of a
 * distributed table without its distribution column, and references across nodes. YugabyteDB and CockroachDB:
 * deferrable unique keys and exclusion constraints. CockroachDB: keys with equal nulls, and sequences, whose values all
 * go to the end of one range.
 */
export function judgeKeys({ columns, keys, references, exclusions }: Keys): string[] {
  const placementOf = (table: string): Placement | undefined =>
    placements.get(table) ?? (columns.get(table)?.includes('user_id') ? { by: 'user_id', kin: 'person' } : undefined)
  const lacksPlace = [...columns.keys()].filter((table) => !placementOf(table)).map((table) => `${table}: lies nowhere`)
  const lacksColumn = [...columns].flatMap(([table, own]) => {
    const spread = spreadBy(placementOf(table))
    return spread && !own.includes(spread.by) ? [`${table}: has no ${spread.by}`] : []
  })
  const isRefusedKey = (key: Key): boolean => {
    const spread = spreadBy(placementOf(key.table))
    return spread !== null && !key.columns.includes(spread.by)
  }
  const leaves = ({ table, columns: from, to, toColumns }: Reference): boolean => {
    const [here, there] = [placementOf(table), placementOf(to)]
    const [spread, target] = [spreadBy(here), spreadBy(there)]
    if (!spread) return target !== null
    if (!target) return there !== 'reference'
    const isWithin = from.some((column, index) => column === spread.by && toColumns[index] === target.by)
    return spread.kin !== target.kin || !isWithin
  }
  return [
    ...lacksPlace,
    ...lacksColumn,
    ...keys.filter(isRefusedKey).map(nameKey),
    ...references.filter(leaves).map(nameReference),
    ...[
      ...keys.map((key) => [nameKey(key), key.traits] as const),
      ...references.map((reference) => [nameReference(reference), reference.traits] as const),
    ].flatMap(([name, traits]) => traits.map((trait) => `${name}: ${trait}`)),
    ...exclusions.map((table) => `${table}: exclusion`),
  ].toSorted()
}

const nameKey = ({ table, columns, onlyWhere }: Key): string =>
  `${table} (${columns.join(', ')})${onlyWhere === null ? '' : ' of some'}`
const nameReference = ({ table, columns, to }: Reference): string => `${table} (${columns.join(', ')}) → ${to}`
