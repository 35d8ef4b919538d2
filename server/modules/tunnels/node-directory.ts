import { networkList } from '#server/platform/network.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { NodeProtocol, Protocol } from './node-settings.ts'
import { repairRealityKeys } from './reality-keys.ts'
import { listNodes, type NodeRow, type Serves } from './nodes.repo.ts'
import { findServedByPanels } from './panels/providers.queries.ts'

export const settingsPurpose = (number: string): string => `tunnel node ${number}`

export type TunnelNode = {
  readonly number: number
  readonly name: string
  readonly group: string
  readonly host: string
  readonly port: number
  readonly serves: Serves
  readonly protocol: NodeProtocol
  readonly mayCallFrom: (address: string | undefined) => boolean
}
export type Directory = {
  readonly nodes: readonly TunnelNode[]
  /** Nodes by the hex digest of the token with which they call the server. */
  readonly byToken: ReadonlyMap<string, TunnelNode>
}

export function openSettings(
  keyring: Keyring,
  { name, protocol, sealedSettings }: Pick<NodeRow, 'name' | 'sealedSettings'> & { protocol: Protocol },
): NodeProtocol {
  const settings = JSON.parse(keyring.open(settingsPurpose(name), sealedSettings)) as object
  return { protocol, settings: repairRealityKeys(settings) } as NodeProtocol
}

function toNode(keyring: Keyring, row: NodeRow): TunnelNode {
  const { number, name, nodeGroup: group, host, port, serves, allowedNetworks } = row
  const mayCallFrom = allowedNetworks.length === 0 ? () => true : networkList(allowedNetworks)
  return { number, name, group, host, port, serves, protocol: openSettings(keyring, row), mayCallFrom }
}

export async function readDirectory(db: Queryable, keyring: Keyring): Promise<Directory> {
  const rows = (await listNodes(db)).filter(({ enabled }) => enabled)
  const nodes = rows.map((row) => toNode(keyring, row))
  const byToken = new Map<string, TunnelNode>()
  for (const [index, { tokenHash, formerTokenHash }] of rows.entries())
    for (const hash of [tokenHash, formerTokenHash])
      if (hash) byToken.set(hash.toString('hex'), nodes[index] as TunnelNode)
  return { nodes, byToken }
}

type ServedPlans = { readonly trial: boolean; readonly paid: boolean }

/** Plans that at least one node or VPN panel serves. A tunnel link of any other plan would connect to nothing. */
export async function readServedPlans(db: Queryable, { nodes }: Pick<Directory, 'nodes'>): Promise<ServedPlans> {
  const panels = await findServedByPanels(db)
  const serves = (plan: keyof ServedPlans) =>
    panels[plan] || nodes.some((node) => node.serves === 'both' || node.serves === plan)
  return { trial: serves('trial'), paid: serves('paid') }
}
