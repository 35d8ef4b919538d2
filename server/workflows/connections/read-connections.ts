import { connectionFields, connectionIds, type ConnectionField, type ConnectionId } from '#shared/connections.ts'
import { readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import { listHealth, listKeys, type Health, type KeysRow } from '#server/modules/connections/connections.queries.ts'
import { keptDays, openKeys } from '#server/modules/connections/connections.service.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { notifyUrlOf } from '#server/modules/payments/create-payments.ts'
import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import type { Read } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import { isPaymentConnection } from '#server/platform/connection-config.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { openChainsIfAny } from '#server/workflows/crypto/manage-crypto.ts'

const dayMs = 86_400_000
const endingLength = 4

/**
 * State of every connection, set up or not, and of the blockchain networks. Shows no keys, only the last characters of
 * account numbers, which are not secret.
 */
export const listConnections: Read<'connections.list'> = async (database, _input, _operator, deps) => {
  const { config } = deps
  const [rows, health, silent, operators, networks] = await Promise.all([
    listKeys(database),
    listHealth(database),
    listSilent(database),
    listOperators(database),
    readChains(database, deps),
  ])
  const nameOf = (id: string) => operators.find((each) => each.id === id)?.name ?? null
  const connections = connectionIds.map((id) => {
    const own = rows.filter(({ connection }) => connection === id)
    const current = own.find(({ endedAt }) => endedAt === null)
    const former = own.find(({ endedAt }) => endedAt !== null)
    const source = sourceOf(id, config, current)
    const values = source === 'console' && current ? openKeys(createKeyring(config.secretKey), current) : null
    return {
      ...healthOf(health, id),
      connection: id,
      kind: kindOf(id),
      source,
      isBroken: config.connections.broken.includes(id),
      missing: source === 'none' ? missingOf(id, config) : [],
      ids: values ? idsOf(id, values) : [],
      setBy: source === 'console' && current ? nameOf(current.setBy) : null,
      setAt: source === 'console' && current ? current.setAt : null,
      formerUntil:
        former?.endedAt && source !== 'environment' && isPaymentConnection(id)
          ? new Date(former.endedAt.getTime() + keptDays * dayMs)
          : null,
      silentSince: silent.find(({ provider }) => provider === id)?.since ?? null,
      notifyUrl: isPaymentConnection(id) ? notifyUrlOf(config.publicOrigin, id) : null,
    }
  })
  return {
    ok: true,
    value: {
      connections: [...connections, ...networks],
      hasOwnRoutes: config.connections.hasOwnRoutes,
    },
  }
}

function kindOf(id: ConnectionId) {
  if (isPaymentConnection(id)) return 'payment'
  if (id === 'crypto') return 'chain'
  return id === 'mail' ? 'mail' : 'sms'
}

function sourceOf(id: ConnectionId, config: Config, current: KeysRow | undefined) {
  const { inEnvironment, atStart } = config.connections
  if (inEnvironment.includes(id)) return 'environment'
  if (current) return 'console'
  const { sms, mail, epay, alipay, wechat, unionpay, stripe, crypto } = atStart
  const demo = {
    ...epay,
    alipay,
    wechat,
    unionpay,
    stripe,
    mail,
    aliyun: sms?.aliyun,
    twilio: sms?.twilio ?? sms,
    crypto,
  }
  return demo[id] ? 'simulator' : 'none'
}

/** Required settings without a value. EPay needs the keys of only one of its two versions. */
function missingOf(id: ConnectionId, { connections }: Config): string[] {
  if (id === 'crypto') return ['CRYPTO_CONFIG_FILE']
  const isEpay = id.startsWith('epay')
  const isNeeded = ({ name, isOptional }: ConnectionField) =>
    !isOptional || (isEpay && name.endsWith('_KEY_FILE') && name.split('_').length === 3)
  return connectionFields[id]
    .filter((field) => isNeeded(field) && !connections.named.includes(field.name))
    .map(({ name }) => name)
}

const idsOf = (id: ConnectionId, values: Readonly<Record<string, string>>) =>
  connectionFields[id].flatMap(({ name, kind }) =>
    kind === 'id' && values[name] !== undefined
      ? [{ setting: name, ending: values[name].trim().slice(-endingLength) }]
      : [],
  )

const unknown = { succeededAt: null, failedAt: null, failure: null, notifiedAt: null, rejectedAt: null }
function healthOf(health: readonly Health[], id: string) {
  const { connection: _name, ...times } = health.find(({ connection }) => connection === id) ?? {
    connection: id,
    ...unknown,
  }
  return times
}

/** State of each network of the connection `crypto`. */
async function readChains(database: Database, deps: { config: Config }) {
  const chains = await openChainsIfAny(deps)
  const ofNone = {
    ...unknown,
    kind: 'chain',
    isBroken: false,
    ids: [],
    setBy: null,
    setAt: null,
    formerUntil: null,
    silentSince: null,
    notifyUrl: null,
  }
  return Promise.all(
    (chains?.networks ?? []).map(async (network) => {
      const read = await readNetworkHealth(database, network)
      const at = read ? new Date(Date.now() - read.readSeconds * 1_000) : null
      return {
        ...ofNone,
        connection: `chain:${network.id}`,
        source: deps.config.connections.entered.includes('crypto') ? 'console' : 'environment',
        missing: [],
        succeededAt: at,
        failure: read?.standstill ?? null,
      }
    }),
  )
}
