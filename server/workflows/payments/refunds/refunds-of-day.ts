import { refundLimit, refundLimitText, type OperatorLimits } from '#shared/operator-limits.ts'
import { lockRefundsOf, sumRefundsOfDay } from '#server/modules/audit/batches.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

/** In minor units. */
export type Amount = { readonly amountMinor: number; readonly currency: string }

/**
 * Whether these, with what this operator gave back alone within the last 24 hours, are more than the limit of one order: else an order
 * more at a time would pass by it. Until the transaction ends no other refund of theirs is measured. A currency without a limit is over it.
 */
export async function isOverDay(
  tx: Transaction,
  operatorId: string,
  sums: readonly Amount[],
  limits: OperatorLimits,
): Promise<boolean> {
  await lockRefundsOf(tx, operatorId)
  const before = await sumRefundsOfDay(tx, operatorId)
  return sums.some(
    ({ currency, amountMinor }) =>
      (currency !== 'CNY' && currency !== 'USD') ||
      amountMinor + (before.find((each) => each.currency === currency)?.amountMinor ?? 0) >
        refundLimit(limits, currency).amountMinor,
  )
}

/** Why they take two operators, for who asked. */
export const overDay = (limits: OperatorLimits): string =>
  `More than ${refundLimitText(limits, 'CNY')} or ${refundLimitText(limits, 'USD')} of one operator within a day goes back by two, order by order and in batches together. So does money in a currency that an order is not in.`
