import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { api } from '#web/client/api.ts'
import { displayDate } from '#web/display/display-date.ts'
import { daysLeft } from '#web/display/duration.ts'
import type { SecurityTexts } from '#text/en/site/security.ts'

/** Time, devices, invites and commission of an account, which its deletion would erase. */
export type AccountLosses = {
  readonly expiresAt: number | null
  readonly devices: number
  readonly invited: number
  readonly bonusSeconds: number
  /** Commission that is in no payout yet, in US cents; null for users who are no affiliates. */
  readonly unpaidMinor: number | null
}

const quiet = { handlesErrors: true }

export const accountLossesQuery = queryOptions({
  queryKey: ['account-losses'],
  queryFn: async (): Promise<AccountLosses> => {
    const [user, devices, invites, { overview }] = await Promise.all([
      api('/api/system/system_user_info', {}, quiet),
      api('/api/user/user_get_device_list', {}, quiet),
      api('/api/system/system_refer_config', {}, quiet),
      api('/api/system/system_affiliate', {}, quiet),
    ])
    const { heldMinor, payableMinor, reservedMinor } = overview?.balance ?? {}
    return {
      expiresAt: user.expiresAt,
      devices: devices.list.length,
      invited: invites.totals.invited,
      bonusSeconds: invites.totals.bonusSeconds,
      unpaidMinor: overview && (heldMinor ?? 0) + (payableMinor ?? 0) + (reservedMinor ?? 0),
    }
  },
  staleTime: 2_000,
})

/** Lines of the list of losses. Without figures, if they could not be loaded, names everything that there may be. */
export function lossLines(
  t: SecurityTexts['deletion']['goes'],
  losses: AccountLosses | undefined,
  language: Language,
  now: number,
): readonly string[] {
  if (!losses) return [t.names, t.membership, t.devices(null), t.invites, t.commission(null)]
  const { expiresAt, devices, invited, bonusSeconds, unpaidMinor } = losses
  const left = expiresAt === null ? 0 : daysLeft(expiresAt, now)
  const sum = formatMoney({ amountMinor: unpaidMinor ?? 0, currency: 'USD' }, language)
  return [
    t.names,
    ...(expiresAt !== null && left > 0 ? [t.daysLeft(left, displayDate(expiresAt, language))] : []),
    t.devices(devices),
    invited > 0 ? t.invited(invited, Math.round(bonusSeconds / 86_400)) : t.invites,
    ...(unpaidMinor === null ? [] : [t.commission((unpaidMinor > 0 && sum) || null)]),
  ]
}
