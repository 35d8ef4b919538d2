import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { insertAudit } from './audit.repo.ts'

type AuditEntry = {
  readonly operator: Operator | 'system'
  readonly action: string
  readonly subject: string
  readonly details: unknown
}

/** Records an operator's action in the transaction of its effect, so that neither exists without the other. */
export const recordAction = (tx: Transaction, { operator, ...entry }: AuditEntry) =>
  insertAudit(tx, {
    id: randomUUIDv7(),
    operator: operator === 'system' ? operator : operator.name,
    operatorId: operator === 'system' ? null : operator.id,
    ...entry,
  })
