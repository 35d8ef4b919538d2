import type { Output } from '#shared/contract/call.ts'
import type { cryptoCalls } from '#shared/contract/crypto.ts'
import type { CryptoOptions } from '#shared/site.ts'
import { confirmationsOf } from '#server/modules/chains/chains.service.ts'
import { depositSums, paymentState } from '#server/modules/chains/shown-state.rules.ts'
import { explorerLink, paymentUri, type Network } from '#server/modules/chains/create-chains.ts'
import { findCursor, listTransfers, type Transfer } from '#server/modules/chains/transfers.queries.ts'
import { listDeposits, type Deposit } from '#server/modules/chains/deposits.queries.ts'
import { neededConfirmations } from '#server/modules/chains/transfers.rules.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { formatAddress, isChainAddress } from '#shared/chain-address.ts'
import type { NetworkConfig } from '#server/platform/crypto-config.ts'
import type { CryptoDeps } from '#server/deps/payment-deps.ts'
import { findOwn } from '#server/workflows/orders/read-orders.ts'

type Payment = Output<(typeof cryptoCalls)['/api/payment/payment_crypto_state']>
type DepositView = Payment['deposits'][number]

export const describeNetworks = (networks: readonly NetworkConfig[]): CryptoOptions['networks'] =>
  networks.map((network) => ({
    id: network.id,
    name: network.name,
    kind: network.kind,
    chainId: network.chainId,
    nativeSymbol: network.nativeSymbol,
    confirmations: neededConfirmations(network.confirmations),
    blockSeconds: network.blockSeconds,
    explorerUrl: network.explorerUrl,
    walletRpcUrl: network.walletRpcUrl,
    tokens: network.tokens.map(({ id, decimals, contract }) => ({
      id,
      name: tokenNames[id] ?? id,
      decimals,
      contract: contract && formatAddress(network.kind, contract),
    })),
  }))

const tokenNames: Readonly<Record<string, string>> = { USDT: 'Tether USD', USDC: 'USD Coin' }

/**
 * Payments received for an order of this user. Reads only the database; the chain watcher fills it. Throws `NotFound`.
 */
export async function readCryptoPayment(deps: CryptoDeps, userId: string, orderId: string): Promise<Payment> {
  const { database, chains } = deps
  const order = await findOwn(database, userId, orderId)
  const deposits = await listDeposits(database, order.id)
  const transfers = await listTransfers(database, order.id)
  const views: DepositView[] = []
  for (const deposit of deposits) {
    const network = chains?.find(deposit.network)
    const head = (await findCursor(database, deposit.network))?.number ?? 0
    if (network) views.push(viewOf(order, deposit, network, transfers, head))
  }
  return {
    orderId: order.id,
    number: order.number,
    goodsId: order.goodsId,
    orderStatus: order.status,
    amountMinor: order.totalMinor,
    currency: order.currency,
    payableUntil: order.payableUntil.getTime(),
    state: paymentState(order, deposits.length > 0, transfers),
    deposits: views,
  }
}

function viewOf(
  order: Order,
  deposit: Deposit,
  network: Network,
  transfers: readonly Transfer[],
  head: number,
): DepositView {
  const { address, contract, decimals, token } = deposit
  if (!isChainAddress(address)) throw new Error(`no address: ${address}`)
  const sums = depositSums(deposit, transfers, order.totalMinor)
  const needed = neededConfirmations(network.confirmations)
  const tokenContract = contract !== null && isChainAddress(contract) ? contract : null
  const written = formatAddress(network.kind, address)
  return {
    network: network.id,
    chainId: network.chainId,
    token,
    contract: tokenContract && formatAddress(network.kind, tokenContract),
    decimals,
    address: written,
    amount: deposit.amount,
    expiresAt: order.payableUntil.getTime(),
    confirmations: needed,
    uri: paymentUri(network, { id: token, decimals, contract: tokenContract }, address, sums.missing),
    addressUrl: explorerLink(network, 'address', written),
    received: String(sums.received),
    arriving: String(sums.arriving),
    missing: String(sums.missing),
    transfers: transfers
      .filter(({ attemptId }) => attemptId === deposit.attemptId)
      .map((transfer) => transferView(transfer, network, needed, head)),
  }
}

function transferView(
  { txHash, amount, status, blockNumber, at }: Transfer,
  network: Network,
  needed: number,
  head: number,
) {
  const deep = Math.min(needed, confirmationsOf(head, blockNumber))
  const wire = status === 'seen' || status === 'confirmed' ? status : ('dropped' as const)
  const confirmations = wire === 'confirmed' ? needed : wire === 'seen' ? deep : 0
  const explorerUrl = explorerLink(network, 'transaction', txHash)
  return { txHash, amount, status: wire, confirmations, at: at.getTime(), explorerUrl }
}
