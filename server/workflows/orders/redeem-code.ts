import { AppError } from '#shared/errors.ts'
import { currencies } from '#shared/money.ts'
import { countTry, uncountTry } from '#server/modules/limits/limits.service.ts'
import { grantPlan } from '#server/modules/membership/membership.service.ts'
import { takeCode } from '#server/modules/redeem/redeem.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'

type Deps = { readonly database: Database; readonly digest: KeyedDigest }

/**
 * Redeems a code: the code is used up and the time granted in one transaction. A wrong one counts as a guess, for the
 * account and for the network. Errors: RedeemCodeInvalid, TooManyRequests.
 */
export async function redeemCode(
  { database, digest }: Deps,
  { code, userId, network }: { code: string; userId: string; network: string },
): Promise<{ expiresAt: number; seconds: number }> {
  await countTry(database, digest, 'redeem-account', userId)
  await countTry(database, digest, 'redeem-network', network)
  const granted = await database.transaction(async (tx) => {
    const taken = await takeCode(tx, code, userId)
    if (!taken) return null
    const { id: sourceId, months, bonusDays, maxDevices } = taken
    // A code has no currency: what counts is how the plans' prices relate.
    const rates = await readPlanRates(tx, currencies[0])
    const grant = await grantPlan(tx, { userId, source: 'redeem', sourceId, months, bonusDays, maxDevices }, rates)
    if (!grant) throw new Error(`the ledger knows a grant of the code ${sourceId} that was unused`)
    return grant
  })
  if (!granted) throw new AppError('RedeemCodeInvalid')
  await uncountTry(database, digest, 'redeem-account', userId)
  await uncountTry(database, digest, 'redeem-network', network)
  return { expiresAt: granted.expiresAt.getTime(), seconds: granted.seconds }
}
