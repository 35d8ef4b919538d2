import type { Transaction } from './database.ts'
import { sql } from './sql.ts'

/** From here to the end of the transaction it waits two seconds for a lock at most, and is refused then. */
export const limitLockWaits = (tx: Transaction) => tx.run(sql`select set_config('lock_timeout', '2s', true)`)
