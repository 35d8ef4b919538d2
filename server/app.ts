import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { contract } from '#shared/contract/customer.ts'
import { apiPrefix } from '#shared/api-values.ts'
import { AppError } from '#shared/errors.ts'
import { accountHandlers } from '#server/api/account.calls.ts'
import { affiliateHandlers } from '#server/api/affiliate.calls.ts'
import { identityHandlers } from '#server/api/identity.calls.ts'
import { cryptoHandlers } from '#server/api/crypto.calls.ts'
import { deviceHandlers } from '#server/api/device.calls.ts'
import { rideHandlers } from '#server/api/ride.calls.ts'
import { answerError, isOurFault, registerClientCompat } from '#server/api/envelope.ts'
import { registerMirrorAccess } from '#server/api/mirror-access.ts'
import { groupHandlers } from '#server/api/group.calls.ts'
import { registerGroupEvents } from '#server/api/group-events.ts'
import { createCallerKnowledge } from '#server/api/caller-knowledge.ts'
import { loggedPath } from '#server/api/logged-path.ts'
import { registerHealth } from '#server/api/health.ts'
import { registerOpenApi } from '#server/api/openapi.ts'
import { messageHandlers } from '#server/api/message.calls.ts'
import { paymentHandlers, shopHandlers } from '#server/api/payment.calls.ts'
import { refuseNul } from '#server/api/refuse-nul.ts'
import { registerCalls, measureCalls } from '#server/api/register-calls.ts'
import { registerMarketing, marketingAddress } from '#server/api/marketing.calls.ts'
import { rewardHandlers } from '#server/api/reward.calls.ts'
import { securityHandlers } from '#server/api/security.calls.ts'
import { supportHandlers } from '#server/api/support.calls.ts'
import { registerOperatorApi } from '#server/api/operator-api.ts'
import { registerSupportMail } from '#server/api/support-mail.ts'
import { systemHandlers } from '#server/api/system.calls.ts'
import { redirectDeadLinks, registerAccountChanges } from '#server/api/account-changes.ts'
import { registerStopReminders } from '#server/api/stop-reminders.ts'
import { registerTunnelFeed } from '#server/api/tunnel-feed.ts'
import { tunnelHandlers } from '#server/api/tunnel.calls.ts'
import { registerTunnelLinks } from '#server/api/tunnel-links.ts'
import { registerNodeInstall } from '#server/api/node-install.ts'
import { registerUniProxy } from '#server/api/uniproxy.ts'
import { registerWebhooks, registerPanelWebhooks, type OnNotification } from '#server/api/webhooks.ts'
import { createAdmission } from '#server/api/while-closed.ts'
import { addressOnHost } from '#server/console/console-host.ts'
import { registerConsole } from '#server/console/register-console.ts'
import { silentRecorder, type ErrorRecorder } from '#server/modules/error-reports/error-reports.service.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import { createPassCookie, createShopPasses } from '#server/modules/operators/shop-pass.ts'
import type { Payments } from '#server/modules/payments/create-payments.ts'
import { ConnectionChecks } from '#server/modules/tunnels/find-connection.ts'
import { ServerAddressBook } from '#server/modules/tunnels/server-addresses.ts'
import { lazySchemas } from '#server/platform/lazy-schemas.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { readsFrom, type Reads } from '#server/platform/replica.ts'
import type { Kept } from '#server/platform/cached-value.ts'
import { type Log, runForRequest } from '#server/platform/log.ts'
import type { Measure } from '#server/platform/measure.ts'
import { resolveName, type ResolveName } from '#server/platform/resolve-name.ts'
import { createPkcs1Opener } from '#server/platform/pkcs1-signatures.ts'
import { anyOpener, createSignatureOpener, type SignatureOpener } from '#server/platform/signed-calls.ts'
import { createIdentityDeps } from '#server/deps/identity-deps.ts'
import { createStatus } from '#server/modules/status/read-status.ts'
import { createPanelDeps } from '#server/deps/panel-deps.ts'
import { createTunnelDeps } from '#server/deps/tunnel-deps.ts'
import type { Site } from '#server/site/register-site.ts'
import { commonHeaders } from '#server/site/security-headers.ts'
import { keepShopDoors, type ShopAccess } from '#server/workflows/catalog/shop-access.ts'
import { keepShopFront, showsOldFront } from '#server/workflows/catalog/shop-front.ts'

