import type { Transaction } from './database.ts'
import { sql } from './sql.ts'

export const limitLockWaits = (tx: Transaction) => tx.run(sql`select set_config('lock_timeout', '2s', true)`)
