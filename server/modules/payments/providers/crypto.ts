import type { Currency } from '#shared/money.ts'
import { BadNotification, ProviderRefused, type PaymentProvider } from './port.ts'

/**
 * Payment provider for cryptocurrency. It makes no calls and gets no notifications, because the chain watcher brings
 * the facts. The server has no wallet keys, so a refund stays pending until an operator records its transaction.
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
    // A wallet address cannot be closed. Payments that arrive later are found and count.
    close: () => Promise.resolve('closed'),
    refund: () => Promise.resolve('pending'),
    queryRefund: () => Promise.resolve('pending'),
  }
}
