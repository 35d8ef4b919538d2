import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { insertAudit } from './audit.repo.ts'

export type AuditEntry = {
  /** `system`: the product did it by itself. */
  readonly operator: Operator | 'system'
  readonly action: string
  readonly subject: string
  readonly details: unknown
}

/** One row for one operator action, in the transaction of its effect: neither exists without the other. */
export const recordAction = (tx: Transaction, { operator, ...entry }: AuditEntry) =>
  insertAudit(tx, {
    id: randomUUIDv7(),
    operator: operator === 'system' ? operator : operator.name,
    operatorId: operator === 'system' ? null : operator.id,
    ...entry,
  })
