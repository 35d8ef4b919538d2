import { changeZone, isTimeZone, monthAfter, monthAt, monthEnd, zoneOf } from '#shared/month-zones.ts'
import { lockSetting, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'

/**
 * By whose clock months end from the next one on. The month that runs ends as it would have: what affiliates read of it stays true,
 * and no month that was closed holds other commissions than it was closed with.
 */
export const setMonthZone: Act<'payouts.set-zone'> = async (tx, { zone, reason }) => {
  if (!isTimeZone(zone)) return refuse('InvalidInput', '{zone} is a time zone like Asia/Shanghai.')
  await lockSetting(tx, 'monthZones')
  const { monthZones: zones } = await readSettings(tx)
  const month = monthAfter(monthAt(zones, tx.now))
  const before = zoneOf(zones, month)
  if (before === zone) return refuse('NotPossible', '{zone} is what it is already.')
  const changed = changeZone(zones, tx.now, zone)
  await saveSetting(tx, 'monthZones', changed)
  const takesTwo = 'The months of payouts are moved by two.'
  const output = {
    month,
    before,
    zone,
    begins: monthEnd(zones, monthAt(zones, tx.now)),
    ends: monthEnd(changed, month),
  }
  return done(output, 'months of payouts', { month, before, zone, reason }, { takesTwo })
}
