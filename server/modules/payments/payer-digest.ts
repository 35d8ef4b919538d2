import { createHash } from 'node:crypto'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Fact, PaymentProvider, ProviderId } from './providers/port.ts'

/**
 * Turns the digest of a payer that was made without a key into the one under the deployment's. Numbers of accounts are
 * few enough to be tried: without the key a dump of the database would tell them.
 */
export const keyPayer = (digest: KeyedDigest, plain: Uint8Array): Buffer =>
  digest('payer', Buffer.from(plain).toString('hex'))

/** What a provider calls an account, as it may be kept: 64 hexadecimal digits. Two providers' are never the same. */
export const digestPayer = (digest: KeyedDigest, provider: ProviderId, payer: string): string =>
  keyPayer(digest, createHash('sha256').update(`${provider} ${payer}`).digest()).toString('hex')

/** A provider whose payers no one hears of but by their keyed digest. */
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
