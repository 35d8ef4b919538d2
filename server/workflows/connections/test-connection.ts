import { randomUUIDv7 } from 'node:crypto'
import { ulid } from 'ulid'
import { isConnectionId, type ConnectionId } from '#shared/connections.ts'
import { money } from '#shared/money.ts'
import { normalizePhone } from '#shared/phone.ts'
import type { RoutedProvider } from '#shared/providers.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import { readPart } from '#server/modules/chains/rpc.ts'
import { countTestsOf, lockPersonActsOf } from '#server/modules/audit/reach.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findAddressee } from '#server/modules/operators/operators.queries.ts'
import { openAddress } from '#server/modules/operators/operators.service.ts'
import { renderMail, renderSms } from '#server/modules/outbox/render-message.ts'
import { createProviders } from '#server/modules/payments/create-payments.ts'
import { ProviderRefused } from '#server/modules/payments/providers/port.ts'
import { Refused, type Acting, type PartsAct } from '#server/platform/act.ts'
import { formatAddress } from '#shared/chain-address.ts'
import type { Config } from '#server/platform/config.ts'
import { isPaymentConnection } from '#server/platform/connection-config.ts'
import type { CryptoConfig } from '#server/platform/crypto-config.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { createMailSender } from '#server/platform/mail.ts'
import { createSmsSender } from '#server/platform/sms/create-sms-sender.ts'
import { openChains, openNetwork } from '#server/workflows/crypto/manage-crypto.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

const testsAnHour = 20
const smsADay = 5
const maxWords = 200
const timeoutMs = 8_000

type Wish = { readonly database: Database; readonly config: Config; readonly operator: Acting }

/**
 * Tests a connection: makes a harmless call to the provider, or sends the operator a message. The attempt is counted
 * and audited before the call, so that a failing test counts too.
 */
export const testConnection: PartsAct<'connections.test'> = {
  async parts(database, { connection, phone }, operator, { config, preview, audit }) {
    const to = phone === undefined ? null : normalizePhone(phone)
    const isSms = connection === 'aliyun' || connection === 'twilio'
    if (isSms && to === null) throw new Refused('InvalidInput', 'connection.needsPhone')
    const ask = askOf({ database, config, operator }, connection, to)
    if (preview) return { ok: true, value: { connection, says: sentence(`connection.${ask.kind}Test`) } }
    const subject = `connection ${connection}`
    await database.transaction(async (tx) => {
      await lockPersonActsOf(tx, operator.id)
      const { lately, today } = await countTestsOf(tx, operator.id, isSms ? subject : '')
      if (lately >= testsAnHour)
        throw new Refused('TooManyRequests', sentence('connection.testedOften', { most: testsAnHour }))
      if (isSms && today >= smsADay)
        throw new Refused('TooManyRequests', sentence('connection.smsOften', { most: smsADay }))
      await audit(tx, subject, { begun: true })
    })
    const says = await answerOf(config, connection, ask.run)
    return { ok: true, value: { connection, says } }
  },
}

type Ask = { readonly kind: 'payment' | 'mail' | 'sms' | 'chain'; readonly run: () => Promise<Sentence> }

function askOf(wish: Wish, connection: string, to: string | null): Ask {
  if (connection === 'crypto') return { kind: 'chain', run: () => askAllNodes(wish) }
  if (connection.startsWith('chain:'))
    return { kind: 'chain', run: () => askNodes(wish, connection.slice('chain:'.length)) }
  if (!isConnectionId(connection)) throw new Refused('NotFound', 'connection.unknown')
  if (isPaymentConnection(connection)) return { kind: 'payment', run: () => askProvider(wish, connection) }
  if (connection === 'mail') return { kind: 'mail', run: () => sendTestMail(wish) }
  return { kind: 'sms', run: () => sendTestSms(wish, connection, to ?? '') }
}

async function answerOf(config: Config, connection: string, run: () => Promise<Sentence>): Promise<Sentence> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refused) throw error
    const words = error instanceof Error ? withoutSecrets(error.message, accountOf(config, connection)) : ''
    return words === '' ? sentence('connection.noAnswer') : sentence('connection.fails', { words })
  }
}

/**
 * Queries a payment that does not exist. A signed answer that it is unknown proves that the keys work, and moves no
 * money.
 */
async function askProvider({ config }: Wish, id: RoutedProvider): Promise<Sentence> {
  const provider = createProviders({ ...config, timeoutMs }).find((each) => each.id === id)
  if (!provider || !accountOf(config, id)) throw new Refused('NotPossible', 'connection.notSetUp')
  try {
    // Stripe can only be queried by its own payment numbers, so this lists disputes instead.
    if (provider.listDisputes && id === 'stripe') await provider.listDisputes(new Date())
    else await provider.query({ id: ulid(), amount: money(1, 'CNY'), providerRef: null })
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
  }
  return sentence('connection.paymentWorks')
}

