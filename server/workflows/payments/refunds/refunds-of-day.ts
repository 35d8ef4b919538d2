import { refundLimit, refundLimitText, type OperatorLimits } from '#shared/operator-limits.ts'
import { lockRefundsOf, sumRefundsOfDay } from '#server/modules/audit/batches.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { ActDeps } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export type Amount = { readonly amountMinor: number; readonly currency: string }

/**
 * Reason why refunds need a second operator, or null. All refunds of this operator in the last 24 hours count together,
 * so that splitting does not avoid the limit; currencies without a limit always need a second operator. Other refunds
 * of the operator wait until the transaction ends.
 */
export async function findOverDay(
  tx: Transaction,
  operatorId: string,
  sums: readonly Amount[],
): Promise<Sentence | null> {
  const { operatorLimits: limits } = await readSettings(tx)
  await lockRefundsOf(tx, operatorId)
  const before = await sumRefundsOfDay(tx, operatorId)
  const isOver = sums.some(
    ({ currency, amountMinor }) =>
      (currency !== 'CNY' && currency !== 'USD') ||
      amountMinor + (before.find((each) => each.currency === currency)?.amountMinor ?? 0) >
        refundLimit(limits, currency).amountMinor,
  )
  return isOver ? overDailyLimit(limits) : null
}

/**
 * Adds the preparer to the audit row if two entitled operators decided: the refund then counts against the limit of
 * neither. A request by an operator who is not entitled, such as support, counts for the operator who grants it.
 */
export const entitledPreparer = ({
  preparedBy,
  isPreparerEntitled = false,
}: ActDeps): { readonly preparedBy?: string } => (isPreparerEntitled && preparedBy !== undefined ? { preparedBy } : {})

export const overDailyLimit = (limits: OperatorLimits): Sentence =>
  sentence('refund.dailyTakesTwo', { cny: refundLimitText(limits, 'CNY'), usd: refundLimitText(limits, 'USD') })
