import { changeZone, isTimeZone, monthAfter, monthAt, monthBefore, monthEnd, zoneOf } from '#shared/month-zones.ts'
import { lockSetting, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { findFoldedDays } from '#server/modules/figures/figures.queries.ts'
import { findFirstBooking } from '#server/modules/ledger/daily-revenue.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

/** Month before the first month of any shop, so that a time zone set from then on applies from the beginning. */
const firstMonth = '2000-01'

/** True while nothing was counted by day or month, so that a new time zone can apply at once. */
async function hasNoFigures(tx: Transaction): Promise<boolean> {
  const [{ at }, { last }] = await Promise.all([findFirstBooking(tx), findFoldedDays(tx)])
  return at === null && last === null
}

export const setMonthZone: Act<'payouts.set-zone'> = async (tx, { zone, reason }) => {
  if (!isTimeZone(zone))
    return refuse(
      'InvalidInput',
      sentence('field.wrong', {
        field: { field: 'zone' },
        must: sentence('must.timeZone', { example: 'Asia/Shanghai' }),
      }),
    )
  await lockSetting(tx, 'monthZones')
  const { monthZones: zones } = await readSettings(tx)
  const current = monthAt(zones, tx.now)
  const isNew = await hasNoFigures(tx)
  const month = isNew ? current : monthAfter(current)
  const before = zoneOf(zones, month)
  if (before === zone) return refuse('NotPossible', sentence('field.unchanged', { field: { field: 'zone' } }))
  const changed = isNew ? [{ from: firstMonth, zone }] : changeZone(zones, tx.now, zone)
  await saveSetting(tx, 'monthZones', changed)
  const takesTwo = sentence('payout.zoneTakesTwo')
  const output = {
    month,
    before,
    zone,
    begins: monthEnd(isNew ? changed : zones, monthBefore(month)),
    ends: monthEnd(changed, month),
  }
  return done(output, 'months of payouts', { month, before, zone, reason }, { takesTwo })
}
