import {
  countPool,
  insertPooled,
  lastAddress,
  listForSweep,
  type SweepRow,
} from '#server/modules/chains/addresses.queries.ts'
import { createChains, type Chains, type Network } from '#server/modules/chains/create-chains.ts'
import { parseAddress, type ChainAddress } from '#shared/chain-address.ts'
import { done, Refused, type Reason, type ActDeps, type LookAct } from '#server/platform/act.ts'
import type { Database } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { isTokenContract } from '#shared/token-contracts.ts'
import { sentence } from '#text/sentence.ts'

export class CryptoRefused extends Refused {
  constructor(reason: Reason) {
    super('NotPossible', reason)
  }
}

export async function openChains({ config }: Pick<ActDeps, 'config'>): Promise<Chains> {
  if (!config.crypto) throw new CryptoRefused('crypto.notConfigured')
  return createChains(config.crypto, createLog(config.environment, 'warn'))
}
export const openChainsIfAny = async (deps: Pick<ActDeps, 'config'>): Promise<Chains | null> =>
  deps.config.crypto ? openChains(deps) : null

export async function openNetwork(deps: Pick<ActDeps, 'config'>, id: string): Promise<Network> {
  const network = (await openChains(deps)).find(id)
  if (!network) throw new CryptoRefused(sentence('network.unknown', { network: id }))
  return network
}

/** Refuses the contract of a token, from which nobody gets coins back. `typed`: the address as entered. */
export function refuseContract(address: ChainAddress, typed: string, chains: Pick<Chains, 'networks'> | null): void {
  if (isTokenContract(address, chains)) throw new CryptoRefused(sentence('network.tokenContract', { address: typed }))
}

export const importAddresses: LookAct<'crypto.import-addresses', Network> = {
  look: (_db, { network }, _operator, deps) => openNetwork(deps, network),
  async act(tx, { file }, _operator, _deps, network) {
    const lines = file.split('\n').filter((line) => line.trim() !== '')
    if (network.addresses !== 'pool') throw new CryptoRefused(sentence('network.noPool', { network: network.id }))
    let added = 0
    for (const [at, line] of lines.entries()) {
      const [written = '', ...note] = line.trim().split(/\s+/)
      const address = parseAddress(network.kind, written)
      if (!address)
        throw new CryptoRefused(sentence('network.badLine', { line: at + 1, address: written, network: network.name }))
      refuseContract(address, written, { networks: [network] })
      added += await insertPooled(tx, { address, pool: network.id, origin: note.join(' ') || `line ${at + 1}` })
    }
    if (added === 0) throw new CryptoRefused(sentence('network.noNewAddress', { network: network.name }))
    const pool = await countPool(tx, network.id)
    const details = { lines: lines.length, added, ...pool }
    return done({ name: network.name, added, ...pool }, `pool ${network.id}`, details)
  },
}

const page = 200
type Lying = SweepRow & { readonly balance: bigint }

export async function* listBalances({
  database,
  chains,
}: {
  database: Database
  chains: Chains
}): AsyncGenerator<Lying> {
  for (let after = ''; ;) {
    const { last } = await lastAddress(database, after, page)
    if (last === null) return
    const rows = await listForSweep(database, after, page)
    for (const network of chains.networks) {
      const own = rows.filter((row) => row.network === network.id)
      if (own.length === 0) continue
      const balances = await network.pool.withRpc((rpc) =>
        rpc.all<string>(
          own.map(({ contract, address }) =>
            contract === null
              ? { method: 'eth_getBalance', params: [address, 'latest'] }
              : { method: 'eth_call', params: [{ to: contract, data: balanceOf(address) }, 'latest'] },
          ),
        ),
      )
      for (const [at, row] of own.entries()) {
        const balance = BigInt(balances[at] ?? '0x0')
        if (balance > 0n) yield { ...row, balance }
      }
    }
    after = last
  }
}

const balanceOf = (address: string) => `0x70a08231${address.slice(2).padStart(64, '0')}`
