import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as queries from './commission-holds.queries.ts'
import * as repo from './commission-holds.repo.ts'

/**
 * Sums of an affiliate's commissions that cannot be paid yet, in US cents. Reserves are grouped by their last month
 * (UTC), for example 2026-11.
 */
export async function readWaiting(
  db: Queryable,
  affiliateId: string,
): Promise<{ heldMinor: number; reservedMinor: number; reserves: { month: string; minor: number }[] }> {
  const rows = await queries.listWaiting(db, affiliateId)
  const sum = (of: 'heldMinor' | 'reservedMinor') => rows.reduce((total, row) => total + row[of], 0)
  return {
    heldMinor: sum('heldMinor'),
    reservedMinor: sum('reservedMinor'),
    reserves: rows.flatMap(({ month, reservedMinor: minor }) =>
      month === null || minor === 0 ? [] : [{ month: month.slice(0, 7), minor }],
    ),
  }
}

/**
 * Stores the sums of commissions booked up to the end of `day`, a past day whose bookings can no longer change.
 * `endOf`: returns the first moment after a day. The first run works in pages of affiliates, so that no SQL statement
 * reads all commissions.
 */
export async function foldHolds(
  tx: Transaction,
  day: string,
  endOf: (day: string) => Date,
  pageSize = 50,
): Promise<void> {
  await repo.lockHolds(tx)
  const { last } = await queries.findFoldedDay(tx)
  if (last !== null && last >= day) return
  await repo.insertFold(tx, day)
  if (last !== null) await repo.addBooked(tx, endOf(last), endOf(day))
  else
    for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
      const ids: string[] = (await repo.listEarners(tx, after, pageSize)).map(({ id }) => id)
      const rows = await repo.countHolds(tx, ids, endOf(day))
      if (rows.length > 0) await repo.addWaiting(tx, rows)
      after = ids.length < pageSize ? undefined : ids.at(-1)
    }
  await repo.deleteEnded(tx, day)
}

/** Differences between the stored sums of affiliates and their commissions. Sums that end today are not compared. */
export async function compareHolds(db: Queryable, affiliateIds: readonly string[], endOf: (day: string) => Date) {
  const { last } = await queries.findFoldedDay(db)
  if (last === null) return []
  const folded = await repo.listHolds(db, affiliateIds)
  const counted = await repo.countHolds(db, affiliateIds, endOf(last))
  const nameOf = ({ affiliateId, endsOn, heldOn }: repo.Hold) => [affiliateId, endsOn, heldOn].join(' ')
  const [one, other] = [folded, counted].map((rows) => new Map(rows.map((row) => [nameOf(row), row] as const)))
  const all = new Map([...folded, ...counted].map((row) => [nameOf(row), row]))
  return [...all].flatMap(([name, { affiliateId, endsOn, heldOn }]) =>
    (['amountMinor', 'reserveMinor'] as const).flatMap((field) => {
      const [was, is] = [one?.get(name)?.[field] ?? 0, other?.get(name)?.[field] ?? 0]
      return was === is ? [] : [{ affiliateId, endsOn, heldOn, field, folded: was, counted: is }]
    }),
  )
}
