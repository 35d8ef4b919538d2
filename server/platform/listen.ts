import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Hearing = { onMessage: (payload: string) => void; report: (error: Error) => void }
const retryMs = 1_000

/**
 * Listens to a database channel on its own connection and reconnects when that is lost. Notifications in between are
 * missed, so listeners must also poll. Returns a stop function.
 */
export function listen(
  connection: pg.ClientConfig,
  channel: string,
  { onMessage, report }: Hearing,
): () => Promise<void> {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await hearUntilLost(connection, channel, onMessage, stopping.signal).catch(report)
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

async function hearUntilLost(
  connection: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    application_name: `wayfare ${channel}`,
    connectionTimeoutMillis: 5_000,
  })
  let giveUp = () => {}
  const lost = new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('end', resolve)
    giveUp = resolve
  })
  stop.addEventListener('abort', giveUp)
  client.on('notification', ({ payload = '' }) => onMessage(payload))
  try {
    await Promise.race([client.connect().then(() => client.query(`listen ${client.escapeIdentifier(channel)}`)), lost])
    await lost
  } finally {
    stop.removeEventListener('abort', giveUp)
    await client.end().catch(() => {})
  }
}
