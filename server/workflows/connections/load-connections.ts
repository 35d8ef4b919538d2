import { connectionIds, isConnectionId, type ConnectionId } from '#shared/connections.ts'
import { routedProviders, epayGateways, type RoutedProvider } from '#shared/providers.ts'
import { listKeys } from '#server/modules/connections/connections.queries.ts'
import { openKeys } from '#server/modules/connections/connections.service.ts'
import type { AliyunSmsConfig, Config, Connections, FormerAccount, TwilioConfig } from '#server/platform/config.ts'
import { isPaymentConnection, readConnection } from '#server/platform/connection-config.ts'
import type { CryptoAccount } from '#server/platform/crypto-form.ts'
import type { Queryable } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import type { Log } from '#server/platform/log.ts'
import { defaultRoutesOf } from '#server/platform/payment-config.ts'

type Place = Pick<Config, 'connections' | 'environment' | 'dataDir' | 'secretKey'> & Connections

/**
 * Account without cryptocurrency. It is always the same object, because a provider is created anew when the object of
 * its account changes.
 */
const noCrypto: CryptoAccount = { crypto: null, cryptoCurrencies: [] }

const opened = new WeakMap<object, Map<string, object>>()

/**
 * Puts the keys that operators entered in the console into `config`, which is changed in place; keys from the
 * environment take precedence. Returns true if the keys changed since the last call. Keys that cannot be decrypted turn
 * off only their own connection. Objects of unchanged accounts stay the same, so that only changed providers are
 * created anew.
 */
export async function loadConnections(db: Queryable, config: Place): Promise<boolean> {
  const rows = await listKeys(db)
  const state = config.connections
  const seen = rows.map(({ id, endedAt }) => `${id}${endedAt === null ? '' : ' ended'}`).join()
  if (seen === state.rows) return false
  const keyring = createKeyring(config.secretKey)
  const before = opened.get(config) ?? new Map<string, object>()
  const after = new Map<string, object>()
  const current = new Map<ConnectionId, object>()
  const former: Partial<Record<RoutedProvider, FormerAccount[]>> = {}
  const broken: ConnectionId[] = []
  for (const row of rows) {
    const { id, connection, endedAt } = row
    if (!isConnectionId(connection) || state.inEnvironment.includes(connection)) continue
    const values = before.has(id) ? null : openKeys(keyring, row)
    const account = before.get(id) ?? (values && readConnection(connection, values, config).account)
    if (account) after.set(id, account)
    if (endedAt === null) {
      if (account) current.set(connection, account)
      else broken.push(connection)
    } else if (account && isPaymentConnection(connection))
      former[connection] = [...(former[connection] ?? []), { account, endedAt }]
  }
  opened.set(config, after)
  const entered = connectionIds.filter((id) => current.has(id) || broken.includes(id))
  Object.assign(config, accountsOf(config, current, broken), {
    connections: { ...state, entered, broken, former, rows: seen },
  })
  return true
}

function accountsOf(
  { connections: { atStart, hasOwnRoutes }, environment }: Place,
  current: ReadonlyMap<ConnectionId, object>,
  broken: readonly ConnectionId[],
): Connections {
  const accountOf = (id: ConnectionId, own: object | null) => current.get(id) ?? (broken.includes(id) ? null : own)
  const direct = { ...atStart, ...atStart.epay } as Readonly<Record<RoutedProvider, object | null>>
  const all = Object.fromEntries(routedProviders.map((id) => [id, accountOf(id, direct[id])])) as Parameters<
    typeof defaultRoutesOf
  >[0]
  const { alipay, wechat, unionpay, stripe } = all as unknown as Connections
  const epay = Object.fromEntries(epayGateways.map((id) => [id, all[id]])) as Connections['epay']
  const aliyun = accountOf('aliyun', atStart.sms?.aliyun ?? null) as AliyunSmsConfig | null
  const twilio = accountOf('twilio', atStart.sms?.twilio ?? null) as TwilioConfig | null
  const { crypto, cryptoCurrencies } = (accountOf('crypto', atStart) ?? noCrypto) as CryptoAccount
  const outboxUrl = environment === 'PROD' ? null : (atStart.sms?.outboxUrl ?? null)
  return {
    alipay,
    wechat,
    unionpay,
    stripe,
    epay,
    crypto,
    cryptoCurrencies,
    paymentRoutes: hasOwnRoutes ? atStart.paymentRoutes : defaultRoutesOf(all),
    mail: accountOf('mail', atStart.mail) as Connections['mail'],
    sms: aliyun || twilio ? { aliyun, twilio, outboxUrl: null } : outboxUrl ? { aliyun, twilio, outboxUrl } : null,
  }
}

const pollMs = 2_000

export type Follower = { stop(): void }

/** Keeps `config` up to date while a process runs. Every process reads the few rows with keys every two seconds. */
export function followConnections(
  db: Queryable,
  config: Place,
  log: Log,
  after: () => Promise<void> = async () => {},
): Follower {
  let isBusy = false
  const look = async () => {
    if (isBusy) return
    isBusy = true
    try {
      if (await loadConnections(db, config)) log.info('the connections have changed')
      await after()
    } catch (error) {
      log.warn({ err: error }, 'the connections were not read')
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => void look(), pollMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
