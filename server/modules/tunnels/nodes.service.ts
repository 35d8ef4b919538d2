import { createHash, randomBytes } from 'node:crypto'
import { networkList } from '#server/platform/network.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { openSettings, settingsPurpose } from './node-directory.ts'
import { readNodeSettings, type NodeProtocol, type Protocol, type SettingsFault } from './node-settings.ts'
import * as repo from './nodes.repo.ts'
import { forgetReportsOf } from './usage.queries.ts'

/** Random token of 256 bits. Only the node stores it; the database stores its digest. */
const makeNodeToken = (): string => randomBytes(32).toString('base64url')

export const nodeTokenHash = (token: string): Buffer => createHash('sha256').update(`node ${token}`).digest()

export type NodeView = Pick<
  repo.NodeRow,
  | 'number'
  | 'name'
  | 'nodeGroup'
  | 'protocol'
  | 'host'
  | 'port'
  | 'serves'
  | 'country'
  | 'city'
  | 'enabled'
  | 'seenAt'
  | 'cpuPercent'
  | 'memoryPercent'
> & { readonly tokens: 1 | 2 }

export const listNodeViews = async (db: Queryable): Promise<NodeView[]> =>
  (await repo.listNodes(db)).map(({ tokenHash: _hash, formerTokenHash, sealedSettings: _sealed, ...node }) => ({
    ...node,
    tokens: formerTokenHash ? 2 : 1,
  }))

export function findSettings(protocol: Protocol, text: string): NodeProtocol | { readonly fault: SettingsFault } {
  let settings: unknown
  try {
    settings = JSON.parse(text)
  } catch {
    return { fault: 'settings' }
  }
  return readNodeSettings(protocol, settings)
}

export function areNetworks(networks: readonly string[]): boolean {
  try {
    networkList(networks)
    return true
  } catch {
    return false
  }
}

const seal = (keyring: Keyring, name: string, { settings }: NodeProtocol) =>
  keyring.seal(settingsPurpose(name), JSON.stringify(settings))

type Placed = Pick<
  repo.NodeRow,
  'name' | 'nodeGroup' | 'host' | 'port' | 'serves' | 'allowedNetworks' | 'country' | 'city'
>

/** Creates a node and returns its token, which cannot be shown again. Returns null if the name is taken. */
export async function addNode(
  tx: Transaction,
  keyring: Keyring,
  node: Omit<Placed, 'country' | 'city'> & Partial<Pick<Placed, 'country' | 'city'>> & { protocol: NodeProtocol },
): Promise<{ number: number; token: string } | null> {
  const token = makeNodeToken()
  const row = {
    country: null,
    city: null,
    ...node,
    protocol: node.protocol.protocol,
    sealedSettings: seal(keyring, node.name, node.protocol),
    tokenHash: nodeTokenHash(token),
  }
  const added = await repo.insertNode(tx, row)
  return added ? { number: added.number, token } : null
}

export type NodeChange = Partial<Omit<Placed, 'name'>> & { protocol?: NodeProtocol; enabled?: boolean }

export async function lockNodeSettings(tx: Transaction, keyring: Keyring, name: string) {
  const row = await repo.lockNode(tx, name)
  return row ? { row, protocol: openSettings(keyring, row) } : null
}

export type HeldNode = NonNullable<Awaited<ReturnType<typeof lockNodeSettings>>>

export async function changeNode(tx: Transaction, keyring: Keyring, held: HeldNode, change: NodeChange): Promise<void> {
  const { protocol = held.protocol, ...placed } = change
  const sealedSettings = seal(keyring, held.row.name, protocol)
  await repo.updateNode(tx, { ...held.row, ...placed, protocol: protocol.protocol, sealedSettings })
  if (change.enabled === false) await forgetReportsOf(tx, held.row.number)
}

export async function giveToken(tx: Transaction, { row: { number } }: HeldNode): Promise<string> {
  const token = makeNodeToken()
  await repo.rotateToken(tx, number, nodeTokenHash(token))
  return token
}

export async function dropFormerToken(tx: Transaction, { row: { number } }: HeldNode): Promise<void> {
  await repo.dropFormerToken(tx, number)
}
