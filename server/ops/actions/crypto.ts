import { readFile } from 'node:fs/promises'
import { readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import { createChains, type Chains } from '#server/modules/chains/create-chains.ts'
import { formatAddress, isChainAddress } from '#server/platform/chain-address.ts'
import { createLog } from '#server/platform/log.ts'
import { CryptoRefused, importAddresses, listBalances } from '#server/workflows/crypto/manage-crypto.ts'
import { recordSentRefund } from '#server/workflows/crypto/record-sent-refund.ts'
import { rescanChain } from '#server/workflows/crypto/rescan-chain.ts'
import { OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { databaseOf } from '../rehearse.ts'

async function openChains({ config }: OpsContext): Promise<Chains> {
  if (!config.crypto) throw new OpsError('No cryptocurrency is configured; see CRYPTO_CONFIG_FILE in .env.example.')
  return createChains(config.crypto, createLog(config.environment, 'warn'))
}

/** What the workflow refuses is for the operator to mend. */
const mendable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof CryptoRefused ? new OpsError(error.message, { cause: error }) : error
  })

export const cryptoImport: Action = {
  name: 'crypto import',
  role: 'owner',
  stepUp: 'money',
  summary: 'Adds addresses to the pool of a network, one a line, each with a note on how its key is found.',
  usage: '--network ID --file FILE [--dry-run]',
  options: { network: { type: 'string' }, file: { type: 'string' } },
  async run(context) {
    const { database, operator, dryRun } = context
    const id = requireText(context, 'network')
    const network = (await openChains(context)).find(id)
    if (!network) throw new OpsError(`No network "${id}" is configured.`)
    const text = await readFile(requireText(context, 'file'), 'utf8')
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (dryRun) return context.print(`Would add ${lines.length} addresses to the pool of ${network.name}.`)
    const { added, total, free } = await mendable(importAddresses(database, { network, lines, operator }))
    context.print(`Added ${added} addresses; the pool of ${network.name} has ${total}, of which ${free} are free.`)
  },
}

export const cryptoRefundSent: Action = {
  name: 'crypto refund-sent',
  role: 'finance',
  stepUp: 'money',
  summary:
    'Records the transaction by which a refund was sent by hand; the chain is asked whether it paid this address.',
  usage: '--refund ID --tx HASH --to ADDRESS [--dry-run]',
  options: { refund: { type: 'string' }, tx: { type: 'string' }, to: { type: 'string' } },
  async run(context) {
    const { database, config, operator, dryRun } = context
    const refundId = requireText(context, 'refund')
    const hash = requireText(context, 'tx').toLowerCase()
    const txHash = /^[0-9a-f]{64}$/.test(hash) ? `0x${hash}` : hash
    const to = requireText(context, 'to')
    // A network that is not configured any more keeps no refund from being recorded.
    const chains = config.crypto && (await openChains(context))
    const sent = { refundId, txHash, to, operator, dryRun }
    const { onChain, amount, deposit } = await mendable(recordSentRefund({ database, chains }, sent))
    const { token, decimals, network } = deposit
    const said =
      onChain === 'confirmed'
        ? `the chain shows at least ${toDecimals(amount, decimals)} ${token} to that address`
        : `not checked: no node of ${network} can be asked now. It is looked up again when one can`
    context.print(`${dryRun ? 'Would record the refund' : 'Recorded the refund'} ${refundId} as sent (${said}).`)
  },
}

const readBlockNumber = (context: OpsContext, name: string): number => {
  const text = requireText(context, name)
  const number = Number(text)
  if (!/^\d{1,15}$/.test(text)) throw new OpsError(`--${name} is the number of a block.`)
  return number
}

export const cryptoRescan: Action = {
  name: 'crypto rescan',
  role: 'finance',
  summary: 'Reads blocks of a network again for payments that were missed. What is known already is not counted twice.',
  usage: '--chain ID --from-block N [--to-block M] [--dry-run]',
  options: { chain: { type: 'string' }, 'from-block': { type: 'string' }, 'to-block': { type: 'string' } },
  async run(context) {
    const { operator, dryRun } = context
    const id = requireText(context, 'chain')
    const network = (await openChains(context)).find(id)
    if (!network) throw new OpsError(`No network "${id}" is configured.`)
    const from = readBlockNumber(context, 'from-block')
    const to = context.values['to-block'] === undefined ? null : readBlockNumber(context, 'to-block')
    const done = await mendable(rescanChain(databaseOf(context), { network, from, to, operator }))
    const { blocks, found, added, nodes } = done
    for (const node of nodes)
      context.print(
        node.failure === null
          ? `${node.host}: ${node.found} transfers to addresses of ours.`
          : `${node.host}: ${node.found} transfers to addresses of ours, read ${
              node.readTo === null ? 'nothing' : `up to block ${node.readTo} only`
            }: ${node.failure}.`,
      )
    context.print(
      `${dryRun ? 'Would have read' : 'Read'} blocks ${done.from} to ${done.to} of ${network.name} (${blocks}): ` +
        `${found} transfers to addresses of ours, ${added} of them new. New ones count as soon as they are deep enough.`,
    )
  },
}

export const cryptoStatus: Action = {
  name: 'crypto status',
  role: 'viewer',
  summary: 'How each network is read and settled: ages in seconds, payments that are due and that fail. Tab-separated.',
  usage: '',
  options: {},
  async run(context) {
    const { networks } = await openChains(context)
    context.print(['network', 'read', 'settled', 'due', 'oldest due', 'failing', 'state'].join('\t'))
    for (const network of networks) {
      const health = await readNetworkHealth(context.database, network)
      if (!health) {
        context.print(`${network.id}\tnever read`)
        continue
      }
      const { readSeconds, triedSeconds, due, oldestDueSeconds, failing, standstill } = health
      const state = standstill === null ? 'takes payments' : `${standstill}: takes no new payments`
      const ages = [readSeconds, triedSeconds].map(Math.floor)
      const oldest = oldestDueSeconds === null ? '-' : Math.floor(oldestDueSeconds)
      context.print([network.id, ...ages, due, oldest, failing, state].join('\t'))
    }
  },
}

export const cryptoSweepList: Action = {
  name: 'crypto sweep-list',
  role: 'finance',
  summary: 'What lies where, by the nodes: address, where its key is, token, balance, order. Tab-separated.',
  usage: '',
  options: {},
  async run(context) {
    const { database } = context
    const chains = await openChains(context)
    context.print(['network', 'token', 'balance', 'address', 'key', 'order'].join('\t'))
    for await (const { network, token, decimals, address, origin, orderId, balance } of listBalances({
      database,
      chains,
    })) {
      const kind = chains.find(network)?.kind ?? 'evm'
      const written = isChainAddress(address) ? formatAddress(kind, address) : address
      context.print([network, token, toDecimals(balance, decimals), written, origin, orderId ?? '-'].join('\t'))
    }
  },
}

/** Base units as people read them. */
function toDecimals(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const places = decimals === 0 ? '' : digits.slice(-decimals).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${places === '' ? '' : `.${places}`}`
}
