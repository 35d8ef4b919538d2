import { homedir } from 'node:os'
import path from 'node:path'
import { platforms, type Environment, type Platform } from '#shared/api-values.ts'
import { connectionFields, connectionIds, environmentSetting, type ConnectionId } from '#shared/connections.ts'
import type { RoutedProvider } from '#shared/providers.ts'
import type { SecurityContact } from '#shared/site.ts'
import { readClientCompat, type ClientCompat } from './compat-config.ts'
import { readCrypto, type CryptoAccounts } from './crypto-config.ts'
import type { CryptoAccount } from './crypto-form.ts'
import { withDemo } from './demo-settings.ts'
import { upper } from './environment.ts'
import type { Pooling } from './connection-role.ts'
import { readMetrics, type MetricsPlaces } from './metrics-config.ts'
import { networkList } from './network.ts'
import { readPaymentAccounts, type PaymentAccounts } from './payment-config.ts'
import { ConfigError, SettingsReader, type Env } from './read-setting.ts'
import { keySetOf, parseSecretKeys, type KeySet } from './secret-keys.ts'
import { parseSmsBudget, type SmsBudget } from './sms-config.ts'

/**
 * Accounts at payment, mail and SMS services, and nodes of blockchains. Operators can also enter them in the console; see
 * `workflows/connections/load-connections.ts`.
 */
export type Connections = PaymentAccounts & {
  /** Mail server; null if no mail is sent and email sign-in is not offered. */
  readonly mail: MailConfig | null
  /** SMS providers; null if no SMS is sent and phone numbers are not offered. */
  readonly sms: SmsConfig | null
} & CryptoAccount

/** Replaced keys of a payment account and the time of the change. Payments begun before it still need them. */
export type FormerAccount = { readonly account: object; readonly endedAt: Date }

type ConnectionsState = {
  /**
   * Connections to services that are configured in the environment. Keys entered in the console are ignored for them.
   */
  readonly inEnvironment: readonly ConnectionId[]
  /** Environment variables of connections that are set, including those of incomplete connections. */
  readonly named: readonly string[]
  readonly atStart: Connections
  readonly hasOwnRoutes: boolean
  /** Connections that use keys entered in the console and stored in the database. */
  readonly entered: readonly ConnectionId[]
  /** Connections whose entered keys cannot be decrypted or are no longer valid; they are off. */
  readonly broken: readonly ConnectionId[]
  readonly former: Readonly<Partial<Record<RoutedProvider, readonly FormerAccount[]>>>
  /** Stored connection keys as last read from the database, as one text, so that a change is noticed. */
  readonly rows: string
}

/**
 * Configuration of the product. Accounts and `connections` are replaced in place when operators enter keys in the
 * console, so read them when needed and keep no copy.
 */
export type Config = Connections &
  CryptoAccounts &
  MetricsPlaces & {
    readonly environment: Environment
    readonly host: string
    readonly port: number
    readonly dataDir: string
    readonly databaseUrl: string | null
    readonly migrationUrl: string | null
    /** Address of a streaming replica, or null. */
    readonly readUrl: string | null
    readonly pooling: Pooling
    readonly publicOrigin: string
    /** Origin of the console; equals `publicOrigin` unless the console has its own host. */
    readonly consoleOrigin: string
    readonly consoleHost: string | null
    readonly securityContact: SecurityContact | null
    readonly simulatorPort: number
    readonly simulatorMailPort: number
    readonly simulator: boolean
    readonly logLevel: string
    /** Where background jobs run. `on`: in the server; `apart`: in a child process; `off`: in a separate worker. */
    readonly jobs: 'on' | 'apart' | 'off'
    /** Number of the shop's own reverse proxies in front of the server; with 0, X-Forwarded-For is not trusted. */
    readonly proxyHops: number
    readonly connections: ConnectionsState
    /** Settings for receiving replies to support mails; null if they are not received, and the mails say so. */
    readonly supportMail: SupportMailConfig | null
    readonly smsBudget: SmsBudget
    readonly signingKeys: Readonly<Record<Platform, string>>
    /** Settings for clients of the original service; null if only this product's own clients are supported. */
    readonly clientCompat: ClientCompat | null
    readonly secretKey: KeySet
    readonly deviceIdKey: string
    /** IP networks of the shop's own VPN exits, where many customers share each IP address. */
    readonly exitNetworks: readonly string[]
    readonly tunnelPullSeconds: number
    readonly nodeProgram: NodeProgram
    readonly maxConnections: number
    readonly operatorSessionFile: string
  }

