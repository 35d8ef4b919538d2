import type { cryptoActions } from '#shared/contract/operator/crypto.ts'
import { confirmationsOf, readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import { listStrays, type StrayRow } from '#server/modules/chains/strays.queries.ts'
import { listWaiting } from '#server/modules/chains/transfers.queries.ts'
import { neededConfirmations } from '#server/modules/chains/transfers.rules.ts'
import { formatAddress, isChainAddress } from '#shared/chain-address.ts'
import { fromBaseUnits } from '#server/modules/chains/token-price.rules.ts'
import { importAddresses, listBalances, openChains, openChainsIfAny } from '#server/workflows/crypto/manage-crypto.ts'
import { createSentRefund } from '#server/workflows/crypto/record-sent-refund.ts'
import { knownTokens } from '#server/workflows/crypto/review-strays.ts'
import { rescan } from '#server/workflows/crypto/rescan-chain.ts'
import type { HandlersOf } from '../handler.ts'
import { found, lastId, page } from '../page.ts'
import { sentence } from '#text/sentence.ts'

const straysOnPage = 100
const waitingOnPage = 50

export const cryptoHandlers: HandlersOf<typeof cryptoActions> = {
  'crypto.import-addresses': importAddresses,
  'crypto.refund-sent': createSentRefund(openChainsIfAny),
  'crypto.rescan': rescan,
  async 'crypto.status'(database, _input, _operator, deps) {
    const chains = await openChainsIfAny(deps)
    const networks = (chains?.networks ?? []).map(async (network) => {
      const health = await readNetworkHealth(database, network)
      if (!health)
        return {
          network: network.id,
          read: null,
          settled: null,
          due: 0,
          oldestDue: null,
          failing: 0,
          state: sentence('network.neverReadYet'),
        }
      const { readSeconds, triedSeconds, due, oldestDueSeconds, failing, standstill } = health
      return {
        network: network.id,
        read: Math.floor(readSeconds),
        settled: Math.floor(triedSeconds),
        due,
        oldestDue: oldestDueSeconds === null ? null : Math.floor(oldestDueSeconds),
        failing,
        state: sentence(standstill === null ? 'network.takesPayments' : `network.${standstill}`),
      }
    })
    return found({ networks: await Promise.all(networks) })
  },
  async 'crypto.strays'(database, { after = lastId }, _operator, deps) {
    const { networks } = await openChains(deps)
    const tokenOf = ({ network, contract }: StrayRow) =>
      networks.find(({ id }) => id === network)?.tokens.find((token) => token.contract === contract)
    return page(
      await listStrays(database, knownTokens(networks), after, straysOnPage),
      straysOnPage,
      ({ id }) => id,
      (row) => {
        const { id, network, amount, address, txHash: tx, orderId: order, seenAt: firstSeen } = row
        const token = tokenOf(row)
        const sum = token ? fromBaseUnits(BigInt(amount), token.decimals) : amount
        return { id, network, token: token?.id ?? '', amount: sum, address, tx, order, firstSeen }
      },
    )
  },
  async 'crypto.waiting'(database, { after = null }, _operator, deps) {
    const chains = await openChainsIfAny(deps)
    return page(
      await listWaiting(database, after, waitingOnPage),
      waitingOnPage,
      ({ id }) => id,
      ({ id, network, token, decimals, amount, blockNumber, head, order, failures, seenAt: since, txHash: tx }) => {
        const known = chains?.find(network)
        return {
          id,
          order,
          network,
          token,
          amount: fromBaseUnits(BigInt(amount), decimals),
          confirmations: confirmationsOf(head ?? 0, blockNumber),
          // Null for a network that is no longer configured: it is not read, so any number would be wrong.
          needed: known ? neededConfirmations(known.confirmations) : null,
          failures,
          since,
          tx,
        }
      },
    )
  },
  async 'crypto.sweep-list'(database, _input, _operator, deps) {
    const chains = await openChains(deps)
    let rows = 0
    for await (const { network, token, decimals, address, origin, orderId, balance } of listBalances({
      database,
      chains,
    })) {
      const kind = chains.find(network)?.kind ?? 'evm'
      rows++
      deps.emit({
        network,
        token,
        balance: fromBaseUnits(balance, decimals),
        address: isChainAddress(address) ? formatAddress(kind, address) : address,
        key: origin,
        order: orderId,
      })
    }
    return found({ rows })
  },
}
