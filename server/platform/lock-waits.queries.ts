import type { Transaction } from './database.ts'
import { sql } from './sql.ts'

/** Limits lock waits to two seconds for the rest of the transaction. */
export const limitLockWaits = (tx: Transaction) => tx.run(sql`select set_config('lock_timeout', '2s', true)`)
