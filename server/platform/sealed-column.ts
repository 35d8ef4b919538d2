import type { Queryable } from './database.ts'

/** `beginning`: its first twelve bytes, which say under which key it is sealed. `bytes`: how many there are in all. */
export type SealedRow = { readonly id: string; readonly beginning: Buffer; readonly bytes: number }
/** One row in each place of the three lists. */
export type Resealed = {
  readonly ids: readonly string[]
  readonly from: readonly Buffer[]
  readonly to: readonly Buffer[]
}

/**
 * A column whose content the keyring sealed, so that it can be sealed anew under another key. Each column writes its own three statements:
 * what is put together from names of tables could not be checked against the schema (docs/decisions/statements-in-sql.md).
 */
export type SealedColumn = {
  readonly name: string
  /** Stands before all ids. */
  readonly first: string
  readonly purposeOf: (id: string) => string
  /** Rows that hold something sealed, by id, those after `after`. */
  readonly page: (db: Queryable, after: string, limit: number) => Promise<SealedRow[]>
  readonly read: (db: Queryable, ids: readonly string[]) => Promise<{ id: string; sealed: Buffer }[]>
  /** Writes `to` where still `from` stands; how many that were. */
  readonly replace: (db: Queryable, rows: Resealed) => Promise<number>
}

export const beforeAllIds = '00000000-0000-0000-0000-000000000000'
