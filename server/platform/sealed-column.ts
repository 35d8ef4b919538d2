import type { Queryable } from './database.ts'

export type SealedRow = { readonly id: string; readonly beginning: Buffer; readonly bytes: number }
type Resealed = {
  readonly ids: readonly string[]
  readonly from: readonly Buffer[]
  readonly to: readonly Buffer[]
}

/**
 * Encrypted column that can be re-encrypted with another key. Each column has its own three statements, because SQL
 * built from table names could not be checked against the schema
 * (docs/decisions/write-sql-as-sql-and-check-its-types.md).
 */
export type SealedColumn = {
  readonly name: string
  readonly first: string
  readonly purposeOf: (id: string) => string
  readonly page: (db: Queryable, after: string, limit: number) => Promise<SealedRow[]>
  readonly read: (db: Queryable, ids: readonly string[]) => Promise<{ id: string; sealed: Buffer }[]>
  readonly replace: (db: Queryable, rows: Resealed) => Promise<number>
}

export const beforeAllIds = '00000000-0000-0000-0000-000000000000'
