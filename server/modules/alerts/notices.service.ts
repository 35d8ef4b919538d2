import { randomUUIDv7 } from 'node:crypto'
import type { AlertChannel, AlertKind } from '#shared/alert-kinds.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './notices.repo.ts'
import { retryMinutes } from './quiet-hours.rules.ts'
import { noteDelivered, noteFailed } from './notification-settings.repo.ts'

export type Addressee = repo.Addressee
export type OwedRow = repo.OwedRow

export async function queueNotices(
  tx: Transaction,
  alertIds: readonly string[],
  to: readonly repo.Addressee[],
): Promise<void> {
  if (alertIds.length > 0 && to.length > 0) await repo.insertOwed(tx, alertIds, to)
}

export async function listPendingNotices(tx: Transaction): Promise<Map<string, repo.OwedRow[]>> {
  const first = new Map<string, repo.OwedRow>()
  for (const row of await repo.listOwed(tx)) {
    const key = `${row.operatorId} ${row.channel} ${row.alertId}`
    const known = first.get(key)
    if (!known || row.owedAt < known.owedAt) first.set(key, row)
  }
  return Map.groupBy(first.values(), ({ operatorId, channel }) => `${operatorId} ${channel}`)
}

export async function listLastTold(tx: Transaction): Promise<Map<string, Map<string, Date>>> {
  const told = Map.groupBy(await repo.listLastTold(tx), ({ operatorId, channel }) => `${operatorId} ${channel}`)
  return new Map([...told].map(([key, rows]) => [key, new Map(rows.map(({ kind, at }) => [kind, at]))]))
}

type To = { readonly operatorId: string; readonly channel: AlertChannel }
export const drop = (tx: Transaction, to: To, alertIds: readonly string[]) =>
  alertIds.length === 0 ? Promise.resolve(0) : repo.dropOwed(tx, { ...to, alertIds })

type Told = { readonly id: string; readonly kinds: readonly AlertKind[]; readonly body: string | null }
export async function markTold(tx: Transaction, to: To, { id, kinds, body }: Told, alertIds: readonly string[]) {
  await repo.insertMessage(tx, { id, ...to, kinds, body })
  if (alertIds.length > 0) await repo.markTold(tx, { ...to, alertIds }, id)
}
export const isSampleSent = async (db: Queryable, operatorId: string): Promise<boolean> =>
  (await repo.findSample(db, operatorId)) !== undefined
export const newMessageId = (): string => randomUUIDv7()

export const listDue = (db: Queryable, operatorId: string): Promise<repo.DueMessage[]> =>
  repo.listDue(db, operatorId, 10)
export const listDueOperators = async (db: Queryable): Promise<string[]> =>
  (await repo.listDueOperators(db)).map(({ operatorId }) => operatorId)

export async function markDelivered(tx: Transaction, operatorId: string, id: string): Promise<void> {
  await repo.finishMessage(tx, id)
  await noteDelivered(tx, operatorId)
}

export async function markFailed(
  tx: Transaction,
  operatorId: string,
  { id, failures }: Pick<repo.DueMessage, 'id' | 'failures'>,
  error: string,
): Promise<void> {
  const minutes = retryMinutes(failures + 1)
  await (minutes === null ? repo.finishMessage(tx, id) : repo.postpone(tx, id, minutes))
  await noteFailed(tx, operatorId, error.slice(0, 200))
}

export const giveUpMessagesOf = (db: Queryable, operatorId: string): Promise<number> =>
  repo.finishMessagesOf(db, operatorId)
