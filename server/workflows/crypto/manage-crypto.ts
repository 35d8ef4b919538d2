import {
  countPool,
  insertPooled,
  lastAddress,
  listForSweep,
  type SweepRow,
} from '#server/modules/chains/addresses.queries.ts'
import type { Chains, Network } from '#server/modules/chains/create-chains.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { parseAddress } from '#server/platform/chain-address.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** One sentence for the operator. */
export class CryptoRefused extends Error {}

export type Import = { network: Network; lines: readonly string[]; operator: Operator }

/**
 * Adds addresses to the pool of a network. A line is an address, and after a space how its key is found. All or none:
 * throws CryptoRefused at the first that is wrong.
 */
export const importAddresses = (database: Database, { network, lines, operator }: Import) =>
  database.transaction(async (tx) => {
    if (network.addresses !== 'pool') throw new CryptoRefused(`${network.id} derives its addresses and has no pool.`)
    let added = 0
    for (const [at, line] of lines.entries()) {
      const [written = '', ...note] = line.trim().split(/\s+/)
      const address = parseAddress(network.kind, written)
      if (!address) throw new CryptoRefused(`Line ${at + 1}: "${written}" is no address of ${network.name}.`)
      added += await insertPooled(tx, { address, pool: network.id, origin: note.join(' ') || `line ${at + 1}` })
    }
    const pool = await countPool(tx, network.id)
    const details = { lines: lines.length, added, ...pool }
    await recordAction(tx, { operator, action: 'crypto-import', subject: `pool ${network.id}`, details })
    return { added, ...pool }
  })

const page = 200
export type Lying = SweepRow & { readonly balance: bigint }

/**
 * What lies where, by the nodes: every address that was asked to receive a token, with its balance. Pages through all of
 * them, some hundred balances in few requests; zeros are left out.
 */
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

/** The call `balanceOf(address)` of a token. */
const balanceOf = (address: string) => `0x70a08231${address.slice(2).padStart(64, '0')}`
