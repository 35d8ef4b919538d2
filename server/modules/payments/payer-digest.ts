import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Fact, PaymentProvider, ProviderId } from './providers/port.ts'

/**
 * Keyed digest of a provider's account: 64 hex digits, distinct between providers. Account numbers can be enumerated, so
 * a digest without a key would reveal them after a dump.
 */
export const digestPayer = (digest: KeyedDigest, provider: ProviderId, payer: string): string =>
  digest('payer', `${provider} ${payer}`).toString('hex')

/** Wraps a provider so that payers appear only as keyed digests. */
export function savePayersSecret(provider: PaymentProvider, digest: KeyedDigest): PaymentProvider {
  const digested = (payer: string) => digestPayer(digest, provider.id, payer)
  const hide = (facts: readonly Fact[]): readonly Fact[] =>
    facts.map(({ payer, ...fact }) => (payer === undefined ? fact : { ...fact, payer: digested(payer) }))
  const { findPayer } = provider
  return {
    ...provider,
    parseNotification(request) {
      const { facts, ...rest } = provider.parseNotification(request)
      return { ...rest, facts: hide(facts) }
    },
    async query(ref) {
      const found = await provider.query(ref)
      return found === 'not_found' ? found : hide(found)
    },
    ...(findPayer && {
      async findPayer(providerTxnId) {
        const payer = await findPayer(providerTxnId)
        return payer === null ? null : digested(payer)
      },
    }),
  }
}
