import {
  addNode as adding,
  areNetworks,
  changeNode,
  dropFormerToken,
  findSettings,
  giveToken,
  listNodeViews,
  lockNodeSettings,
  makeSettings,
  openInstall,
  removeNode as removing,
  type HeldNode,
  type NodeChange,
} from '#server/modules/tunnels/nodes.service.ts'
import { installLine } from '#server/modules/tunnels/node-install.ts'
import { isCountry } from '#shared/countries.ts'
import type { ActionInput } from '#shared/contract/operator.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import type { NodeProtocol, Protocol, SettingsFault } from '#server/modules/tunnels/node-settings.ts'
import { done, refuse, Refused, type Act, type ActDeps, type FindKept } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const keyringOf = ({ config }: ActDeps) => createKeyring(config.secretKey)

const faults: Readonly<Record<SettingsFault, (protocol: Protocol) => Sentence>> = {
  settings: (protocol) => sentence('node.notSettings', { protocol }),
  'private key': () => sentence('node.privateKeyLength'),
  'public key': () => sentence('node.publicKeyLength'),
  exchanged: () => sentence('node.keysSwapped'),
  'two pairs': () => sentence('node.keysDiffer'),
}

/**
 * Reads the settings of a node from a file. Throws `Refused` for an invalid file, settings of another protocol,
 * mismatched REALITY keys, and in PROD for an unencrypted node.
 */
function requireSettings(protocol: Protocol, file: string, { config }: ActDeps): NodeProtocol {
  const node = findSettings(protocol, file)
  if ('fault' in node) throw new Refused('InvalidInput', faults[node.fault](protocol))
  if (config.environment === 'PROD' && node.protocol === 'vless' && node.settings.security === 'none')
    throw new Refused('InvalidInput', 'node.noSecurity')
  return node
}

/** Settings of a new node: from the file if there is one, otherwise from the fields, with new keys. */
function settingsOf(input: ActionInput<'nodes.add'>, deps: ActDeps): NodeProtocol {
  const { protocol, security = 'reality', serverName, file } = input
  if (file !== undefined) return requireSettings(protocol, file, deps)
  if (protocol === 'shadowsocks') return makeSettings({ protocol })
  if (serverName === undefined)
    throw new Refused(
      'InvalidInput',
      protocol === 'vless' && security === 'reality' ? 'node.needsSite' : 'node.needsName',
    )
  return makeSettings(protocol === 'trojan' ? { protocol, serverName } : { protocol, security, serverName })
}

/** Settings of a node with another server name or new keys, to be saved. Null if neither changes. */
function changedSettings(
  { protocol }: HeldNode,
  { serverName, newKeys = false }: Pick<ActionInput<'nodes.edit'>, 'serverName' | 'newKeys'>,
): NodeProtocol | null {
  const hasKeys = 'privateKey' in protocol.settings || protocol.protocol === 'shadowsocks'
  if (newKeys && !hasKeys) throw new Refused('InvalidInput', 'node.noKeys')
  const held = nameOf(protocol)
  if (serverName !== undefined && held === undefined) throw new Refused('InvalidInput', 'node.noName')
  const isRenamed = serverName !== undefined && serverName !== held
  if (!newKeys && !isRenamed) return null
  if (protocol.protocol === 'shadowsocks') return makeSettings({ protocol: 'shadowsocks' })
  const name = serverName ?? held ?? ''
  if (protocol.protocol === 'trojan') return makeSettings({ protocol: 'trojan', serverName: name })
  if (protocol.settings.security !== 'reality')
    return makeSettings({ protocol: 'vless', security: 'tls', serverName: name })
  if (newKeys) return makeSettings({ protocol: 'vless', security: 'reality', serverName: name })
  return { protocol: 'vless', settings: { ...protocol.settings, serverName: name } }
}

const nameOf = ({ settings }: NodeProtocol): string | undefined =>
  'serverName' in settings ? settings.serverName : undefined

function requireNetworks(networks: readonly string[]): string[] {
  if (areNetworks(networks)) return [...networks]
  throw new Refused('InvalidInput', 'node.badNetworks')
}

type PlaceInput = Pick<ActionInput<'nodes.edit'>, 'country' | 'cityEn' | 'cityZh'>

function requirePlace(
  { country, cityEn, cityZh }: PlaceInput,
  held: string | null,
): Pick<NodeChange, 'country' | 'city'> {
  if (country !== undefined && !isCountry(country))
    throw new Refused('InvalidInput', sentence('node.unknownCountry', { country }))
  if ((cityEn === undefined) !== (cityZh === undefined)) throw new Refused('InvalidInput', 'node.cityInBoth')
  if (cityEn !== undefined && (country ?? held) === null) throw new Refused('InvalidInput', 'node.cityNeedsCountry')
  return {
    ...(country !== undefined && { country, ...(country !== held && { city: null }) }),
    ...(cityEn !== undefined && cityZh !== undefined && { city: { en: cityEn, 'zh-CN': cityZh } }),
  }
}

const subjectOf = (name: string): string => `node ${name}`

async function requireNode(tx: Transaction, name: string, deps: ActDeps): Promise<HeldNode> {
  const held = await lockNodeSettings(tx, keyringOf(deps), name)
  if (held) return held
  throw new Refused('NotFound', sentence('node.unknown', { node: name }))
}

