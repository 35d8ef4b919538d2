import { createHash, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import type { MetricsConfig } from '#server/platform/metrics-config.ts'
import { ensurePortFree } from '#server/platform/listen-check.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics, MetricsParts } from './create-metrics.ts'

export type OpenMetrics = Pick<Metrics, 'measure'> & {
  readonly port: number
  stop(): Promise<void>
}
type Reply = { readonly status: number; readonly type: string; readonly body: string }

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a separate port. Ready while job lanes make progress. Only this file
 * loads the metrics library, so a process without the port has none of it.
 */
export async function openMetrics(
  setting: string,
  { host, port, token }: MetricsConfig,
  { log, ...parts }: MetricsParts & { readonly log: Log },
): Promise<OpenMetrics> {
  await ensurePortFree(setting, port, host)
  const { createMetrics } = await import('./create-metrics.ts')
  const metrics = createMetrics(parts)
  const expected = token === null ? null : digest(`Bearer ${token}`)
  const mayRead = ({ headers }: http.IncomingMessage) =>
    expected === null || timingSafeEqual(digest(headers.authorization ?? ''), expected)

  async function answer(request: http.IncomingMessage): Promise<Reply> {
    const place = request.url?.split('?', 1)[0]
    if (request.method !== 'GET') return json(405, { status: 'method not allowed' })
    if (place === '/healthz') return json(200, { status: 'ok' })
    if (place === '/readyz') {
      const stuck = parts.stuckLanes?.() ?? []
      return stuck.length > 0 ? json(503, { status: 'unavailable', stuckLanes: stuck }) : json(200, { status: 'ready' })
    }
    if (place !== '/metrics') return json(404, { status: 'not found' })
    if (!mayRead(request)) return json(401, { status: 'unauthorized' })
    return { status: 200, type: metrics.contentType, body: await metrics.show() }
  }

  const server = http.createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'metrics could not be shown')
        return json(500, { status: 'failed' })
      })
      .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  const bound = server.address()
  return {
    measure: metrics.measure,
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const json = (status: number, body: object): Reply => ({ status, type: 'application/json', body: JSON.stringify(body) })

/** Digests have a fixed length, so the duration of the comparison reveals nothing. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
