import { ProviderSilent, type Fact, type PaymentProvider } from '#server/modules/payments/providers/port.ts'
import type { Log } from '#server/platform/log.ts'

type NamedFacts = { facts: readonly Fact[]; isSilent: boolean }

/**
 * Adds the payer to payment facts if the provider names it only on request. Call it outside transactions. Without an
 * answer the facts stay as they are, because a payment counts in any case.
 */
export async function namePayers(
  { findPayer }: Pick<PaymentProvider, 'findPayer'>,
  facts: readonly Fact[],
  log: Log,
): Promise<NamedFacts> {
  let isSilent = false
  const named = await Promise.all(
    facts.map(async (fact) => {
      if (!findPayer || fact.kind !== 'paid' || fact.payer !== undefined) return fact
      try {
        const payer = await findPayer(fact.providerTxnId)
        return payer === null ? fact : { ...fact, payer }
      } catch (error) {
        isSilent ||= error instanceof ProviderSilent
        log.warn({ err: error, attempt: fact.attemptId }, 'the provider did not say who paid')
        return fact
      }
    }),
  )
  return { facts: named, isSilent }
}
