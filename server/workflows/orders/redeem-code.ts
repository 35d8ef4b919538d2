import { AppError } from '#shared/errors.ts'
import { currencies } from '#shared/money.ts'
import { lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { refuseBlocked } from '#server/modules/accounts/blocks.service.ts'
import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { grantPlan } from '#server/modules/membership/membership.service.ts'
import { hasRedeemCodeLength } from '#server/modules/redeem-codes/redeem-codes.rules.ts'
import { consumeCode } from '#server/modules/redeem-codes/redeem-codes.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { admitTry, networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'

type Deps = { readonly database: Database; readonly digest: KeyedDigest }

/**
 * Redeems a redeem code for membership time. Wrong codes count by account and by network; beyond the limit of the
 * network each costs a proof of work. A code of another length is no guess and counts as none. `Unauthorized` means
 * that the account was erased.
 */
export async function redeemCode(
  deps: Deps,
  { code, userId, ...caller }: { code: string; userId: string } & CallerNetwork,
): Promise<{ expiresAt: number; seconds: number }> {
  if (!hasRedeemCodeLength(code)) throw new AppError('RedeemCodeLength')
  const attempt = await admitTry(deps, caller, {
    free: networkOfTry('redeem-network', caller),
    bound: [{ rule: 'redeem-account', subject: userId }],
  })
  const granted = await deps.database.transaction(async (tx) => {
    // A call that began before the account was blocked or erased must not grant membership time afterwards.
    const [, , isGone] = await Promise.all([
      lockAccountShared(tx, userId),
      refuseBlocked(tx, userId),
      isErased(tx, userId),
    ])
    if (isGone) throw new AppError('Unauthorized')
    const taken = await consumeCode(tx, code, userId)
    if (!taken) return null
    const { id: sourceId, months, bonusDays, maxDevices } = taken
    // Redeem codes have no currency. Any currency works here, because only the ratios between plan prices matter.
    const rates = await readPlanRates(tx, currencies[0])
    const grant = await grantPlan(tx, { userId, source: 'redeem', sourceId, months, bonusDays, maxDevices }, rates)
    if (!grant) throw new Error(`the ledger knows a grant of the code ${sourceId} that was unused`)
    return grant
  })
  if (!granted) throw new AppError('RedeemCodeInvalid')
  await attempt.forgive()
  return { expiresAt: granted.expiresAt.getTime(), seconds: granted.seconds }
}
