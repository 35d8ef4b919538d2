import type { FastifyInstance } from 'fastify'
import { wantedVersion } from '#server/db/migrate.ts'
import { readSchemaVersion } from '#server/db/schema-version.repo.ts'
import type { Database } from '#server/platform/database.ts'

/** For load balancers: `/healthz` says that the process answers, `/readyz` that it can serve. */
export function registerHealth(app: FastifyInstance, database: Database, isDraining: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const failure = isDraining() ? 'draining' : await checkSchema(database)
    if (failure) return reply.code(503).send({ status: 'unavailable', reason: failure })
    return { status: 'ready' }
  })
}

/** A newer schema is no reason not to serve: while a release is replaced, the one before goes on. */
async function checkSchema(database: Database): Promise<string | null> {
  try {
    return (await readSchemaVersion(database)) >= (await wantedVersion()) ? null : 'migrations'
  } catch {
    return 'database'
  }
}
