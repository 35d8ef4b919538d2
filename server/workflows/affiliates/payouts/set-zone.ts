import { changeZone, isTimeZone, monthAfter, monthAt, monthEnd, zoneOf } from '#shared/month-zones.ts'
import { lockSetting, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

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
  const month = monthAfter(monthAt(zones, tx.now))
  const before = zoneOf(zones, month)
  if (before === zone) return refuse('NotPossible', sentence('field.unchanged', { field: { field: 'zone' } }))
  const changed = changeZone(zones, tx.now, zone)
  await saveSetting(tx, 'monthZones', changed)
  const takesTwo = sentence('payout.zoneTakesTwo')
  const output = {
    month,
    before,
    zone,
    begins: monthEnd(zones, monthAt(zones, tx.now)),
    ends: monthEnd(changed, month),
  }
  return done(output, 'months of payouts', { month, before, zone, reason }, { takesTwo })
}