/** Download source of the program that runs on a VPN node's machine. */
export type NodeProgram = {
  /** URL of a folder with one archive for each processor architecture. */
  readonly url: string
  /** SHA-256 digest of each archive. Null: uses the checksum published beside the archive. */
  readonly sha256: { readonly amd64: string; readonly arm64: string } | null
}

export type MailConfig = { readonly url: string; readonly from: string }
/**
 * Settings for replies to support mails: their email address, the secret of the mail server that forwards them, and the
 * name (authserv-id) it uses in Authentication-Results headers.
 */
export type SupportMailConfig = {
  readonly address: string
  readonly secret: string
  readonly authServer: string | null
}
export type AliyunSmsConfig = NonNullable<ReturnType<typeof readAliyun>>
export type TwilioConfig = NonNullable<ReturnType<typeof readTwilio>>
export type SmsConfig = {
  readonly aliyun: AliyunSmsConfig | null
  readonly twilio: TwilioConfig | null
  /** URL of the simulator's SMS outbox, used if no SMS provider is configured outside PROD. */
  readonly outboxUrl: string | null
}

type Places = Pick<
  Config,
  'environment' | 'host' | 'port' | 'dataDir' | 'simulator' | 'simulatorPort' | 'simulatorMailPort'
>

export function readPlaces(env: Env = process.env): Places {
  const settings = new SettingsReader(env)
  const places = placesOf(settings)
  settings.refuse()
  return places
}

function placesOf(settings: SettingsReader): Places {
  const { production, dataDir, values } = settings
  const { APP_ENV: environment = 'DEV', PORT: port = 0, HOST: host = '' } = values
  // Default port of the simulator, derived from PORT, so that a second instance on one machine only needs another PORT.
  const { SIMULATOR_PORT: simulatorPort = portAfter(port) } = values
  const mailPort = portAfter(simulatorPort)
  const { SIMULATOR_MAIL_PORT: simulatorMailPort = mailPort === port ? portAfter(port) : mailPort } = values
  const simulator = values.SIMULATOR === 'on'
  if (production && simulator) settings.fault('SIMULATOR=on is refused with APP_ENV=PROD: it would sell for no money.')
  if (port === simulatorPort && simulator) settings.fault(`PORT and SIMULATOR_PORT are both ${port}; they must differ.`)
  if (simulator && (simulatorMailPort === port || simulatorMailPort === simulatorPort))
    settings.fault(
      `SIMULATOR_MAIL_PORT is ${simulatorMailPort}, which is taken already; it must differ from PORT and SIMULATOR_PORT.`,
    )
  return { environment, host, port, dataDir, simulator, simulatorPort, simulatorMailPort }
}

const portAfter = (port: number): number => (port < 65_535 ? port + 1 : port - 2)

/**
 * Words that start the command line, for its own messages: npm in a checkout, the script `deploy/wayfare` on a deployed
 * machine.
 */
export const programName = process.env.npm_lifecycle_event === 'ops' ? 'npm run ops --' : 'wayfare'

/**
 * Folder in which somebody stands who starts a command. `npm run` and `deploy/wayfare` name it before they change to the
 * folder of the program. Empty: the working folder.
 */
export const callerFolder = process.env.INIT_CWD ?? ''

