import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import { insertAudit, type AuditEntry } from './audit.repo.ts'

/** One row for one operator action, in the transaction of its effect: neither exists without the other. */
export const recordAction = (tx: Transaction, entry: Omit<AuditEntry, 'id'>) =>
  insertAudit(tx, { id: randomUUIDv7(), ...entry })
