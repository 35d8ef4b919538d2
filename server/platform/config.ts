import { homedir } from 'node:os'
import path from 'node:path'
import { platforms, type Environment, type Platform } from '#shared/codes.ts'
import { defaultDeviceIdKey } from '#shared/device-codes.ts'
import { readClientCompat, type ClientCompat } from './compat-config.ts'
import { readCrypto, type CryptoAccounts } from './crypto-config.ts'
import type { Pooling } from './connection-role.ts'
import { networkList } from './network.ts'
import { readPaymentAccounts, type PaymentAccounts } from './payment-config.ts'
import { ConfigError, integerOf, keysDir, missing, oneOf, portOf, secretFile, urlOf, type Env } from './read-setting.ts'
import { readSmsBudget, type SmsBudget } from './sms-config.ts'

export type Config = PaymentAccounts &
  CryptoAccounts & {
    readonly environment: Environment
    readonly host: string
    readonly port: number
    readonly dataDir: string
    /** Absent: the embedded PostgreSQL in the data folder. */
    readonly databaseUrl: string | null
    /** A login that owns the schema, for migrations; defaults to `databaseUrl`. */
    readonly migrationUrl: string | null
    /** Whether a pooler shares connections by transaction. */
    readonly pooling: Pooling
    readonly publicOrigin: string
    readonly simulatorPort: number
    /** Where the simulator's outbox listens for SMTP. */
    readonly simulatorMailPort: number
    /** Whether the gateway simulator stands in for providers that have no merchant account. Never in PROD. */
    readonly simulator: boolean
    readonly logLevel: string
    /** Whether this process also runs jobs; `npm run worker` runs them elsewhere. */
    readonly runJobs: boolean
    /** How many proxies of ours stand in front; with 0 forwarded addresses are not believed. */
    readonly proxyHops: number
    /** Null: no mail goes out, and email is not offered. */
    readonly mail: MailConfig | null
    /** Null: no SMS goes out, and phone numbers are not offered. */
    readonly sms: SmsConfig | null
    readonly smsBudget: SmsBudget
    /** RSA keys of signed calls by platform, PKCS#8 PEM. */
    readonly signingKeys: Readonly<Record<Platform, string>>
    /** Null: every client is one of this product's own kind. */
    readonly clientCompat: ClientCompat | null
    /** 32 bytes: everything that is keyed or sealed in the database hangs on them. */
    readonly secretKey: Uint8Array
    /** The key of the encoding of native device ids, 32 hex digits. */
    readonly deviceIdKey: string
    /** Networks of the operator's own VPN exits: each is shared by many customers. */
    readonly exitNetworks: readonly string[]
    readonly maxConnections: number
    /** Where `npm run ops -- login` keeps the sign-in of whoever runs it. */
    readonly operatorSessionFile: string
  }

/** Where mail goes out, `smtp://user:password@host:port` or `smtps://`, and whom it is from. */
export type MailConfig = { readonly url: string; readonly from: string }
export type AliyunSmsConfig = {
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly signName: string
  /** Template with the one parameter `code`. */
  readonly codeTemplate: string
  /** Template without parameters, for "this number has an account already"; null: nothing is sent then. */
  readonly noticeTemplate: string | null
  readonly endpoint: string
}
export type TwilioConfig = {
  readonly accountSid: string
  readonly authToken: string
  /** A number in E.164, or the id of a messaging service. */
  readonly from: string
  readonly endpoint: string
}
export type SmsConfig = {
  readonly aliyun: AliyunSmsConfig | null
  readonly twilio: TwilioConfig | null
  /** The outbox of the simulator, where no provider is configured outside PROD. */
  readonly outboxUrl: string | null
}

/** Where things are. Known before the demo keys exist, which the rest of the configuration reads. */
export type Places = Pick<
  Config,
  'environment' | 'host' | 'port' | 'dataDir' | 'simulator' | 'simulatorPort' | 'simulatorMailPort'
>