export const addNode: Act<'nodes.add'> = async (tx, input, _operator, deps) => {
  const { name, group: nodeGroup, host, port, serves, networks = [] } = input
  const protocol = settingsOf(input, deps)
  const allowedNetworks = requireNetworks(networks)
  const place = requirePlace(input, null)
  const node = { name, nodeGroup, host, port, serves, allowedNetworks, protocol, ...place }
  const added = await adding(tx, keyringOf(deps), node)
  if (!added) return refuse('NotPossible', sentence('node.nameTaken', { node: name }))
  const details = {
    node: added.number,
    group: nodeGroup,
    protocol: input.protocol,
    host,
    port,
    serves,
    networks,
    ...place,
  }
  const more = { reaches: await hasMembers(tx) }
  const { token: install } = await openInstall(tx, added.number)
  const output = {
    name,
    protocol: input.protocol,
    address: `${host}:${port}`,
    install: installLine(deps.config.publicOrigin, install),
    node: added.number,
    nodeToken: added.token,
  }
  return done(output, subjectOf(name), details, more)
}

export const installNode: Act<'nodes.install'> = async (tx, { node }, _operator, deps) => {
  const held = await requireNode(tx, node, deps)
  const { name, number, enabled } = held.row
  if (!enabled) return refuse('NotPossible', sentence('node.isOff', { node: name }))
  const { token } = await openInstall(tx, number)
  return done({ name, install: installLine(deps.config.publicOrigin, token) }, subjectOf(name), {})
}

export const removeNode: Act<'nodes.remove'> = async (tx, { node, reason }, _operator, deps) => {
  const held = await requireNode(tx, node, deps)
  const { name, enabled } = held.row
  if (enabled) return refuse('NotPossible', sentence('node.stillOn', { node: name }))
  await removing(tx, held)
  return done({ name }, subjectOf(name), { reason })
}

export const keptNode: FindKept<{ node: string }> = async (tx, { node }, deps) => {
  const held = await requireNode(tx, node, deps)
  const { name, nodeGroup: group, host, port, serves, allowedNetworks: networks, enabled, country, city } = held.row
  const place = { country: country ?? undefined, cityEn: city?.en, cityZh: city?.['zh-CN'] }
  return {
    subject: subjectOf(name),
    values: { group, host, port, serverName: nameOf(held.protocol), serves, networks, ...place },
    unseen: { settings: held.protocol, enabled },
  }
}

const otherThan = (held: HeldNode, change: NodeChange): NodeChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([key, value]) => key === 'protocol' || JSON.stringify(value) !== JSON.stringify(held.row[key as 'host']),
    ),
  )

export const editNode: Act<'nodes.edit'> = async (tx, input, _operator, deps) => {
  const held = await requireNode(tx, input.node, deps)
  const { group, host, port, serves, networks, noPlace = false, file, on } = input
  const protocol = file === undefined ? changedSettings(held, input) : requireSettings(held.row.protocol, file, deps)
  const change = otherThan(held, {
    ...(group !== undefined && { nodeGroup: group }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(serves !== undefined && { serves }),
    ...(networks !== undefined && { allowedNetworks: requireNetworks(networks) }),
    ...requirePlace(input, held.row.country),
    ...(noPlace && { country: null, city: null }),
    ...(protocol && { protocol }),
    ...(on === true && { enabled: true }),
  })
  const changed = Object.keys(change)
  if (changed.length === 0) return refuse('InvalidInput', 'form.nothingToChange')
  await changeNode(tx, keyringOf(deps), held, change)
  const { protocol: _keys, ...told } = change
  const names = changed.map(
    (key) => ({ nodeGroup: 'group', allowedNetworks: 'networks', protocol: 'settings', enabled: 'on' })[key] ?? key,
  )
  const output = { name: held.row.name, changed: names.join(', ') }
  // Only these fields change where apps connect. They stay the same when plans or group change.
  const leadsElsewhere = changed.some((key) => ['host', 'port', 'protocol'].includes(key))
  const reaches = leadsElsewhere && (await hasMembers(tx))
  return done(output, subjectOf(held.row.name), { ...told, changed: names }, { reaches })
}

export const disableNode: Act<'nodes.disable'> = async (tx, { node, reason }, _operator, deps) => {
  const held = await requireNode(tx, node, deps)
  const { name, nodeGroup: group, enabled } = held.row
  if (!enabled) return refuse('NotPossible', sentence('node.isOff', { node: name }))
  await changeNode(tx, keyringOf(deps), held, { enabled: false })
  const others = (await listNodeViews(tx)).filter(
    (other) => other.enabled && other.nodeGroup === group && other.name !== name,
  )
  const sameCredentials = others.map((other) => other.name).join(', ') || null
  return done({ name, group, sameCredentials }, subjectOf(name), { reason })
}

export const rotateNodeToken: Act<'nodes.rotate-token'> = async (tx, { node, drop = false }, _operator, deps) => {
  const held = await requireNode(tx, node, deps)
  const { name, formerTokenHash } = held.row
  if (!drop) return done({ name, nodeToken: await giveToken(tx, held) }, subjectOf(name), { drop })
  if (!formerTokenHash) return refuse('NotPossible', sentence('node.oneToken', { node: name }))
  await dropFormerToken(tx, held)
  return done({ name, nodeToken: 'as before' }, subjectOf(name), { drop })
}
