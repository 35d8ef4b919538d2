import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as lines from './commission-lines.repo.ts'
import * as repo from './commissions.repo.ts'
import { monthOf, type CommissionState, type NewCommission } from './commissions.rules.ts'

export async function saveCommission(tx: Transaction, row: NewCommission): Promise<void> {
  await repo.insertCommission(tx, row)
  const earned = Math.max(0, row.amountMinor)
  await repo.addToMonth(tx, row.affiliateId, monthOf(tx.now), {
    firstMinor: row.type === 'first' ? earned : 0,
    renewalMinor: row.type === 'first' ? 0 : earned,
    reversedMinor: Math.max(0, -row.amountMinor),
  })
}

type LineFilter = lines.LineFilter & { readonly state: CommissionState | null }

/**
 * Page of an affiliate's commissions, newest first; payable ones by the end of their hold period. `before`: last id of
 * the previous page.
 */
export async function listLines(
  db: Queryable,
  affiliateId: string,
  filter: LineFilter,
  before: string,
  limit: number,
): Promise<lines.CommissionLine[]> {
  const ids = (await findPage(db, affiliateId, filter, before, limit)).map(({ id }) => id)
  return ids.length === 0 ? [] : lines.listLines(db, affiliateId, ids)
}

function findPage(db: Queryable, affiliateId: string, { state, ...filter }: LineFilter, before: string, limit: number) {
  if (state === null) return lines.findAll(db, affiliateId, filter, before, limit)
  if (state === 'payable') return lines.findPayable(db, affiliateId, filter, before, limit)
  if (state === 'held') return lines.findHeld(db, affiliateId, filter, before, limit)
  if (state === 'review') return lines.findUnderReview(db, affiliateId, filter, before, limit)
  return lines.findSettled(db, affiliateId, state === 'paid', filter, before, limit)
}

export async function listLinesOfPayout(
  db: Queryable,
  payout: { affiliateId: string; settlementId: string },
  before: string,
  limit: number,
): Promise<lines.CommissionLine[]> {
  const ids = (await lines.findOfPayout(db, payout, before, limit)).map(({ id }) => id)
  return ids.length === 0 ? [] : lines.listLines(db, payout.affiliateId, ids)
}

/** Finds a commission. Undefined if it is unknown or belongs to another affiliate. */
export const findLine = async (
  db: Queryable,
  affiliateId: string,
  id: string,
): Promise<lines.CommissionLine | undefined> => (await lines.listLines(db, affiliateId, [id]))[0]

const firstId = '00000000-0000-0000-0000-000000000000'
/** Number of rows that are read at once. Reading them takes some tens of milliseconds. */
const rowsAtOnce = 20_000

/**
 * Sums all commission rows of an affiliate by link and month, with the part that is in no active payout. Works in
 * pages, so `db` must be a single snapshot.
 */
export async function sumEarned(db: Queryable, affiliateId: string, pageSize = rowsAtOnce): Promise<repo.EarnedPart[]> {
  const all: repo.EarnedPart[] = []
  for (let after: string | null = firstId; after !== null;) {
    const page: repo.EarnedPart[] = await repo.sumEarnedPage(db, affiliateId, after, pageSize)
    all.push(...page)
    after = page[0]?.last ?? null
  }
  return all
}
