import { queryOptions } from '@tanstack/react-query'
import type { CryptoOptions } from '#shared/site.ts'
import { amountText } from '#web/display/token-amount.ts'
import { api, type CallOutput } from '#web/client/api.ts'

export type CryptoPayment = CallOutput<'/api/payment/payment_crypto_state'>
export type Deposit = CryptoPayment['deposits'][number]
export type Transfer = Deposit['transfers'][number]
export type Network = CryptoOptions['networks'][number]

const pollMs = 3_000
const rarePollMs = 15_000

/** Query of networks and tokens. Replaces those in the page, which may be outdated on an exported mirror. */
export const optionsQuery = queryOptions({
  queryKey: ['crypto-options'],
  queryFn: () => api('/api/payment/payment_crypto_options', {}, { handlesErrors: true }),
})

/**
 * Query of the payment's state on the blockchain. Polled while that state can change by itself, and more rarely once
 * the payment window is over or an operator checks the payment.
 */
export const paymentQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['crypto-payment', orderId],
    queryFn: () => api('/api/payment/payment_crypto_state', { orderId }, { handlesErrors: true }),
    refetchInterval: ({ state: { data } }) => (data ? pauseAfter(data.state) : false),
  })

function pauseAfter(state: CryptoPayment['state']): number | false {
  if (state === 'awaiting' || state === 'seen' || state === 'short') return pollMs
  return state === 'expired' || state === 'review' ? rarePollMs : false
}

export const askForQuote = (orderId: string, network: string, token: string): Promise<CryptoPayment> =>
  api('/api/payment/payment_crypto_quote', { orderId, network, token }, { handlesErrors: true })

export const reopenOrder = (orderId: string) =>
  api('/api/payment/payment_repay', { orderId, method: 'crypto' }, { handlesErrors: true })

/** Token amount still to send, in base units. Transfers that are not confirmed yet count as sent. */
export function stillToSend({ amount, received, arriving, missing }: Deposit): bigint {
  const open = BigInt(amount) - BigInt(received) - BigInt(arriving)
  const known = BigInt(missing)
  const least = open < known ? open : known
  return least > 0n ? least : 0n
}

export const restText = (deposit: Deposit): string =>
  `${amountText(stillToSend(deposit), deposit.decimals)} ${deposit.token}`
