import { ProviderSilent, type Fact, type PaymentProvider } from '#server/modules/payments/providers/port.ts'
import type { Log } from '#server/platform/log.ts'

/** `isSilent`: it was asked and did not answer, so that it may say so yet. */
export type NamedFacts = { facts: readonly Fact[]; isSilent: boolean }

/**
 * The same facts with who paid, where the provider names the payer only when it is asked; outside any transaction. Without
 * an answer they stay as they are: what was paid counts no matter who paid it.
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
