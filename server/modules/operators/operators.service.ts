import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import * as repo from './operators.repo.ts'
import { operatorNameKey, readOperatorName } from './operators.rules.ts'

/**
 * The operator that stands for a name typed in DEV or TEST, made where there is none: one for all spellings of it. Null
 * for what is no name, and for the name of an account that signs in.
 */
export async function takeDemoOperator(database: Database, typed: string, id?: string): Promise<Operator | null> {
  const name = readOperatorName(typed)
  if (name === null) return null
  const nameKey = operatorNameKey(name)
  await repo.insertDemoOperator(database, { id: id ?? randomUUIDv7(), name, nameKey })
  return (await repo.findDemoOperator(database, nameKey)) ?? null
}