export function readConfig(env: Env = process.env): Config {
  const settings = new SettingsReader(withDemo(env, placesOf(new SettingsReader(env))))
  settings.requireNeeded()
  const { values, production } = settings
  const places = placesOf(settings)
  const { PUBLIC_ORIGIN: publicOrigin = `http://localhost:${places.port}`, DATABASE_CONNECTIONS: maxConnections = 0 } =
    values
  if (production && values.PUBLIC_ORIGIN?.startsWith('https:') === false)
    settings.fault('PUBLIC_ORIGIN must be https with APP_ENV=PROD.')
  const keys = signingKeys(settings)
  const own = {
    ...places,
    ...database(settings),
    publicOrigin: new URL(publicOrigin).origin,
    ...consolePlace(settings, new URL(publicOrigin)),
    securityContact:
      values.SECURITY_CONTACT === undefined
        ? null
        : { contact: values.SECURITY_CONTACT, policy: values.SECURITY_POLICY ?? null },
    logLevel: values.LOG_LEVEL ?? '',
    jobs: values.JOBS ?? (production ? 'apart' : 'on'),
    // Trusts a fixed number of proxies and never all, because a caller can write the first entries of X-Forwarded-For.
    proxyHops: values.TRUST_PROXY === 'off' ? 0 : Number(values.TRUST_PROXY === 'on' ? 1 : values.TRUST_PROXY),
    exitNetworks: settings.attempt(() => exitNetworks(settings.text('EXIT_NETWORKS')), []),
    supportMail:
      values.SUPPORT_MAIL_ADDRESS === undefined
        ? null
        : {
            address: values.SUPPORT_MAIL_ADDRESS,
            secret: settings.text('SUPPORT_MAIL_SECRET'),
            authServer: values.SUPPORT_MAIL_AUTH_SERVER ?? null,
          },
    smsBudget: settings.attempt(() => parseSmsBudget(settings.text('SMS_DAILY_BUDGET')), parseSmsBudget('')),
    signingKeys: keys,
    clientCompat: readClientCompat(settings, keys),
    secretKey: secretKeys(settings),
    deviceIdKey: settings.text('DEVICE_ID_KEY'),
  }
  const chains = readCrypto(settings)
  const accounts: Connections = {
    ...readPaymentAccounts(settings),
    crypto: chains.crypto,
    cryptoCurrencies: chains.cryptoCurrencies,
    mail: readMail(settings),
    sms: sms(settings, places),
  }
  const config: Config = {
    ...own,
    ...accounts,
    connections: {
      inEnvironment: connectionIds.filter((id) => Boolean(env[environmentSetting(id)])),
      named: Object.values(connectionFields).flatMap((fields) =>
        fields.flatMap(({ name }) => (env[name] ? [name] : [])),
      ),
      atStart: accounts,
      hasOwnRoutes: values.PAYMENT_ROUTES !== undefined,
      entered: [],
      broken: [],
      former: {},
      rows: '',
    },
    ...chains,
    ...readMetrics(settings, [
      ['PORT', places.port],
      ...(places.simulator
        ? ([
            ['SIMULATOR_PORT', places.simulatorPort],
            ['SIMULATOR_MAIL_PORT', places.simulatorMailPort],
          ] as const)
        : []),
    ]),
    operatorSessionFile: operatorSessionFile(settings, publicOrigin),
    maxConnections,
    tunnelPullSeconds: values.TUNNEL_PULL_SECONDS ?? 0,
    nodeProgram: readNodeProgram(values),
  }
  settings.refuse()
  return config
}

function consolePlace(settings: SettingsReader, shop: URL): Pick<Config, 'consoleOrigin' | 'consoleHost'> {
  const { CONSOLE_ORIGIN: given } = settings.values
  if (given === undefined) return { consoleOrigin: shop.origin, consoleHost: null }
  const own = new URL(given)
  if (settings.production && own.protocol !== 'https:')
    settings.fault('CONSOLE_ORIGIN must be https with APP_ENV=PROD.')
  if (own.href !== `${own.origin}/`)
    settings.fault(`CONSOLE_ORIGIN is an address without a path or a user, like ${own.origin}.`)
  if (own.host === shop.host)
    settings.fault(
      `CONSOLE_ORIGIN is a host of its own, and ${own.host} is that of PUBLIC_ORIGIN: leave it out to have the console at ${shop.origin}/console.`,
    )
  return { consoleOrigin: own.origin, consoleHost: own.host }
}

function secretKeys(settings: SettingsReader): KeySet {
  const check = (text: string) => {
    const parsed = parseSecretKeys(text)
    return typeof parsed === 'string' ? { code: 'form' as const, words: parsed } : null
  }
  const parsed = parseSecretKeys(settings.file('SECRET_KEY_FILE', check))
  return typeof parsed === 'string' ? keySetOf(new Uint8Array(32)) : parsed
}

