import type { FastifyInstance } from 'fastify'
import { wantedVersion } from '#server/db/migrate.ts'
import { readSchemaVersion } from '#server/db/schema-version.queries.ts'
import { readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import { listTroubled } from '#server/modules/tunnels/panels/providers.queries.ts'
import type { Database } from '#server/platform/database.ts'

type Health = { readonly database: Database; readonly chains: Chains | null; readonly isDraining: () => boolean }

/**
 * Health checks for load balancers: `/healthz` succeeds while the process responds, `/readyz` while it can serve.
 * `/readyz` also lists the state of crypto networks, payment providers and VPN panels, which never make it fail.
 */
export function registerHealth(app: FastifyInstance, health: Health): void {
  const { database, isDraining } = health
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const failure = isDraining() ? 'draining' : await checkSchema(database)
    if (failure) return reply.code(503).send({ status: 'unavailable', reason: failure })
    const { chains } = health
    const silentProviders = await checkProviders(database)
    const silence = silentProviders.length > 0 && { silentProviders }
    const tunnels = await checkPanels(database)
    const trouble = tunnels.length > 0 && { tunnels }
    return {
      status: 'ready',
      ...silence,
      ...trouble,
      ...(chains && { networks: await checkNetworks(database, chains) }),
    }
  })
}

const checkProviders = async (database: Database) =>
  (await listSilent(database)).map(({ provider, since }) => ({ provider, since: since?.toISOString() ?? null }))

const checkPanels = async (database: Database) =>
  (await listTroubled(database)).map(({ provider, lateSeconds, heldSince, comparedAt }) => ({
    provider,
    lateSeconds,
    closuresWaitSince: heldSince?.toISOString() ?? null,
    comparedAt: comparedAt?.toISOString() ?? null,
  }))

async function checkNetworks(database: Database, { networks }: Chains) {
  const seconds = (age: number | null | undefined) => (age === null || age === undefined ? null : Math.floor(age))
  const checked = networks.map(async (network) => {
    const health = await readNetworkHealth(database, network)
    return {
      network: network.id,
      standstill: health ? health.standstill : 'unread',
      readSeconds: seconds(health?.readSeconds),
      settlementSeconds: seconds(health?.oldestDueSeconds),
      failing: health?.failing ?? 0,
    }
  })
  return Promise.all(checked)
}

/**
 * Compares the database schema with this release. A newer schema is fine, because during a rolling release the old
 * version keeps serving.
 */
async function checkSchema(database: Database): Promise<string | null> {
  try {
    return (await readSchemaVersion(database)) >= (await wantedVersion()) ? null : 'migrations'
  } catch {
    return 'database'
  }
}
