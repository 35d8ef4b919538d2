import { isIP } from 'node:net'
import type { SettingsReader } from './read-setting.ts'

export type MetricsConfig = { readonly host: string; readonly port: number; readonly token: string | null }
export type MetricsPlaces = {
  readonly metrics: MetricsConfig | null
  readonly workerMetrics: MetricsConfig | null
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Metrics of the worker process have their own port, because it often shares machine and settings with the server. */
export function readMetrics(settings: SettingsReader, taken: readonly (readonly [string, number])[]): MetricsPlaces {
  const { METRICS_PORT: server, WORKER_METRICS_PORT: worker, METRICS_TOKEN: token = null } = settings.values
  const host = settings.text('METRICS_HOST')
  const wanted = [['METRICS_PORT', server] as const, ['WORKER_METRICS_PORT', worker] as const]
  const known = [...taken]
  for (const [name, port] of wanted) {
    if (port === undefined) continue
    const other = known.find(([, used]) => used === port)
    if (other) settings.fault(`${other[0]} and ${name} are both ${port}; they must differ.`)
    known.push([name, port])
  }
  if (wanted.some(([, port]) => port !== undefined) && token === null && !isLoopback(host))
    settings.fault(`METRICS_HOST=${host} lets other machines read the metrics: that needs METRICS_TOKEN.`)
  const at = (port: number | undefined): MetricsConfig | null => (port === undefined ? null : { host, port, token })
  return { metrics: at(server), workerMetrics: at(worker) }
}
