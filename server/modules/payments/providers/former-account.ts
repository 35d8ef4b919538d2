import { decodeTime, isValid } from 'ulid'
import { BadNotification, ProviderRefused, type Notification, type PaymentProvider } from './port.ts'

export type Former = { readonly provider: PaymentProvider; readonly endedAt: Date; readonly isSameShop: boolean }

/**
 * Time after the end of API keys in which a process may still begin payments with them. Processes look for new keys
 * every two seconds; a slow database or a paused process takes longer.
 */
const lateBeginMs = 60_000

/** True for payments that may have been begun with the API keys that ended at `endedAt`. */
const mayBeBegunWith = (attemptId: string, endedAt: Date): boolean =>
  isValid(attemptId) && decodeTime(attemptId) < endedAt.getTime() + lateBeginMs

/**
 * Adds former API keys of a merchant account to the current ones. Notifications signed with former keys count only for
 * payments begun before the keys ended or within a minute after, so that somebody who knows them cannot pay new orders;
 * leaked keys must never be kept as former keys. If they belong to another shop at the provider, or `current` is null
 * because the account was removed, the former shop is used for queries, closings and refunds of payments that the
 * current shop does not know.
 */
export function withFormerAccounts(current: PaymentProvider | null, formers: readonly Former[]): PaymentProvider {
  const [newest] = formers
  const base = current ?? newest?.provider
  if (!base) throw new Error('no account')
  const others = (attemptId: string): readonly PaymentProvider[] =>
    formers
      .filter(({ endedAt, isSameShop }) => !(isSameShop && current) && mayBeBegunWith(attemptId, endedAt))
      .map(({ provider }) => provider)

  async function firstKnown<T>(
    attemptId: string,
    ask: (provider: PaymentProvider) => Promise<T | 'not_found'>,
  ): Promise<T | 'not_found'> {
    for (const provider of [...(current ? [current] : []), ...others(attemptId)]) {
      const answer = await ask(provider)
      if (answer !== 'not_found') return answer
    }
    return 'not_found'
  }

  return {
    ...base,
    async create(attempt) {
      if (!current) throw new ProviderRefused('the account was removed')
      return current.create(attempt)
    },
    parseNotification(request) {
      try {
        if (current) return current.parseNotification(request)
      } catch (error) {
        if (!(error instanceof BadNotification) || formers.length === 0) throw error
      }
      return parseWithFormer(formers, request)
    },
    query: (ref) => firstKnown(ref.id, (provider) => provider.query(ref)),
    close: (ref) => firstKnown(ref.id, (provider) => provider.close(ref)),
    queryRefund: (request) => firstKnown(request.ref.id, (provider) => provider.queryRefund(request)),
    async refund(request) {
      const places = [...(current ? [current] : []), ...others(request.ref.id)]
      for (const [index, provider] of places.entries())
        try {
          return await provider.refund(request)
        } catch (error) {
          if (!(error instanceof ProviderRefused) || index === places.length - 1) throw error
        }
      throw new ProviderRefused('the account was removed')
    },
  }
}

function parseWithFormer(
  formers: readonly Former[],
  request: Parameters<PaymentProvider['parseNotification']>[0],
): Notification {
  let fault = new BadNotification('no former keys')
  for (const { provider, endedAt } of formers)
    try {
      const notification = provider.parseNotification(request)
      const about = [...notification.facts, ...(notification.asks ?? [])]
      if (about.every(({ attemptId }) => mayBeBegunWith(attemptId, endedAt))) return notification
      fault = new BadNotification('signed with keys that ended before the payment was begun')
    } catch (error) {
      if (!(error instanceof BadNotification)) throw error
      fault = error
    }
  throw fault
}
