import { refundLimit, refundLimitText, type OperatorLimits } from '#shared/operator-limits.ts'
import { lockRefundsOf, sumRefundsOfDay } from '#server/modules/audit/batches.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { ActDeps } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'

/** In minor units. */
export type Amount = { readonly amountMinor: number; readonly currency: string }

/**
 * Why these take two operators, where with what this one gave back alone within the last 24 hours they are more than the limit of one
 * order: else an order more at a time would pass by it. Null where they are not. Until the transaction ends no other refund of theirs is
 * measured. A currency without a limit is over it.
 */
export async function findOverDay(
  tx: Transaction,
  operatorId: string,
  sums: readonly Amount[],
): Promise<string | null> {
  const { operatorLimits: limits } = await readSettings(tx)
  await lockRefundsOf(tx, operatorId)
  const before = await sumRefundsOfDay(tx, operatorId)
  const isOver = sums.some(
    ({ currency, amountMinor }) =>
      (currency !== 'CNY' && currency !== 'USD') ||
      amountMinor + (before.find((each) => each.currency === currency)?.amountMinor ?? 0) >
        refundLimit(limits, currency).amountMinor,
  )
  return isOver ? overDay(limits) : null
}

/**
 * Of the audit row of money that goes back: who prepared it, where two decided who may each do so. It counts for neither. What
 * someone else asked for, as support does, one decides: it counts for who grants it.
 */
export const ofTwo = ({ preparedBy, isPreparerEntitled = false }: ActDeps): { readonly preparedBy?: string } =>
  isPreparerEntitled && preparedBy !== undefined ? { preparedBy } : {}

/** Why they take two operators, for who asked. */
export const overDay = (limits: OperatorLimits): string =>
  `More than ${refundLimitText(limits, 'CNY')} or ${refundLimitText(limits, 'USD')} of one operator within a day goes back by two, order by order and in batches together. So does money in a currency that an order is not in.`