function database(settings: SettingsReader): Pick<Config, 'databaseUrl' | 'migrationUrl' | 'readUrl' | 'pooling'> {
  const { DATABASE_URL: databaseUrl = null, DATABASE_POOLING: pooling = 'session' } = settings.values
  const { MIGRATION_DATABASE_URL: migrationUrl = null, DATABASE_READ_URL: readUrl = null } = settings.values
  if (pooling === 'transaction' && (databaseUrl === null || migrationUrl === null))
    settings.fault(
      'DATABASE_POOLING=transaction needs DATABASE_URL, which leads to the pooler, and MIGRATION_DATABASE_URL, which leads to PostgreSQL itself.',
    )
  if (readUrl !== null && databaseUrl === null)
    settings.fault('DATABASE_READ_URL names a replica of the database in DATABASE_URL, which is missing.')
  return { databaseUrl, migrationUrl: migrationUrl ?? databaseUrl, readUrl, pooling }
}

const signingKeys = (settings: SettingsReader) =>
  Object.fromEntries(
    platforms.map((platform) => [platform, settings.file(`SIGNING_KEY_${upper(platform)}_FILE`)]),
  ) as Record<Platform, string>

/**
 * File with the operator session of the command line: `OPERATOR_SESSION_FILE`, or by default a file whose name contains
 * the host, so that each deployment has its own.
 */
function operatorSessionFile({ values }: SettingsReader, publicOrigin: string): string {
  const states = values.XDG_STATE_HOME ?? path.join(homedir(), '.local', 'state')
  const { host } = new URL(publicOrigin)
  return path.resolve(values.OPERATOR_SESSION_FILE ?? path.join(states, 'wayfare', `${host.replace(':', '-')}.session`))
}

function exitNetworks(text: string): string[] {
  const networks = text.split(/[\s,]+/).filter((network) => network !== '')
  for (const network of networks) {
    try {
      networkList([network])
    } catch {
      throw new ConfigError(`EXIT_NETWORKS: "${network}" is no network; they are like 203.0.113.0/24,2001:db8:5::/48.`)
    }
  }
  return networks
}

function sms(settings: SettingsReader, { simulator, simulatorPort }: Places): SmsConfig | null {
  const providers = { aliyun: readAliyun(settings), twilio: readTwilio(settings) }
  if (providers.aliyun || providers.twilio) return { ...providers, outboxUrl: null }
  return simulator ? { ...providers, outboxUrl: `http://localhost:${simulatorPort}/outbox/sms` } : null
}

export const readMail = ({ values, text }: SettingsReader): MailConfig | null =>
  values.SMTP_URL === undefined ? null : { url: values.SMTP_URL, from: text('MAIL_FROM') }

export const readAliyun = ({ values, text }: SettingsReader) =>
  values.ALIYUN_SMS_ACCESS_KEY_ID
    ? {
        accessKeyId: values.ALIYUN_SMS_ACCESS_KEY_ID,
        accessKeySecret: text('ALIYUN_SMS_ACCESS_KEY_SECRET'),
        signName: text('ALIYUN_SMS_SIGN_NAME'),
        codeTemplate: text('ALIYUN_SMS_CODE_TEMPLATE'),
        noticeTemplate: values.ALIYUN_SMS_NOTICE_TEMPLATE ?? null,
        endpoint: text('ALIYUN_SMS_ENDPOINT'),
      }
    : null

export const readTwilio = ({ values, text }: SettingsReader) =>
  values.TWILIO_ACCOUNT_SID
    ? {
        accountSid: values.TWILIO_ACCOUNT_SID,
        authToken: text('TWILIO_AUTH_TOKEN'),
        from: text('TWILIO_FROM'),
        endpoint: text('TWILIO_ENDPOINT'),
      }
    : null

/** Release of V2bX with which the shown install command was tested. */
const v2bx = 'https://github.com/wyx2685/V2bX/releases/download/v0.4.0'

function readNodeProgram({
  NODE_PROGRAM_URL: url = v2bx,
  NODE_PROGRAM_SHA256: sums,
}: SettingsReader['values']): NodeProgram {
  const [amd64 = '', arm64 = ''] = sums?.split(',') ?? []
  return { url, sha256: sums === undefined ? null : { amd64, arm64 } }
}
