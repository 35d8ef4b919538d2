import { randomUUIDv7 } from 'node:crypto'
import type { AlertKind } from '#shared/alert-kinds.ts'
import { replaceInvisibleCharacters } from '#shared/visible-text.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './alerts.repo.ts'
import { followAlerts, type Seen } from './follow-alerts.rules.ts'
import * as notices from './notices.repo.ts'

/** Days for which resolved alerts and their notices are kept. */
export const alertDays = 90
const mostAtOnce = 5_000

export const lockAlerts = (tx: Transaction): Promise<unknown> => repo.lockAlerts(tx)

type OpenAlerts = readonly repo.OpenRow[]
export const listOpenOf = (tx: Transaction, kinds: readonly AlertKind[]): Promise<OpenAlerts> =>
  repo.listOpenOf(tx, kinds)

const line = (text: string, most: number): string => [...replaceInvisibleCharacters(text)].slice(0, most).join('')
const tidy = (seen: Seen): Seen => ({
  ...seen,
  subject: line(seen.subject, 120),
  detail: seen.detail === null ? null : line(seen.detail, 200),
  level: Math.min(Math.max(1, seen.level), 9),
})

export async function noteSeen(tx: Transaction, open: OpenAlerts, seenNow: readonly Seen[]): Promise<string[]> {
  const found = followAlerts(open, seenNow.map(tidy), tx.now)
  const opened = found.opened.map((seen) => ({ ...seen, id: randomUUIDv7() }))
  const inserted = opened.length === 0 ? [] : await repo.insertAlerts(tx, opened)
  if (found.seen.length > 0)
    await repo.updateSeen(
      tx,
      found.seen.map(({ id, now: { level, detail, amount, total, since }, isWorse }) => ({
        id,
        level,
        detail,
        amount,
        total,
        since,
        isWorse,
      })),
    )
  if (found.reminded.length > 0) await repo.remind(tx, found.reminded)
  if (found.gone.length > 0) await repo.markGone(tx, found.gone)
  if (found.resolved.length > 0) await repo.resolve(tx, found.resolved)
  const worse = found.seen.filter(({ isWorse }) => isWorse)
  return [...inserted.map(({ id }) => id), ...worse.map(({ id }) => id), ...found.reminded]
}

export async function acknowledgeAlerts(
  tx: Transaction,
  which: { readonly id: string | null; readonly kind: AlertKind | null },
  { by, note }: { readonly by: string; readonly note: string | null },
) {
  const open = await repo.lockUnacknowledged(tx, which.id, which.kind, mostAtOnce)
  const ids = open.map(({ id }) => id)
  if (ids.length > 0) await repo.acknowledge(tx, { ids, by, note })
  return open
}

export const forgetOldAlerts = (db: Queryable, limit: number): Promise<number> => repo.deleteOld(db, alertDays, limit)
export const forgetOldAlertMessages = (db: Queryable, limit: number): Promise<number> =>
  notices.deleteOldMessages(db, alertDays, limit)
