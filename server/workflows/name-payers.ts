import type { Fact, PaymentProvider } from '#server/modules/payments/payments.service.ts'
import type { Log } from '#server/platform/log.ts'

/**
 * The same facts with who paid, where the provider names the payer only when it is asked; outside any transaction. Without
 * an answer they stay as they are: what was paid counts whoever paid it.
 */
export function namePayers(
  { findPayer }: Pick<PaymentProvider, 'findPayer'>,
  facts: readonly Fact[],
  log: Log,
): Promise<readonly Fact[]> {
  return Promise.all(
    facts.map(async (fact) => {
      if (!findPayer || fact.kind !== 'paid' || fact.payer !== undefined) return fact
      try {
        const payer = await findPayer(fact.providerTxnId)
        return payer === null ? fact : { ...fact, payer }
      } catch (error) {
        log.warn({ err: error, attempt: fact.attemptId }, 'the provider did not say who paid')
        return fact
      }
    }),
  )
}
