import { recordAction } from '#server/modules/audit/audit.service.ts'
import { disablePromo, insertPromo, type NewPromo } from '#server/modules/coupons/coupons.queries.ts'
import { countCodesOfDay, createBatch } from '#server/modules/redeem/redeem.service.ts'
import { disableBatch, lockBatchesOf, type NewBatch } from '#server/modules/redeem/redeem.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** Makes a promo code. False if there is one of that name. */
export const makePromo = (database: Database, promo: NewPromo, operator: Operator): Promise<boolean> =>
  database.transaction(async (tx) => {
    if ((await insertPromo(tx, promo)) === 0) return false
    await recordAction(tx, { operator, action: 'promo-create', subject: `promo ${promo.code}`, details: promo })
    return true
  })

/** Ends a promo code; orders that carry it keep their price. False if there is none that stands. */
export const endPromo = (database: Database, code: string, operator: Operator): Promise<boolean> =>
  database.transaction(async (tx) => {
    if ((await disablePromo(tx, code)) === 0) return false
    await recordAction(tx, { operator, action: 'promo-disable', subject: `promo ${code}`, details: {} })
    return true
  })

/** This operator made as many codes within a day as one may. */
export class TooManyCodes extends Error {}

/**
 * Makes a batch of redeem codes and answers them in clear, for the only time; null if the name is taken. Throws
 * TooManyCodes where this operator's batches of a day would come to more than `mostOfDay`.
 */
export const makeBatch = (
  database: Database,
  batch: Omit<NewBatch, 'id' | 'createdBy'>,
  { operator, mostOfDay }: { operator: Operator; mostOfDay: number },
): Promise<readonly string[] | null> =>
  database.transaction(async (tx) => {
    await lockBatchesOf(tx, operator.name)
    if ((await countCodesOfDay(tx, operator.name)) + batch.count > mostOfDay) throw new TooManyCodes()
    const codes = await createBatch(tx, { ...batch, createdBy: operator.name })
    if (!codes) return null
    await recordAction(tx, { operator, action: 'redeem-create', subject: `batch ${batch.name}`, details: batch })
    return codes
  })

/** Withdraws what is left of a batch. False if there is none of that name that stands. */
export const endBatch = (database: Database, name: string, operator: Operator): Promise<boolean> =>
  database.transaction(async (tx) => {
    if ((await disableBatch(tx, name)) === 0) return false
    await recordAction(tx, { operator, action: 'redeem-disable', subject: `batch ${name}`, details: {} })
    return true
  })
