import type { Currency } from '#shared/money.ts'
import { BadNotification, ProviderRefused, type PaymentProvider } from './port.ts'

/**
 * Cryptocurrency as a provider. There are no calls or notifications: the chain watcher brings the facts. The server has
 * no keys to send, so refunds stay pending until an operator records the transaction.
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
    // A deposit address cannot be closed. Payments that arrive later are found and count.
    close: () => Promise.resolve('closed'),
    refund: () => Promise.resolve('pending'),
    queryRefund: () => Promise.resolve('pending'),
  }
}
