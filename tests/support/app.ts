import type { Measure } from '#server/platform/measure.ts'
import { createPublicKey } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import { contract, type CustomerContract } from '#shared/contract/customer.ts'
import type { Input, Output } from '#shared/contract/call.ts'
import { buildApp, type AppDeps } from '#server/app.ts'
import { openLiveChains } from '#server/deps/live-chains.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import { createPayments, type Payments } from '#server/modules/payments/create-payments.ts'
import type { ErrorRecorder } from '#server/modules/error-reports/error-reports.service.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Kept } from '#server/platform/cached-value.ts'
import type { Log } from '#server/platform/log.ts'
import type { ResolveName } from '#server/platform/resolve-name.ts'
import type { ShopAccess } from '#server/workflows/catalog/shop-access.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { signWith } from './sign-call.ts'

export type Answer<T> = {
  http: number
  code: number
  status: string
  msg: string
  data: T
  pragma: string | undefined
  cookie: string | undefined
  raw: string
}

export type TestApp = {
  readonly app: FastifyInstance
  readonly config: Config
  readonly payments: Payments
  readonly chains: Chains | null
  /** Opens the networks that operators entered in the console, as a running process does. */
  readonly refreshChains: () => Promise<void>
  readonly db: TestDatabase
  /** Makes a call like a client: signed if the contract requires it, unless `body` has a signature. */
  call<P extends keyof CustomerContract>(
    path: P,
    input: Input<CustomerContract[P]>,
    options?: CallOptions,
  ): Promise<Answer<Output<CustomerContract[P]>>>
  sign(payload?: { nonce?: string; timestamp?: number }): string
  close(): Promise<void>
}

/** `address`: IP address of the caller. */
export type CallOptions = {
  token?: string | undefined
  headers?: Record<string, string>
  signature?: string
  address?: string
}

type Options = {
  env?: Record<string, string>
  payments?: (config: Config) => Payments
  db?: TestDatabase
  maxConnections?: number
  log?: Log
  errors?: ErrorRecorder
  measure?: Measure
  /** Default: the app has no pages. */
  registerSite?: AppDeps['registerSite']
  /** Resolves host names. Default: no name has an IP address, so that tests ask no name server. */
  resolveName?: ResolveName
  /** Maximum age of cached public shop data. Default: no caching, because tests change the shop directly. */
  frontMaxAgeMs?: number
  /**
   * State of the shop: open or closed, with or without sign-ups. Default: open, also in PROD, so that tests of other
   * features need not open it.
   */
  doors?: (config: Config, database: Database) => Kept<ShopAccess>
  /** Changes the configuration, for modes that need real keys, such as PROD. */
  adjust?: (config: Config) => Config
}

/** Full API on its own database; requests are injected without listening. */
export async function createTestApp({
  env = {},
  payments: open = createPayments,
  db,
  maxConnections,
  log,
  errors,
  measure,
  registerSite,
  resolveName = async () => ({ addresses: [], isSure: true }),
  frontMaxAgeMs = 0,
  doors = () => ({ read: async () => ({ isOpen: true, takesSignUps: true }), forget() {} }),
  adjust = (config) => config,
}: Options = {}): Promise<TestApp> {
  const config = adjust(readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), LOG_LEVEL: 'silent', ...env }))
  const owned = db ?? (await createTestDatabase({ maxConnections }))
  const payments = open(config)
  const live = await openLiveChains(config, pino({ level: 'silent' }))
  const app = await buildApp({
    config,
    database: owned.database,
    log: log ?? pino({ level: 'silent' }),
    payments,
    get chains() {
      return live.current
    },
    nudgeJobs: () => {},
    isDraining: () => false,
    frontMaxAgeMs,
    doors: doors(config, owned.database),
    resolveName,
    ...(errors && { errors }),
    ...(measure && { measure }),
    ...(registerSite && { registerSite }),
  })
  const publicKey = createPublicKey(config.signingKeys.web)
  const sign: TestApp['sign'] = (payload) => signWith(publicKey, payload)
  return {
    app,
    config,
    payments,
    get chains() {
      return live.current
    },
    refreshChains: () => live.refresh(),
    db: owned,
    sign,
    async call(path, input, { token, headers = {}, signature, address } = {}) {
      const signed = 'signed' in contract[path] && contract[path].signed
      const response = await app.inject({
        method: 'POST',
        ...(address !== undefined && { remoteAddress: address }),
        url: apiPrefix(config.environment) + path,
        headers: {
          platform: 'web',
          language: 'en',
          deviceid: 'web',
          ...(token && { authorization: token }),
          ...headers,
        },
        payload: { ...input, ...(signed && { signature: signature ?? sign() }) },
      })
      return readAnswer(response)
    },
    async close() {
      await app.close()
      if (!db) await owned.drop()
    },
  }
}

export function readAnswer<T>(response: LightMyRequestResponse): Answer<T> {
  const { code, status, msg, data } = response.json<Answer<T>>()
  return {
    http: response.statusCode,
    code,
    status,
    msg,
    data,
    pragma: response.headers.pragma as string | undefined,
    cookie: response.headers['set-cookie'] as string | undefined,
    raw: response.body,
  }
}

export async function registerThroughApi(app: TestApp, accountName: string, password = 'correct horse 42') {
  const registered = await app.call('/api/user/user_register_username', { accountName, password, agreed: true })
  const info = await app.call('/api/system/system_user_info', {}, { token: registered.pragma })
  return { registerToken: registered.pragma, token: info.pragma as string, uid: registered.data.uid }
}