async function askNodes(wish: Wish, id: string): Promise<Sentence> {
  const network = await openNetwork(wish, id)
  return sentence('connection.chainWorks', { nodes: await confirmNodes(network) })
}

/** Asks every node of a network which network it serves. An error names the host, because several are asked. */
async function confirmNodes({ name, pool }: Network): Promise<number> {
  for (const node of pool.nodes)
    try {
      await node.confirmNetwork()
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      throw new Error(`${name}, ${new URL(node.url).host}: ${reason}`, { cause: error })
    }
  return pool.nodes.length
}

/**
 * Asks the nodes of all networks and the source of rates, and derives the first address, which the operator can compare
 * with the wallet.
 */
async function askAllNodes({ database, config }: Wish): Promise<Sentence> {
  const { networks, account, readRates } = await openChains({ config })
  let nodes = 0
  for (const network of networks) nodes += await confirmNodes(network)
  const now = await database.transaction((tx) => Promise.resolve(tx.now))
  for (const { id } of networks.flatMap(({ tokens }) => tokens)) await readRates(id, now)
  const works = { nodes, networks: networks.length }
  return account
    ? sentence('connection.cryptoWorks', { ...works, address: formatAddress('evm', account.derive(0).address) })
    : sentence('connection.poolsWork', works)
}

async function sendTestMail({ database, config, operator }: Wish): Promise<Sentence> {
  const { mail, publicOrigin, consoleOrigin, secretKey } = config
  if (!mail) throw new Refused('NotPossible', 'mail.noServer')
  const addressee = await findAddressee(database, operator.id)
  const to = openAddress(createKeyring(secretKey), { id: operator.id, sealedEmail: addressee?.sealedEmail ?? null })
  if (addressee === undefined || to === null) throw new Refused('NotPossible', 'notify.youHaveNoAddress')
  const { brand, look } = await readSettings(database)
  const { language } = addressee
  const notice = { kind: 'alerts', isDigest: false, isTest: true, timeZone: 'UTC', groups: [] } as const
  const content = { template: 'operator-notice', language, code: null, notice } as const
  const written = renderMail(content, { brand, look, publicOrigin, consoleOrigin })
  await createMailSender(mail)({ id: randomUUIDv7(), to, fromName: brand[language], ...written })
  return sentence('connection.mailWorks')
}

/**
 * Sends a test SMS. Aliyun's templates accept only a verification code, so the message looks like one with a code, but
 * that code is valid for nothing.
 */
async function sendTestSms({ database, config }: Wish, id: ConnectionId, to: string): Promise<Sentence> {
  const { sms, publicOrigin } = config
  const account = sms && { aliyun: null, twilio: null, outboxUrl: sms.outboxUrl, [id]: accountOf(config, id) }
  if (!account || (account.outboxUrl === null && !accountOf(config, id)))
    throw new Refused('NotPossible', 'connection.notSetUp')
  const { brand } = await readSettings(database)
  const code = '000000'
  const language = to.startsWith('+86') ? 'zh-CN' : 'en'
  const text = renderSms({ template: 'code-bind', language, code }, { brand, publicOrigin })
  await createSmsSender(account)({ id: randomUUIDv7(), to, text, code })
  return sentence('connection.smsWorks')
}

function accountOf(config: Config, id: string): object | null {
  const { alipay, wechat, unionpay, stripe, epay, mail, sms, crypto } = config
  const all = {
    alipay,
    wechat,
    unionpay,
    stripe,
    ...epay,
    mail,
    aliyun: sms?.aliyun ?? null,
    twilio: sms?.twilio ?? null,
    crypto: crypto && { urls: urlsOf(crypto) },
  }
  if (id.startsWith('chain:')) return all.crypto
  return isConnectionId(id) ? all[id] : null
}

/** Addresses that may contain keys, and parts of them that are long enough for one. */
const urlsOf = ({ networks, rates }: CryptoConfig): string[] =>
  [
    ...networks.flatMap(({ rpcs }) => rpcs.map(({ url }) => url)),
    ...(rates.kind === 'http' ? [rates.url] : []),
  ].flatMap((url) => [
    url,
    ...new URL(url).pathname
      .split('/')
      .concat(...new URL(url).searchParams.values())
      .filter(isLong),
  ])

const isLong = ({ length }: string): boolean => length >= 16

/**
 * Removes secrets of six characters or more from a provider's error, because some gateways repeat keys when they
 * explain what is wrong. Also replaces control characters by spaces and cuts the text to `maxWords` characters.
 */
export function withoutSecrets(words: string, account: object | null): string {
  const secrets = textsOf(account).filter(({ length }) => length >= 6)
  return secrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '***'), words)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, maxWords)
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value, ...passwordOf(value)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

function passwordOf(text: string): string[] {
  if (!URL.canParse(text)) return []
  const { password } = new URL(text)
  return [password, readPart(password)]
}