export type AppDeps = {
  readonly config: Config
  readonly database: Database
  /** Reads that may be up to a second old. Default: read from `database`. */
  readonly reads?: Reads
  readonly log: Log
  readonly payments: Payments
  /** Networks of cryptocurrencies, read for each call, because operators can change them in the console. */
  readonly chains: Chains | null
  readonly registerSite?: (app: FastifyInstance) => Promise<Pick<Site, 'answerEntry'>>
  readonly nudgeJobs: () => void
  readonly onNotification?: OnNotification
  readonly isDraining: () => boolean
  readonly errors?: ErrorRecorder
  readonly measure?: Measure
  /** Looks up the host names of tunnel nodes. Default: asks DNS servers. */
  readonly resolveName?: ResolveName
  /** Maximum age of cached public data; default: see `frontMaxAgeMs`. */
  readonly frontMaxAgeMs?: number
  /**
   * State of the shop: open or closed, with or without sign-ups. Default: read from the database, at most a second old.
   */
  readonly doors?: Kept<ShopAccess>
}

const bodyLimitBytes = 64 * 1024
const timeoutMs = 10_000
/**
 * Idle timeout of connections. It is longer than a purchase may wait for the buyer's other purchase, the provider and
 * the database together.
 */
const standstillMs = 30_000

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, payments, reads = readsFrom(database), errors = silentRecorder } = deps
  const identity = createIdentityDeps(config, database, deps.nudgeJobs)
  const knowledge = createCallerKnowledge(config, identity.digest)
  const tunnels = createTunnelDeps(config, identity, deps.log)
  const doors = deps.doors ?? keepShopDoors(database, config.environment)
  const passes = createShopPasses(database, identity.digest)
  const passCookie = createPassCookie(config.publicOrigin)
  const findPass = async ({ headers: { cookie } }: FastifyRequest) => {
    const pass = passCookie.read(cookie)
    return pass === null ? null : passes.find(pass)
  }
  const admit = createAdmission({ doors, findPass })
  const front = keepShopFront(database, payments, deps.frontMaxAgeMs)
  let isClosing = false
  /**
   * Answers visits of the entry pages before the router. While the server closes, or logs each answer, the router does
   * it, because it also closes the connection and writes the log line.
   */
  function answerEntry(request: IncomingMessage, response: ServerResponse): boolean {
    if (!site || isClosing || deps.log.isLevelEnabled('debug')) return false
    if (config.consoleHost !== null && request.headers.host?.toLowerCase() === config.consoleHost) return false
    const startedAt = performance.now()
    if (!site.answerEntry(request, response)) return false
    if (deps.measure)
      response.once('close', () =>
        deps.measure?.answered({
          method: 'GET',
          route: '/*',
          status: response.statusCode,
          seconds: (performance.now() - startedAt) / 1_000,
        }),
      )
    return true
  }
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    serverFactory: (route) => {
      const server = createServer(
        {
          requestTimeout: timeoutMs,
          headersTimeout: timeoutMs,
          keepAliveTimeout: 65_000,
          connectionsCheckingInterval: 2_000,
        },
        (request, response) => {
          if (!answerEntry(request, response)) route(request, response)
        },
      )
      return server.setTimeout(standstillMs)
    },
    // Counts proxies from the nearest one; the caller can forge earlier entries of the header.
    trustProxy: (_address: string, hop: number) => hop < config.proxyHops,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered during shutdown, with "connection: close".
    return503OnClosing: false,
    rewriteUrl: ({ method, url = '/', headers }) =>
      addressOnHost(marketingAddress(method, url), headers.host, config.consoleHost),
    genReqId: () => crypto.randomUUID(),
    // Answers malformed URLs with the usual not-found error and does not echo them.
    frameworkErrors: (_error, request, reply) => void answerError(new AppError('NotFound'), request, reply),
    routerOptions: { maxParamLength: 200 },
    schemaController: lazySchemas,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: true, allErrors: true } },
  }) as unknown as FastifyInstance
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new AppError('NotFound'), request, reply))
  // Hooks of every request take a callback where they wait for nothing, because each promise costs every call.
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 400 ? 'info' : 'debug'
    if (deps.log.isLevelEnabled(level)) {
      const path = loggedPath(request.url)
      const ms = Math.round(reply.elapsedTime)
      request.log[level]({ method: request.method, path, status: reply.statusCode, ms }, 'answered')
    }
    done()
  })

  if (deps.measure) measureCalls(app, deps.measure)
  // Sets the request id for logs after the body was read, because reading it loses the async context.
  app.addHook('preValidation', (request, _reply, done) => runForRequest(request.id, done))

  app.addHook('onError', async (request, _reply, error) => {
    const reason = error instanceof AppError ? (error.cause ?? error) : error
    if (error instanceof AppError && showsOldFront(error.status)) front.forget()
    if (isOurFault(error, request)) errors.record('server', reason, request.routeOptions.url ?? 'unknown')
  })
  const headers = commonHeaders(config.publicOrigin)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })

  redirectDeadLinks(app, identity)

  registerHealth(app, deps)
  await app.register(
    async (api) => {
      if (config.clientCompat) registerClientCompat(api)
      else api.setNotFoundHandler((request, reply) => answerError(new AppError('NotFound'), request, reply))
      registerMirrorAccess(api, front)
      api.addHook('preValidation', refuseNul)
      if (config.environment !== 'PROD') registerOpenApi(api, config)
      for (const url of ['', '/*']) api.get(url, () => Promise.reject(new AppError('NotFound')))
      registerGroupEvents(api, database)
      registerCalls(
        api,
        contract,
        {
          ...accountHandlers(identity),
          ...identityHandlers(identity),
          ...deviceHandlers(identity, config.publicOrigin),
          ...rideHandlers(identity, tunnels),
          ...securityHandlers(identity, config.publicOrigin),
          ...messageHandlers(identity, config.publicOrigin),
          ...supportHandlers(identity),
          ...systemHandlers({
            database,
            config,
            front,
            digest: identity.digest,
            readStatus: createStatus(),
            connection: {
              addresses: new ServerAddressBook(database, deps.resolveName ?? resolveName),
              checks: new ConnectionChecks(),
              isExit: knowledge.isExit,
              hasExits: config.exitNetworks.length > 0,
            },
          }),
          ...shopHandlers(database, front),
          ...rewardHandlers(identity, config.publicOrigin),
          ...affiliateHandlers(identity, config),
          ...cryptoHandlers({
            database,
            payments,
            log: deps.log,
            get chains() {
              return deps.chains
            },
            walletConnectProjectId: config.walletConnectProjectId,
          }),
          ...paymentHandlers({ database, payments, log: deps.log, digest: identity.digest }),
          ...tunnelHandlers(tunnels, config.publicOrigin),
          ...groupHandlers({ database, payments, log: deps.log }),
        },
        {
          database,
          openSignature: openerOf(config),
          knowledge,
          admit,
        },
      )
    },
    { prefix: apiPrefix(config.environment) },
  )
  await app.register((scope) => registerMarketing(scope, identity, config.publicOrigin, knowledge, admit))
  await app.register((scope) => registerStopReminders(scope, identity, config))
  await app.register((scope) => registerAccountChanges(scope, identity))
  const panels = createPanelDeps(config.secretKey, database, deps.log)
  await app.register((scope) => registerTunnelFeed(scope, panels))
  await app.register((scope) => registerPanelWebhooks(scope, panels))
  await app.register((scope) => registerOperatorApi(scope, { database, reads, config, digest: identity.digest }))
  await app.register((scope) =>
    registerWebhooks(scope, {
      database,
      payments,
      log: deps.log,
      nudgeJobs: deps.nudgeJobs,
      ...(deps.onNotification && { onNotification: deps.onNotification }),
    }),
  )
  const { supportMail } = config
  if (supportMail)
    await app.register((scope) => registerSupportMail(scope, { ...identity, log: deps.log }, supportMail))
  await app.register((scope) => registerUniProxy(scope, tunnels))
  await app.register((scope) => registerNodeInstall(scope, tunnels, config))
  await app.register((scope) =>
    registerTunnelLinks(scope, { ...tunnels, panels: panels.panels }, config.publicOrigin, knowledge.isExit),
  )
  await registerConsole(app, { config, database, reads })
  const site = await deps.registerSite?.(app)
  app.addHook('preClose', async () => void (isClosing = true))
  return app
}

/** Accepts signatures in PKCS#1 v1.5 too, made with separate keys, if the operator still has clients that use them. */
function openerOf({ signingKeys, clientCompat }: Config): SignatureOpener {
  const open = createSignatureOpener(signingKeys)
  return clientCompat ? anyOpener(open, createPkcs1Opener(clientCompat.signingKeys)) : open
}
