import { createHash, randomBytes } from 'node:crypto'
import { networkList } from '#server/platform/network.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { openSettings, settingsPurpose } from './node-directory.ts'
import { readNodeSettings, type NodeProtocol, type Protocol, type SettingsFault } from './node-settings.ts'
import * as repo from './nodes.repo.ts'
import { makeRealityKeys } from './reality-keys.ts'
import { forgetReportsOf } from './usage.queries.ts'

/** Makes the random token of a node, 256 bits. Only the node stores it; the database stores its digest. */
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
  | 'diskPercent'
  | 'loadAt'
  | 'pushedAt'
  | 'pushedBytes'
  | 'pushedSeconds'
  | 'installUntil'
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

/** Seconds within which a node's install line must be run. */
const installSeconds = 60 * 60
const installForm = /^wfn_[\w-]{43}$/
const installHash = (token: string): Buffer => createHash('sha256').update(`install ${token}`).digest()

/** Makes the one-time token of a node's install line. The node's earlier install line stops working. */
export async function openInstall(tx: Transaction, number: number): Promise<{ token: string; until: Date }> {
  const token = `wfn_${randomBytes(32).toString('base64url')}`
  const { installUntil } = await repo.openInstall(tx, number, installHash(token), installSeconds)
  return { token, until: installUntil }
}

export type Enrolled = { readonly number: number; readonly host: string; readonly token: string } & {
  readonly protocol: NodeProtocol
}

/**
 * Exchanges the one-time token of an install line for the node's own token. Null if the token is unknown, used or
 * expired, the node is switched off, or the caller's address is not in the node's allowed networks.
 */
export async function enrolNode(
  tx: Transaction,
  keyring: Keyring,
  install: string,
  address: string,
): Promise<Enrolled | null> {
  if (!installForm.test(install)) return null
  const row = await repo.lockInstall(tx, installHash(install))
  if (!row) return null
  const { number, host, allowedNetworks } = row
  if (allowedNetworks.length > 0 && !networkList(allowedNetworks)(address)) return null
  const token = makeNodeToken()
  await repo.useInstall(tx, number, nodeTokenHash(token))
  return { number, host, token, protocol: openSettings(keyring, row) }
}

export async function removeNode(tx: Transaction, { row: { number } }: HeldNode): Promise<void> {
  await forgetReportsOf(tx, number)
  await repo.deleteNode(tx, number)
}

/** Makes the settings of a node with new random keys. */
export function makeSettings(wanted: WantedSettings): NodeProtocol {
  if (wanted.protocol === 'shadowsocks')
    return { protocol: 'shadowsocks', settings: { serverKey: randomBytes(32).toString('base64') } }
  const { serverName } = wanted
  if (wanted.protocol === 'trojan') return { protocol: 'trojan', settings: { serverName } }
  if (wanted.security === 'tls') return { protocol: 'vless', settings: { security: 'tls', serverName } }
  const shortId = randomBytes(8).toString('hex')
  return { protocol: 'vless', settings: { security: 'reality', serverName, shortId, ...makeRealityKeys() } }
}
type WantedSettings =
  | { readonly protocol: 'shadowsocks' }
  | { readonly protocol: 'trojan'; readonly serverName: string }
  | { readonly protocol: 'vless'; readonly security: 'reality' | 'tls'; readonly serverName: string }