export function readPlaces(env: Env = process.env): Places {
  const environment = oneOf(env, 'APP_ENV', ['DEV', 'TEST', 'PROD'] as const, 'DEV')
  const dataDir = path.resolve(env.DATA_DIR || './data')
  const port = portOf(env, 'PORT', 3000)
  // Beside a first start a second needs nothing but a PORT.
  const simulatorPort = portOf(env, 'SIMULATOR_PORT', portAfter(port))
  const mailPort = portAfter(simulatorPort)
  const simulatorMailPort = portOf(env, 'SIMULATOR_MAIL_PORT', mailPort === port ? portAfter(port) : mailPort)
  const production = environment === 'PROD'
  const simulator = oneOf(env, 'SIMULATOR', ['on', 'off'] as const, production ? 'off' : 'on') === 'on'
  if (production && simulator)
    throw new ConfigError('SIMULATOR=on is refused with APP_ENV=PROD: it would sell for no money.')
  if (port === simulatorPort && simulator)
    throw new ConfigError(`PORT and SIMULATOR_PORT are both ${port}; they must differ.`)
  if (simulator && (simulatorMailPort === port || simulatorMailPort === simulatorPort))
    throw new ConfigError(
      `SIMULATOR_MAIL_PORT is ${simulatorMailPort}, which is taken already; it must differ from PORT and SIMULATOR_PORT.`,
    )
  const host = env.HOST || (production ? '0.0.0.0' : 'localhost')
  return { environment, host, port, dataDir, simulator, simulatorPort, simulatorMailPort }
}

const portAfter = (port: number): number => (port < 65_535 ? port + 1 : port - 2)

/** Reads and checks the whole configuration once. In DEV and TEST the demo keys must have been made before. */
export function readConfig(env: Env = process.env): Config {
  const places = readPlaces(env)
  const { environment, port, dataDir, simulator, simulatorPort } = places
  const production = environment === 'PROD'
  const publicOrigin =
    urlOf(env, 'PUBLIC_ORIGIN', ['http:', 'https:']) ??
    (production ? missing('PUBLIC_ORIGIN') : `http://localhost:${port}`)
  if (production && !publicOrigin.startsWith('https:'))
    throw new ConfigError('PUBLIC_ORIGIN must be https with APP_ENV=PROD.')
  const keys = signingKeys(env, production, dataDir)
  return {
    ...places,
    ...database(env, production),
    publicOrigin: new URL(publicOrigin).origin,
    logLevel: oneOf(env, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const, 'info'),
    runJobs: oneOf(env, 'JOBS', ['on', 'off'] as const, 'on') === 'on',
    proxyHops: proxyHops(env),
    exitNetworks: exitNetworks(env),
    mail: mail(env, places),
    sms: sms(env, places),
    smsBudget: readSmsBudget(env),
    signingKeys: keys,
    clientCompat: readClientCompat(env, { production, dataDir, signingKeys: keys }),
    secretKey: secretKey(env, production, dataDir),
    deviceIdKey: deviceIdKey(env),
    ...readPaymentAccounts(env, { production, simulator, simulatorPort, dataDir }),
    ...readCrypto(env, { production, dataDir: places.dataDir }),
    operatorSessionFile: operatorSessionFile(env, publicOrigin),
    maxConnections: integerOf(env, 'DATABASE_CONNECTIONS', 10, 1, 200),
  }
}

function database(env: Env, production: boolean): Pick<Config, 'databaseUrl' | 'migrationUrl' | 'pooling'> {
  const databaseUrl = urlOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  if (production && databaseUrl === null)
    throw new ConfigError(
      'DATABASE_URL is missing: with APP_ENV=PROD the shop needs a PostgreSQL server of its own, not the embedded one.',
    )
  const migrationUrl = urlOf(env, 'MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:'])
  const pooling = oneOf(env, 'DATABASE_POOLING', ['session', 'transaction'] as const, 'session')
  if (pooling === 'transaction' && (databaseUrl === null || migrationUrl === null))
    throw new ConfigError(
      'DATABASE_POOLING=transaction needs DATABASE_URL, which leads to the pooler, and MIGRATION_DATABASE_URL, which leads to PostgreSQL itself.',
    )
  return { databaseUrl, migrationUrl: migrationUrl ?? databaseUrl, pooling }
}

