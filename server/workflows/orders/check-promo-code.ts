import { AppError } from '#shared/errors.ts'
import { findDiscount, type Discount } from '#server/modules/promo-codes/promo-codes.service.ts'
import type { Basket } from '#server/modules/promo-codes/promo-codes.rules.ts'
import { hasPaid } from '#server/modules/orders/orders.service.ts'
import { findPurchaseOfPayer } from '#server/modules/referrals/ties.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { admitTry, networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'

const hasBought = async (database: Database, userId: string): Promise<boolean> =>
  (await hasPaid(database, userId)) || (await findPurchaseOfPayer(database, userId)) !== undefined

export type CountingDeps = { readonly database: Database; readonly digest: KeyedDigest }
export type Asker = CallerNetwork & { readonly userId: string | null }

/**
 * Finds the discount of a promo code. All callers share this function, so that guesses of codes count together; only
 * unknown codes count. Throws an error that begins with `Promo`, or `TooManyRequests`.
 */
export async function checkPromoCode(
  deps: CountingDeps,
  code: string,
  basket: Basket,
  { userId, ...caller }: Asker,
): Promise<Discount> {
  const { database } = deps
  const attempt = await admitTry(deps, caller, {
    free: networkOfTry('promo-network', caller),
    bound: [
      ...networkOfTry('promo-bound', caller),
      ...(userId === null ? [] : [{ rule: 'promo-account', subject: userId } as const]),
    ],
  })
  const shopper = userId === null ? null : { userId, hasPaid: await hasBought(database, userId) }
  try {
    const discount = await findDiscount(database, code, basket, shopper)
    await attempt.forgive()
    return discount
  } catch (error) {
    if (error instanceof AppError && error.status !== 'PromoUnknown') await attempt.forgive()
    throw error
  }
}
