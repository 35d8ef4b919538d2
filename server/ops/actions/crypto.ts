import { readFile } from 'node:fs/promises'
import { createChains, type Chains } from '#server/modules/chains/chains.service.ts'
import { formatAddress, isChainAddress } from '#server/platform/chain-address.ts'
import { createLog } from '#server/platform/log.ts'
import { CryptoRefused, importAddresses, listBalances, recordSentRefund } from '#server/workflows/manage-crypto.ts'
import { OpsError, requireText, type Action, type OpsContext } from '../action.ts'

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
  summary: 'Records the transaction by which a refund was sent by hand. The chain is asked whether it went through.',
  usage: '--refund ID --tx HASH [--dry-run]',
  options: { refund: { type: 'string' }, tx: { type: 'string' } },
  async run(context) {
    const { database, operator, dryRun } = context
    const refundId = requireText(context, 'refund')
    const txHash = requireText(context, 'tx').toLowerCase()
    if (dryRun) return context.print(`Would record that ${txHash} gave back the refund ${refundId}.`)
    const chains = await openChains(context)
    const log = createLog(context.config.environment, 'warn')
    await mendable(recordSentRefund({ database, log, chains }, { refundId, txHash, operator }))
    context.print(`The refund ${refundId} is done.`)
  },
}

export const cryptoSweepList: Action = {
  name: 'crypto sweep-list',
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
  const places = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${places === '' ? '' : `.${places}`}`
}