function signingKeys(env: Env, production: boolean, dataDir: string): Record<Platform, string> {
  return Object.fromEntries(
    platforms.map((platform) => {
      const name = `SIGNING_KEY_${platform.toUpperCase()}_FILE`
      const file = env[name] || (production ? missing(name) : path.join(keysDir(dataDir), `signing-${platform}.pem`))
      return [platform, secretFile(name, file, { production })]
    }),
  ) as Record<Platform, string>
}

function secretKey(env: Env, production: boolean, dataDir: string): Uint8Array {
  const file =
    env.SECRET_KEY_FILE || (production ? missing('SECRET_KEY_FILE') : path.join(keysDir(dataDir), 'secret.key'))
  const text = secretFile('SECRET_KEY_FILE', file, { production }).trim()
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  throw new ConfigError(`SECRET_KEY_FILE: ${file} does not hold 64 hex digits.`)
}

/** One file for each deployment that is worked on from here. */
function operatorSessionFile(env: Env, publicOrigin: string): string {
  const states = env.XDG_STATE_HOME || path.join(homedir(), '.local', 'state')
  const { host } = new URL(publicOrigin)
  return path.resolve(env.OPERATOR_SESSION_FILE || path.join(states, 'wayfare', `${host.replace(':', '-')}.session`))
}

function deviceIdKey(env: Env): string {
  const key = env.DEVICE_ID_KEY || defaultDeviceIdKey
  if (/^[0-9a-f]{32}$/i.test(key)) return key
  throw new ConfigError('DEVICE_ID_KEY must be 32 hex digits.')
}

/** The nearest so many hops are ours. Never "all of them": the far end of the list is whatever the caller wrote there. */
function proxyHops(env: Env): number {
  const value = env.TRUST_PROXY || 'off'
  if (value === 'off') return 0
  return value === 'on' ? 1 : integerOf(env, 'TRUST_PROXY', 1, 1, 5)
}

function exitNetworks(env: Env): string[] {
  const networks = (env.EXIT_NETWORKS || '').split(/[\s,]+/).filter((network) => network !== '')
  for (const network of networks) {
    try {
      networkList([network])
    } catch {
      throw new ConfigError(`EXIT_NETWORKS: "${network}" is no network; they are like 203.0.113.0/24,2001:db8:5::/48.`)
    }
  }
  return networks
}

function mail(env: Env, { simulator, simulatorMailPort }: Places): MailConfig | null {
  const url = urlOf(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (url) return { url, from: env.MAIL_FROM || missing('MAIL_FROM') }
  return simulator ? { url: `smtp://localhost:${simulatorMailPort}`, from: 'no-reply@wayfare.example' } : null
}

function sms(env: Env, { simulator, simulatorPort, environment }: Places): SmsConfig | null {
  const protocols = environment === 'PROD' ? ['https:'] : ['https:', 'http:']
  const aliyun = env.ALIYUN_SMS_ACCESS_KEY_ID
    ? {
        accessKeyId: env.ALIYUN_SMS_ACCESS_KEY_ID,
        accessKeySecret: env.ALIYUN_SMS_ACCESS_KEY_SECRET || missing('ALIYUN_SMS_ACCESS_KEY_SECRET'),
        signName: env.ALIYUN_SMS_SIGN_NAME || missing('ALIYUN_SMS_SIGN_NAME'),
        codeTemplate: env.ALIYUN_SMS_CODE_TEMPLATE || missing('ALIYUN_SMS_CODE_TEMPLATE'),
        noticeTemplate: env.ALIYUN_SMS_NOTICE_TEMPLATE || null,
        endpoint: urlOf(env, 'ALIYUN_SMS_ENDPOINT', protocols) ?? 'https://dysmsapi.aliyuncs.com',
      }
    : null
  const twilio = env.TWILIO_ACCOUNT_SID
    ? {
        accountSid: env.TWILIO_ACCOUNT_SID,
        authToken: env.TWILIO_AUTH_TOKEN || missing('TWILIO_AUTH_TOKEN'),
        from: env.TWILIO_FROM || missing('TWILIO_FROM'),
        endpoint: urlOf(env, 'TWILIO_ENDPOINT', protocols) ?? 'https://api.twilio.com',
      }
    : null
  if (aliyun || twilio) return { aliyun, twilio, outboxUrl: null }
  return simulator ? { aliyun, twilio, outboxUrl: `http://localhost:${simulatorPort}/outbox/sms` } : null
}
