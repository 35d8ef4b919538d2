import { AppError } from '#shared/errors.ts'
import { money } from '#shared/money.ts'
import { assignAddress, readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import { insertDeposit, listDeposits } from '#server/modules/chains/deposits.queries.ts'
import { inUsdMinor, quoteAmount } from '#server/modules/chains/token-price.rules.ts'
import { RateUnavailable } from '#server/modules/chains/exchange-rates.ts'
import type { Chains, Network } from '#server/modules/chains/create-chains.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import { openWatchedAttempt } from '#server/modules/payments/attempts.service.ts'
import type { TokenConfig } from '#server/platform/crypto-config.ts'
import type { Database } from '#server/platform/database.ts'
import type { CryptoDeps } from '#server/deps/payment-deps.ts'
import { requireSeat } from '#server/workflows/payments/apply/change-group.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { keepOpen } from '#server/workflows/orders/repay-order.ts'
import { findOwn } from '#server/workflows/orders/read-orders.ts'

type CryptoQuote = { userId: string; orderId: string; network: string; token: string }

/** Maximum number of network and token combinations that a buyer may try for one order. */
const maxAttempts = 10
const dayMs = 86_400_000

/**
 * Opens a deposit: a wallet address and an amount, valid until the payment window ends. Idempotent. `MethodNotOffered`
 * means that cryptocurrency is not configured or another method was chosen, and `PaymentDetailsUnavailable` that the
 * network is not scanned or the address pool is exhausted.
 */
export async function prepareDeposit(
  deps: CryptoDeps,
  { userId, orderId, network: id, token: name }: CryptoQuote,
): Promise<void> {
  const { database, chains, log } = deps
  if (!chains) throw new AppError('MethodNotOffered')
  const order = await findOwn(database, userId, orderId)
  const network = chains.find(id)
  if (!network) throw new AppError('UnsupportedNetwork')
  const token = network.tokens.find((candidate) => candidate.id === name)
  if (!token) throw new AppError('UnsupportedToken')
  if ((await listDeposits(database, order.id)).some((known) => known.network === id && known.token === name)) return
  if (!isOpen(order.status) || !order.windowOpen) throw new AppError('OrderOver')
  if (order.method !== 'crypto') throw new AppError('MethodNotOffered')
  const health = await readNetworkHealth(database, network)
  if (!health || health.standstill) {
    log.error({ network: id, ...health }, 'this network is not read or not settled: it takes no payments')
    throw new AppError('PaymentDetailsUnavailable')
  }
  const price = await priceOf(database, chains, order, token).catch((error: unknown) => {
    if (!(error instanceof RateUnavailable)) throw error
    log.error({ token: name, reason: error.message }, 'no rate for a quote')
    throw new AppError('QuoteUnavailable', {}, { cause: error })
  })
  await database.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id)
    if (!isOpen(locked.status) || !locked.windowOpen) throw new AppError('OrderOver')
    await requireSeat(tx, locked)
    const deposits = await listDeposits(tx, order.id)
    if (deposits.some((known) => known.network === id && known.token === name)) return
    if ((await listAttempts(tx, [order.id])).length >= maxAttempts) throw new AppError('TooManyRequests')
    const payableUntil = await keepOpen(tx, locked, 'crypto')
    const address = await assignAddress(tx, chains, network, order.id, quarantineEnd(chains, { payableUntil }))
    if (!address) {
      log.error({ network: id }, 'the pool of addresses has none to lend')
      throw new AppError('PaymentDetailsUnavailable')
    }
    const total = money(locked.totalMinor, locked.currency)
    const attemptId = await openWatchedAttempt(tx, { ...locked, total, payableUntil })
    await insertDeposit(tx, { ...price, ...depositOf(network, token), attemptId, orderId: order.id, address })
  })
}

const depositOf = (network: Network, { id, contract, decimals }: TokenConfig) => ({
  network: network.id,
  kind: network.kind,
  token: id,
  contract,
  decimals,
})

/**
 * End of the quarantine of a wallet address. The address is not reused before, so that a late payment cannot be
 * credited to another order.
 */
const quarantineEnd = ({ config }: Chains, { payableUntil }: Pick<Order, 'payableUntil'>): Date =>
  new Date(payableUntil.getTime() + config.quarantineDays * dayMs)

async function priceOf(database: Database, chains: Chains, { totalMinor, currency }: Order, token: TokenConfig) {
  const now = await database.transaction((tx) => Promise.resolve(tx.now))
  const rates = await chains.readRates(token.id, now)
  const price = { totalMinor, currency }
  const amount = quoteAmount(price, rates, token.decimals)
  const usdMinor = inUsdMinor(price, rates)
  if (amount === null || usdMinor === null) throw new RateUnavailable(`there is no rate for ${currency}`)
  const { usdPerToken, cnyPerUsd, spreadBps } = rates
  const text = (rate: typeof cnyPerUsd) => (rate ? `${rate.digits}/${rate.scale}` : '-')
  const rate = `usd ${text(usdPerToken)} cny ${text(cnyPerUsd)} spread ${spreadBps}`
  return { amount: String(amount), usdMinor, rate }
}
