import type { Currency } from '#shared/money.ts'
import { BadNotification, ProviderRefused, type PaymentProvider } from './port.ts'

/**
 * Cryptocurrency, as far as it is a provider like the others. No one is asked and no one notifies: the watcher of the
 * chains brings the facts. There is no key here that could send anything, so a refund stays pending until an operator has
 * recorded the transaction that gave it back.
 */
export function createCrypto(currencies: readonly Currency[]): PaymentProvider {
  return {
    id: 'crypto',
    caps: { currencies, canClose: true, partialRefund: true, minTtlSec: 0, onChain: true },
    create: () => Promise.reject(new ProviderRefused('network and token are chosen first')),
    parseNotification() {
      throw new BadNotification('a chain does not notify')
    },
    reply: () => ({ status: 404, body: '' }),
    query: () => Promise.resolve('not_found'),
    // An address cannot be closed: what still arrives is found there, and counts.
    close: () => Promise.resolve('closed'),
    refund: () => Promise.resolve('pending'),
    queryRefund: () => Promise.resolve('pending'),
  }
}
