import { queryOptions } from '@tanstack/react-query'
import type { CryptoOptions } from '#shared/site.ts'
import { api, type CallOutput } from '#web/client/api.ts'

export type CryptoPayment = CallOutput<'/api/payment/payment_crypto_state'>
export type Deposit = CryptoPayment['deposits'][number]
export type Transfer = Deposit['transfers'][number]
export type Network = CryptoOptions['networks'][number]
export type Token = Network['tokens'][number]

const pollMs = 3_000
const rarePollMs = 15_000

/** Begins with what the page came with, which is of the day of its export on a copy of the site. */
export const optionsQuery = queryOptions({
  queryKey: ['crypto-options'],
  queryFn: () => api('/api/payment/payment_crypto_options', {}, { handlesErrors: true }),
})

/** What the chain says of an order, asked as often as news can be expected. */
export const paymentQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['crypto-payment', orderId],
    queryFn: () => api('/api/payment/payment_crypto_state', { orderId }, { handlesErrors: true }),
    refetchInterval: ({ state: { data } }) => (data ? pauseAfter(data.state) : false),
  })

/** Milliseconds until the next question; false where nothing can change any more. */
function pauseAfter(state: CryptoPayment['state']): number | false {
  if (state === 'awaiting' || state === 'seen' || state === 'short') return pollMs
  return state === 'expired' || state === 'review' ? rarePollMs : false
}

export const askForQuote = (orderId: string, network: string, token: string): Promise<CryptoPayment> =>
  api('/api/payment/payment_crypto_quote', { orderId, network, token }, { handlesErrors: true })

/** Opens an order whose window is over for paying again. */
export const reopenOrder = (orderId: string) =>
  api('/api/payment/payment_repay', { orderId, method: 'crypto' }, { handlesErrors: true })

/** What is still to be sent, in base units: money that is on its way is not asked for again. */
export function stillToSend({ amount, received, arriving, missing }: Deposit): bigint {
  const open = BigInt(amount) - BigInt(received) - BigInt(arriving)
  const known = BigInt(missing)
  const least = open < known ? open : known
  return least > 0n ? least : 0n
}
