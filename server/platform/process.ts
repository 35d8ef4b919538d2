import { inspect } from 'node:util'
import { mapStack } from './map-stacks.ts'
import { ConfigError } from './read-setting.ts'
import type { Log } from './log.ts'

export function failStart(error: unknown): never {
  if (error instanceof ConfigError) console.error(`Wayfare does not start: ${error.faults.join('\n  ')}`)
  else console.error(mapStack(inspect(error)))
  process.exit(1)
}

/**
 * Exits when the parent process is gone, even if it ended before this call. Call the returned function once an orderly
 * stop is possible; later losses of the parent then stop the process that way.
 */
export function endWithParent(): () => void {
  const end = () => process.exit(1)
  if (Object.hasOwn(process, 'connected') && !process.connected) end()
  process.once('disconnect', end)
  return () => process.off('disconnect', end)
}

/** Maximum time in milliseconds that `stop` may take to finish requests and jobs, longer than any request takes. */
const drainMs = 10_000

/**
 * Calls `stop` on SIGTERM, SIGINT or a lost parent process, then exits: with code 0, or 1 if `stop` fails or takes
 * longer than `drainMs`. A second signal exits at once with code 1.
 */
export function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  const begin = (signal: string) => {
    stopping = true
    log.info({ signal }, 'draining')
    setTimeout(() => process.exit(1), drainMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    begin(signal)
  }
  process.once('disconnect', () => {
    if (!stopping) begin('disconnect')
  })
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
