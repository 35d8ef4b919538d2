import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Fact, PaymentProvider, ProviderId } from './providers/port.ts'

/**
 * Keyed digest (64 hex digits) of a payer's account at a provider. It needs a key because account numbers can be
 * enumerated: an unkeyed digest would reveal them after a database leak. The same account number gives different
 * digests at different providers.
 */
export const digestPayer = (digest: KeyedDigest, provider: ProviderId, payer: string): string =>
  digest('payer', `${provider} ${payer}`).toString('hex')

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
