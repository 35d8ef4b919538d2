import path from 'node:path'
import { pino } from 'pino'
import type { EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { openDatabase } from '#server/platform/database.ts'
import { findFreePorts } from '#simulators/free-ports.ts'
import { openAccounts, readWebKey } from './open-visitors.ts'
import { startBuilt } from './start-built.ts'
import { startGateway, type Gateway } from './start-gateway.ts'
import { Visitors } from './visitors.ts'

export const socketOf = (server: EmbeddedPostgres): string => (server.connection as { host: string }).host
export const addressOf = (server: EmbeddedPostgres): string =>
  `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(socketOf(server))}`

/** Settings of a built shop whose visitors come at this port and pay at the simulated gateways. */
export const settingsOf = (publicPort: number, gateway: Gateway) => ({
  HOST: '127.0.0.1',
  PUBLIC_ORIGIN: `http://localhost:${publicPort}`,
  TRUST_PROXY: 'on',
  SIMULATOR_PORT: String(gateway.port),
  SIMULATOR_MAIL_PORT: String(gateway.mailPort),
})

/**
 * Starts a built shop with accounts: a server, a worker and the gateways, each a process of its own. The shop must be
 * built, and its keys must be in the folder.
 */
export async function startShop(folder: string, postgres: EmbeddedPostgres, accountCount: number) {
  const gateway = await startGateway(path.join(folder, 'keys'))
  const [port = 0, serverMetrics = 0, workerMetrics = 0] = await findFreePorts(3)
  const env = { DATABASE_URL: addressOf(postgres), PORT: String(port), ...settingsOf(port, gateway) }
  const server = await startBuilt('main', 'server', { folder, metricsPort: serverMetrics, env })
  const worker = await startBuilt('worker', 'worker', { folder, metricsPort: workerMetrics, env })
  const database = openDatabase({ connection: postgres.connection, maxConnections: 4, log: pino({ level: 'silent' }) })
  const accounts = await openAccounts(database, accountCount)
  const visitors = new Visitors(`http://127.0.0.1:${port}`, await readWebKey(folder))
  return {
    gateway,
    server,
    worker,
    database,
    accounts,
    visitors,
    async stop() {
      await visitors.close()
      await server.end('SIGTERM')
      await worker.end('SIGTERM')
      await gateway.stop()
      await database.close()
    },
  }
}
